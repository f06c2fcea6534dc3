package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.Variable;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Variables that a dispatch uses and that Java cannot capture, since they do not keep their value.
 */
final class Captures {
  private Captures() {}

  static Set<Variable> of(Function function, Stmt dispatch) {
    Set<String> changing = changing(function);
    Set<String> inside = new HashSet<>();
    Set<Variable> captured = new LinkedHashSet<>();
    new IrVisitor() {
      @Override
      public void define(Variable variable) {
        super.define(variable);
        inside.add(variable.name());
      }

      @Override
      public void use(Variable variable) {
        super.use(variable);
        add(variable.name(), variable.type());
      }

      @Override
      public void dim(Dim dim) {
        super.dim(dim);
        dim.names().forEach(name -> add(name, ScalarType.INT));
      }

      private void add(String name, Type type) {
        if (changing.contains(name) && !inside.contains(name)) {
          captured.add(new Variable(name, type));
        }
      }
    }.stmt(dispatch);
    return captured;
  }

  private static Set<String> changing(Function function) {
    Set<String> changing = new HashSet<>();
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        switch (stmt) {
          case Stmt.Assign s -> changing.add(s.variable().name());
          case Stmt.For s -> changing.add(s.variable().name());
          default -> {}
        }
        super.stmt(stmt);
      }
    }.function(function);
    return changing;
  }
}
