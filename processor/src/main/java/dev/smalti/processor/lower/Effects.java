package dev.smalti.processor.lower;

import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What a body does with its own memory, in the order of the source; views count as their base. */
final class Effects {
  /** One use of memory. */
  record Effect(Variable memory, boolean write, Sources.Located at, List<Branch> branches) {
    /** Whether both may happen in one run: they are not on two sides of one condition. */
    boolean goesWith(Effect other) {
      return branches.stream()
          .noneMatch(
              branch ->
                  other.branches.stream()
                      .anyMatch(
                          o -> o.condition() == branch.condition() && o.side() != branch.side()));
    }
  }

  /** One side of a condition. */
  record Branch(Tree condition, boolean side) {}

  private final List<Effect> all = new ArrayList<>();
  private final Map<Variable, Variable> bases = new HashMap<>();
  private final List<Branch> open = new ArrayList<>();
  private boolean hidden;

  /** What {@code inside} does, it does on one side of a condition. */
  void branch(Tree condition, boolean side, Runnable inside) {
    open.add(new Branch(condition, side));
    try {
      inside.run();
    } finally {
      open.removeLast();
    }
  }

  /** What {@code inside} does is not noted: who calls it says what it does as a whole. */
  <V> V hidden(Supplier<V> inside) {
    boolean outer = hidden;
    hidden = true;
    try {
      return inside.get();
    } finally {
      hidden = outer;
    }
  }

  void view(Variable view, Variable base) {
    bases.put(view, baseOf(base));
  }

  Variable baseOf(Variable memory) {
    return bases.getOrDefault(memory, memory);
  }

  void read(Variable memory, Sources.Located at) {
    note(memory, false, at);
  }

  void write(Variable memory, Sources.Located at) {
    note(memory, true, at);
  }

  private void note(Variable memory, boolean write, Sources.Located at) {
    if (!hidden) {
      all.add(new Effect(baseOf(memory), write, at, List.copyOf(open)));
    }
  }

  /** The first read that no write comes before. */
  Optional<Effect> readBeforeWrite(Variable memory) {
    List<Effect> effects = of(memory);
    for (int i = 0; i < effects.size(); i++) {
      Effect read = effects.get(i);
      if (!read.write()
          && effects.subList(0, i).stream().noneMatch(e -> e.write() && e.goesWith(read))) {
        return Optional.of(read);
      }
    }
    return Optional.empty();
  }

  List<Effect> of(Variable memory) {
    return all.stream().filter(effect -> effect.memory().equals(memory)).toList();
  }
}
