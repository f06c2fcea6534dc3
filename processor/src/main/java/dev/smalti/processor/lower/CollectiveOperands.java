package dev.smalti.processor.lower;

import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The memory that a collective is given: how many elements each operand has, and what the
 * collective does with it, whatever its algorithm.
 */
final class CollectiveOperands {
  private final Frame frame;
  private final String name;
  private final Dim ranks;
  private final CollectiveChecks checks;

  /**
   * Operands of a collective of that name on so many ranks; what is not known is left to checks.
   */
  CollectiveOperands(Frame frame, String name, Dim ranks, CollectiveChecks checks) {
    this.frame = frame;
    this.name = name;
    this.ranks = ranks;
    this.checks = checks;
  }

  /** Memory that is an operand; its first is what the collective is called on. */
  private record Memory(Variable base, List<Dim> shape, Tree at) {
    Dim count() {
      return shape.stream().reduce(Dim.ONE, Dim::times);
    }
  }

  private List<Memory> memory(List<Value> operands, List<? extends Tree> trees) {
    List<Memory> memory = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof Value.OfPlace(Place place)
          && place.type() instanceof TensorType type) {
        memory.add(new Memory(KernelCalls.base(place), type.shape(), trees.get(i)));
      }
    }
    return memory;
  }

  // ---- how many elements

  /**
   * Refuses operands whose elements do not fit, on whatever ranks and for whatever sizes; what
   * depends on these is compared when it runs.
   */
  void check(List<Value> operands, List<? extends Tree> trees) {
    List<Memory> memory = memory(operands, trees);
    if (memory.isEmpty()) {
      return; // A barrier.
    }
    Memory target = memory.getFirst();
    if (name.equals("allToAllV")) {
      checkRows(target, memory.get(1), memory.get(2), memory.get(3));
    } else if (memory.size() > 1) {
      Memory input = memory.get(1);
      switch (name) {
        case "allGather", "gather" -> same(target, perRank(input), "ranks times", input);
        case "scatter", "reduceScatter" -> same(input, perRank(target), "ranks times", target);
        case "allToAll" -> {
          same(input, target.shape(), "as many as", target);
          divides(target, target.shape(), "elements");
        }
        default -> same(input, target.shape(), "as many as", target);
      }
    }
  }

  private List<Dim> perRank(Memory part) {
    List<Dim> factors = new ArrayList<>(part.shape());
    factors.addFirst(ranks);
    return factors;
  }

  private void checkRows(Memory target, Memory input, Memory counts, Memory received) {
    for (Memory memory : List.of(target, input)) {
      if (memory.shape().size() != 2) {
        throw wrong(
            memory,
            memory.base().name()
                + " is "
                + Shapes.text(memory.shape())
                + ", "
                + name
                + " sends rows: it has two axes");
      }
    }
    for (int axis = 0; axis < 2; axis++) {
      if (differ(target.shape().get(axis), input.shape().get(axis))) {
        throw wrong(
            input,
            input.base().name()
                + " is "
                + Shapes.text(input.shape())
                + ", "
                + target.base().name()
                + " "
                + Shapes.text(target.shape())
                + ": "
                + name
                + " needs the same shape");
      }
      checks.sameExtent(
          input.base().name(),
          axis,
          input.shape().get(axis),
          target.base().name(),
          target.shape().get(axis));
    }
    divides(target, target.shape().subList(0, 1), "rows");
    for (Memory memory : List.of(counts, received)) {
      if (differ(memory.count(), ranks)) {
        throw wrong(
            memory,
            memory.base().name()
                + " has "
                + memory.count()
                + " elements, "
                + name
                + " needs one for each rank");
      }
      checks.same(memory.base().name(), memory.shape(), List.of(ranks));
    }
  }

  private void same(Memory memory, List<Dim> needed, String relation, Memory other) {
    Dim count = memory.count();
    if (differ(count, needed.stream().reduce(Dim.ONE, Dim::times))) {
      throw wrong(
          memory,
          memory.base().name()
              + " has "
              + count
              + " elements, "
              + name
              + " needs "
              + relation
              + " those of "
              + other.base().name()
              + ", which has "
              + other.count());
    }
    checks.same(memory.base().name(), memory.shape(), needed);
  }

  private void divides(Memory memory, List<Dim> factors, String what) {
    Dim count = factors.stream().reduce(Dim.ONE, Dim::times);
    OptionalLong all = count.constant();
    OptionalLong parts = ranks.constant();
    if (all.isPresent() && parts.isPresent() && all.getAsLong() % parts.getAsLong() != 0) {
      throw wrong(
          memory,
          memory.base().name()
              + " has "
              + count
              + " "
              + what
              + ", "
              + name
              + " needs a part for each of "
              + ranks
              + " ranks");
    }
    checks.divides(memory.base().name(), factors, what);
  }

  /** Whether both differ for all values of their names; neither is 0, and ranks are not. */
  private boolean differ(Dim count, Dim needed) {
    Dim gap = count.minus(needed);
    if (gap.constant().isPresent()) {
      return !gap.isConstant(0);
    }
    boolean multiples = needed.terms().size() == 1;
    if (multiples && gap.terms().keySet().equals(needed.terms().keySet())) {
      return true; // As 9 * n and 8 * n.
    }
    OptionalLong all = count.constant();
    OptionalLong part = needed.substitute(this::onOneRank).constant();
    return all.isPresent()
        && part.isPresent()
        && part.getAsLong() > 0
        && all.getAsLong() % part.getAsLong() != 0;
  }

  private Dim onOneRank(String name) {
    Dim symbol = Dim.named(name);
    return symbol.equals(ranks) ? Dim.ONE : symbol;
  }

  private Rejected wrong(Memory memory, String text) {
    return frame.error(Code.COLLECTIVE_SIZES, memory.at(), text);
  }

  // ---- what is done with it

  /**
   * Notes what the collective as a whole does: which elements it touches itself and which a peer
   * does for it depends on the algorithm, and is nothing that a caller would have to know.
   */
  void note(List<Value> operands, List<? extends Tree> trees) {
    List<Memory> memory = memory(operands, trees);
    for (int i = 0; i < memory.size(); i++) {
      Memory each = memory.get(i);
      boolean target = i == 0;
      boolean received = i == 3;
      if (!target && !received || target && keeps(memory.size() == 1)) {
        frame.reads(each.base(), each.at());
      }
      if (target || received) {
        frame.writes(each.base(), each.at());
      }
    }
  }

  /** Whether what the target has before counts: it is the input, or stays on some ranks. */
  private boolean keeps(boolean inPlace) {
    return inPlace || name.equals("gather") || name.equals("allToAllV");
  }
}
