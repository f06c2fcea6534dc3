package dev.smalti.processor.lower;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a body does with its own memory, in the order of the source; views count as their base. */
final class Effects {
  /** One use of memory. */
  record Effect(Variable memory, boolean write, CompilationUnitTree unit, Tree tree) {}

  private final List<Effect> all = new ArrayList<>();
  private final Map<Variable, Variable> bases = new HashMap<>();

  void view(Variable view, Variable base) {
    bases.put(view, baseOf(base));
  }

  Variable baseOf(Variable memory) {
    return bases.getOrDefault(memory, memory);
  }

  void read(Variable memory, CompilationUnitTree unit, Tree tree) {
    all.add(new Effect(baseOf(memory), false, unit, tree));
  }

  void write(Variable memory, CompilationUnitTree unit, Tree tree) {
    all.add(new Effect(baseOf(memory), true, unit, tree));
  }

  List<Effect> of(Variable memory) {
    return all.stream().filter(effect -> effect.memory().equals(memory)).toList();
  }
}
