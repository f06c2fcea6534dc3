package dev.smalti.processor.ir;

import java.util.HashSet;
import java.util.Set;

/** Names for new variables of one function: none clashes with a name it has or was given. */
public final class FreshNames {
  private final Set<String> taken = new HashSet<>();

  /** Starts from every name of a function: parameters, symbols, variables, names in extents. */
  public FreshNames(Function function) {
    taken.add(Function.RANKS);
    taken.addAll(function.symbols());
    taken.addAll(function.elementParameters());
    taken.addAll(function.operatorParameters());
    new IrVisitor() {
      @Override
      public void define(Variable variable) {
        super.define(variable);
        taken.add(variable.name());
      }

      @Override
      public void dim(Dim dim) {
        taken.addAll(dim.names());
      }
    }.function(function);
  }

  /** The wanted name where it is free, else with the first free number behind it, from 2. */
  public String name(String wanted) {
    String name = wanted;
    for (int i = 2; !taken.add(name); i++) {
      name = wanted + i;
    }
    return name;
  }

  /** A variable with a fresh name. */
  public Variable variable(String wanted, Type type) {
    return new Variable(name(wanted), type);
  }
}
