package dev.smalti.processor.check;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.message.Code;
import dev.smalti.runtime.protocol.DeadlockVerdict;
import dev.smalti.runtime.protocol.DeadlockVerdict.Blocked;
import dev.smalti.runtime.protocol.DeadlockVerdict.Raiser;
import dev.smalti.runtime.protocol.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Puts a deadlock into words: who waits where, for what, and who could have raised it. */
final class DeadlockReport {
  private static final int SHOWN = 8;

  private final int ranks;
  private final Function program;
  private final Places places;
  private final Map<String, long[]> shapes = new HashMap<>();

  DeadlockReport(Function program, FunctionTable functions, int ranks, Worlds.Sample sample) {
    this.program = program;
    this.ranks = ranks;
    this.places = new Places(program, functions);
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Stmt.Let let && let.value() instanceof Place.NewSignal signal) {
          shapes.put(let.variable().name(), extents(signal.type().shape(), sample));
        }
        super.stmt(stmt);
      }
    }.function(program);
  }

  private static long[] extents(List<Dim> shape, Worlds.Sample sample) {
    long[] extents = new long[shape.size()];
    for (int axis = 0; axis < extents.length; axis++) {
      try {
        extents[axis] = shape.get(axis).evaluate(name -> sample.sizes().getOrDefault(name, 0L));
      } catch (ArithmeticException e) {
        extents[axis] = 0;
      }
    }
    return extents;
  }

  /** {@code 1 rank}, {@code 2 ranks}. */
  static String ranks(int count) {
    return count == 1 ? "1 rank" : count + " ranks";
  }

  Finding finding(List<Blocked> blocked) {
    Blocked first = blocked.getFirst();
    Span at = places.ofLine(first.await().line()).map(Origin::first).orElse(program.span());
    List<String> details = new ArrayList<>();
    blocked.stream().limit(SHOWN).map(this::waits).forEach(details::add);
    if (blocked.size() > SHOWN) {
      details.add("and " + (blocked.size() - SHOWN) + " ranks more");
    }
    details.add(advice(blocked));
    return new Finding(
        Code.DEADLOCK, true, at, "deadlock for " + ranks(ranks) + ": " + what(blocked), details);
  }

  private String what(List<Blocked> blocked) {
    long lines = blocked.stream().mapToInt(b -> b.await().line()).distinct().count();
    String here = lines == 1 ? "here" : "for ever";
    if (blocked.size() == ranks && blocked.stream().allMatch(DeadlockReport::isRaisedLater)) {
      return ranks == 1
          ? "the rank waits " + here + " before it notifies"
          : "every rank waits " + here + " before it notifies";
    }
    if (blocked.size() == ranks) {
      return ranks == 1 ? "the rank waits here for ever" : "every rank waits for ever";
    }
    String who =
        blocked.stream().map(b -> String.valueOf(b.rank())).collect(Collectors.joining(", "));
    return blocked.size() == 1
        ? "rank " + who + " waits here for ever"
        : "ranks " + who + " wait for ever";
  }

  private static boolean isRaisedLater(Blocked blocked) {
    return !blocked.raisers().isEmpty()
        && blocked.raisers().stream()
            .allMatch(raiser -> raiser.place() == DeadlockVerdict.Place.AFTER_ITS_WAIT);
  }

  private String waits(Blocked blocked) {
    Event.Await await = blocked.await();
    return "rank "
        + blocked.rank()
        + " waits at line "
        + await.line()
        + " for "
        + cell(await)
        + (await.relation() == Event.Relation.GE ? " >= " : " == ")
        + await.value()
        + ", holds "
        + blocked.held()
        + "; "
        + raisers(blocked);
  }

  private String cell(Event.Await await) {
    long[] extents = shapes.getOrDefault(await.signal(), new long[] {0});
    List<String> indices = new ArrayList<>();
    long rest = await.cell();
    for (int axis = extents.length - 1; axis > 0; axis--) {
      long extent = Math.max(1, extents[axis]);
      indices.addFirst(String.valueOf(rest % extent));
      rest /= extent;
    }
    indices.addFirst(String.valueOf(rest));
    return await.signal() + "[" + String.join(", ", indices) + "]";
  }

  private static String raisers(Blocked blocked) {
    Map<Integer, List<Raiser>> later = new TreeMap<>();
    Map<Integer, List<Raiser>> counted = new TreeMap<>();
    for (Raiser raiser : blocked.raisers()) {
      boolean after = raiser.place() == DeadlockVerdict.Place.AFTER_ITS_WAIT;
      (after ? later : counted).computeIfAbsent(raiser.rank(), _ -> new ArrayList<>()).add(raiser);
    }
    if (later.isEmpty() && counted.isEmpty()) {
      return "no rank notifies this cell";
    }
    if (later.isEmpty()) {
      return "every notify of it is counted already, by " + names(counted);
    }
    return (later.size() == 1 ? "only " : "")
        + names(later)
        + " can raise it, after "
        + (later.size() == 1 ? "its own wait" : "their own waits");
  }

  private static String names(Map<Integer, List<Raiser>> raisers) {
    return raisers.entrySet().stream()
        .limit(SHOWN)
        .map(
            entry ->
                "rank "
                    + entry.getKey()
                    + " at line "
                    + entry.getValue().stream()
                        .map(raiser -> String.valueOf(raiser.event().line()))
                        .distinct()
                        .collect(Collectors.joining(", ")))
        .collect(Collectors.joining(", "));
  }

  private static String advice(List<Blocked> blocked) {
    Blocked first = blocked.getFirst();
    if (isRaisedLater(first)) {
      return "Move the notify (line "
          + first.raisers().getFirst().event().line()
          + ") before the wait (line "
          + first.await().line()
          + ").";
    }
    return first.raisers().isEmpty()
        ? "Notify this cell of this rank, or wait for a cell that is notified."
        : "Notify once more, or wait for what arrives: at most " + first.held() + ".";
  }
}
