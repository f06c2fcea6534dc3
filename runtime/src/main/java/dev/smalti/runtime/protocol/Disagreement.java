package dev.smalti.runtime.protocol;

import dev.smalti.runtime.protocol.DeadlockVerdict.Aspect;
import dev.smalti.runtime.protocol.DeadlockVerdict.Differ;
import dev.smalti.runtime.protocol.DeadlockVerdict.Taken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Puts into words that ranks call different collectives where they meet. */
final class Disagreement {
  private static final String ADVICE =
      "Let all ranks of a domain call the same collectives with a signal, in the same order: on the"
          + " same windows, with the same operator, root and algorithm.";

  private final Communication world;
  private final Differ differ;
  private final String home;

  /** The calls of those that say the same, by what they say. */
  private final Map<Object, List<Taken>> alike = new LinkedHashMap<>();

  Disagreement(Communication world, Differ differ) {
    this.world = world;
    this.differ = differ;
    for (Taken taken : differ.calls()) {
      Aspect aspect = differ.aspect();
      if (aspect.isKnown(taken.event().call())) {
        alike.computeIfAbsent(aspect.of(taken.event().call()), _ -> new ArrayList<>()).add(taken);
      }
    }
    Taken at = caret();
    this.home = ProtocolFinding.place(world, at.rank(), at.step()).file();
  }

  /** The first that does not say what the one before it says. */
  private Taken caret() {
    return alike.values().stream()
        .skip(alike.size() == 1 ? 0 : 1)
        .findFirst()
        .orElseThrow()
        .getFirst();
  }

  ProtocolFinding finding() {
    List<String> details = new ArrayList<>();
    alike.values().stream().limit(ProtocolFinding.SHOWN).map(this::whole).forEach(details::add);
    Optional<CollectiveCall> any =
        differ.calls().stream().map(taken -> taken.event().call()).findFirst();
    any.ifPresent(
        call ->
            details.add(
                "it is collective %d of each rank with the signal %s"
                    .formatted(differ.turn(), call.signal().name())));
    details.add(ADVICE);
    return new ProtocolFinding(
        ProtocolFinding.Kind.DISAGREEMENT,
        home,
        caret().event().line(),
        "disagreement for "
            + ProtocolFinding.ranks(world.traces().size())
            + ": "
            + (differ.missing().isEmpty() ? said() : missed()),
        details);
  }

  /** {@code rank 0 combines by SUM (line 12), rank 1 by MAX (line 14)}. */
  private String said() {
    List<String> parts = new ArrayList<>();
    for (List<Taken> group : alike.values().stream().limit(ProtocolFinding.SHOWN).toList()) {
      String verb = parts.isEmpty() ? verb(group.size() == 1) + " " : "";
      parts.add(who(group) + " " + verb + what(group.getFirst()) + place(group.getFirst()));
    }
    return String.join(", ", parts);
  }

  /** {@code rank 0 calls barrier (line 12), rank 1 nothing with that signal any more}. */
  private String missed() {
    List<Integer> missing = differ.missing();
    return said()
        + ", "
        + (missing.size() == 1 ? "rank " : "ranks ")
        + ProtocolFinding.names(missing)
        + (differ.turn() == 1 ? " none" : " no more");
  }

  private static String who(List<Taken> group) {
    List<Integer> ranks = group.stream().map(Taken::rank).toList();
    return (ranks.size() == 1 ? "rank " : "ranks ") + ProtocolFinding.names(ranks);
  }

  private String place(Taken taken) {
    return " (" + ProtocolFinding.place(world, taken.rank(), taken.step()).text(home) + ")";
  }

  private String verb(boolean one) {
    return switch (differ.aspect()) {
      case COLLECTIVE -> one ? "calls" : "call";
      case OPERATOR -> one ? "combines" : "combine";
      case ELEMENT -> one ? "exchanges" : "exchange";
      case WINDOWS, ELEMENTS, PARTS -> one ? "calls it" : "call it";
      case ROOT -> one ? "has" : "have";
      case ALGORITHM -> one ? "goes" : "go";
    };
  }

  private String what(Taken taken) {
    CollectiveCall call = taken.event().call();
    return switch (differ.aspect()) {
      case COLLECTIVE -> call.name();
      case OPERATOR -> "by " + call.operator();
      case ELEMENT -> call.element();
      case WINDOWS -> "on " + windows(call);
      case ELEMENTS -> "on " + call.elements() + (call.elements() == 1 ? " element" : " elements");
      case PARTS -> "on " + parts(call);
      case ROOT -> "root " + call.root();
      case ALGORITHM ->
          "by " + call.algorithm() + (call.isChosen() ? ", as " + call.asked() + " chose" : "");
    };
  }

  private static String windows(CollectiveCall call) {
    List<CollectiveCall.Part> memory = call.memory();
    return memory.getFirst().name()
        + (memory.size() == 1 ? "" : " with the input " + memory.get(1).name());
  }

  private static String parts(CollectiveCall call) {
    return call.memory().stream().map(Disagreement::part).collect(Collectors.joining(" and "));
  }

  /** {@code data from [0, 0] of [1, 8]}. */
  private static String part(CollectiveCall.Part part) {
    return part.name()
        + part.boxes().stream()
            .map(box -> " from " + box.from() + " " + box.extent())
            .collect(Collectors.joining(" and"));
  }

  private String whole(List<Taken> group) {
    Taken first = group.getFirst();
    return who(group)
        + " at "
        + ProtocolFinding.place(world, first.rank(), first.step()).text(home)
        + (group.size() == 1 ? " calls " : " call ")
        + first.event().call();
  }
}
