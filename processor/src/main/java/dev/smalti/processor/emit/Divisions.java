package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds statements whose own scalars may divide by zero. */
final class Divisions {
  private final Bounds bounds;

  Divisions(Function function) {
    this.bounds = new Bounds(function);
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Stmt.Let let && let.value() instanceof Scalar value) {
          bounds.define(let.variable(), value);
        }
        super.stmt(stmt);
      }
    }.function(function);
  }

  boolean mayFail(Stmt stmt) {
    return !failing(stmt).isEmpty() || new Finder().inDims(stmt);
  }

  boolean mayFail(Scalar scalar) {
    Finder finder = new Finder();
    finder.scalar(scalar);
    return finder.found;
  }

  /** The whole scalars of a statement, not of those inside it, that may fail. */
  List<Scalar> failing(Stmt stmt) {
    List<Scalar> failing = new ArrayList<>();
    new IrVisitor() {
      @Override
      public void block(Block block) {}

      @Override
      public void scalar(Scalar scalar) {
        if (mayFail(scalar)) {
          failing.add(scalar);
        }
      }
    }.stmt(stmt);
    return failing;
  }

  private final class Finder extends IrVisitor {
    private boolean found;
    private boolean scalars = true;

    boolean inDims(Stmt stmt) {
      scalars = false;
      stmt(stmt);
      return found;
    }

    @Override
    public void block(Block block) {}

    @Override
    public void scalar(Scalar scalar) {
      found |= scalars && divisor(scalar).filter(divisor -> !isPositive(divisor)).isPresent();
      super.scalar(scalar);
    }

    @Override
    public void dim(Dim dim) {
      found |= !dim.divisors().stream().allMatch(bounds::isPositive);
    }
  }

  private static Optional<Scalar> divisor(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Binary b
          when b.type().isInteger()
              && (b.operator().symbol().equals("/") || b.operator().symbol().equals("%")) ->
          Optional.of(b.right());
      case Scalar.Call c
          when c.function() == MathFunction.FLOOR_DIV
              || c.function() == MathFunction.FLOOR_MOD
              || c.function() == MathFunction.CEIL_DIV ->
          Optional.of(c.arguments().get(1));
      default -> Optional.empty();
    };
  }

  private boolean isPositive(Scalar divisor) {
    return bounds.dimOf(divisor).filter(bounds::isPositive).isPresent();
  }
}
