package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Scalar.Constant;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Computes what is constant, with Java's arithmetic, and leaves out what then never runs.
 *
 * <p>Needs nothing. Guarantees: no operation on constants is left but those that throw; a variable
 * that holds a constant and keeps it is gone, from extents too; an {@code if} or loop on a constant
 * is the part that runs; a scalar that nothing reads is computed only if that may fail. The order
 * of everything that can be seen or can fail stays. {@code x + 0} and the like go where they are
 * exact: for floating-point numbers {@code x - 0.0} is {@code x}, {@code x + 0.0} is not.
 */
public final class FoldConstants implements Pass {
  @Override
  public String name() {
    return "fold-constants";
  }

  @Override
  public Function apply(Function function) {
    Function current = function;
    Function smaller = foldOnce(current);
    while (smaller != current) {
      current = smaller;
      smaller = foldOnce(current);
    }
    return current;
  }

  private static Function foldOnce(Function function) {
    Function folded = new Folder(new VariableFacts(function)).function(function);
    return new Remover(new VariableFacts(folded)).function(folded);
  }

  private static final class Folder extends IrRewriter {
    private final VariableFacts facts;
    private final Map<String, Constant> constants = new HashMap<>();

    Folder(VariableFacts facts) {
      this.facts = facts;
    }

    @Override
    public Block block(Block block) {
      Block folded = super.block(block);
      List<Stmt> statements = folded.statements();
      for (int i = 0; i < statements.size() - 1; i++) {
        if (leaves(statements.get(i))) {
          return new Block(statements.subList(0, i + 1));
        }
      }
      return folded;
    }

    private static boolean leaves(Stmt stmt) {
      return stmt instanceof Stmt.Break
          || stmt instanceof Stmt.Continue
          || stmt instanceof Stmt.Return;
    }

    @Override
    public List<Stmt> expand(Stmt stmt) {
      Stmt folded = stmt(stmt);
      return switch (folded) {
        case Stmt.Let(Variable variable, Expr value, Origin _)
            when value instanceof Constant c && !facts.isAssigned(variable) -> {
          constants.put(variable.name(), c);
          yield List.of(folded);
        }
        case Stmt.If(Scalar condition, Block then, Block otherwise, Origin _)
            when condition instanceof Constant c ->
            (c.value().equals(true) ? then : otherwise).statements();
        case Stmt.Require require
            when require.condition() instanceof Constant c && c.value().equals(true) ->
            List.of();
        case Stmt.While(Scalar condition, Block _, Origin _)
            when condition instanceof Constant c && c.value().equals(false) ->
            List.of();
        case Stmt.For loop when loop.rounds() == Stmt.Rounds.IN_ORDER && neverRuns(loop) ->
            List.of();
        default -> List.of(folded);
      };
    }

    private boolean neverRuns(Stmt.For loop) {
      if (!(loop.step() instanceof Constant step)
          || !Totality.isTotal(loop.from())
          || !Totality.isTotal(loop.to())) {
        return false;
      }
      Optional<Dim> from = extent(loop.from());
      Optional<Dim> to = extent(loop.to());
      if (from.isEmpty() || to.isEmpty()) {
        return false;
      }
      OptionalLong rounds = to.get().minus(from.get()).constant();
      long by = ((Number) step.value()).longValue();
      return rounds.isPresent()
          && (by > 0 && rounds.getAsLong() <= 0 || by < 0 && rounds.getAsLong() >= 0);
    }

    private static Optional<Dim> extent(Scalar scalar) {
      return switch (scalar) {
        case Scalar.Extent(Dim dim) -> Optional.of(dim);
        case Constant c when c.type().isInteger() ->
            Optional.of(Dim.of(((Number) c.value()).longValue()));
        default -> Optional.empty();
      };
    }

    @Override
    public Scalar scalar(Scalar scalar) {
      if (scalar instanceof Scalar.Read(Variable variable)
          && constants.containsKey(variable.name())) {
        return constants.get(variable.name());
      }
      return Simplification.of(super.scalar(scalar));
    }

    @Override
    public Tile tile(Tile tile) {
      Tile folded = super.tile(tile);
      return folded instanceof Tile.Cast cast && cast.operand().type().equals(cast.type())
          ? cast.operand()
          : folded;
    }

    @Override
    public Dim dim(Dim dim) {
      if (dim.names().stream().noneMatch(this::isConstant)) {
        return dim;
      }
      return dim.substitute(
          name ->
              constant(name)
                  .map(c -> Dim.of(((Number) c.value()).longValue()))
                  .orElseGet(() -> Dim.named(name)));
    }

    private boolean isConstant(String name) {
      return constant(name).isPresent();
    }

    private Optional<Constant> constant(String name) {
      return Optional.ofNullable(constants.get(name)).filter(c -> c.type() == ScalarType.INT);
    }
  }

  /** Leaves out definitions that nothing uses and statements without any effect. */
  private static final class Remover extends IrRewriter {
    private final VariableFacts facts;

    Remover(VariableFacts facts) {
      this.facts = facts;
    }

    @Override
    public List<Stmt> expand(Stmt stmt) {
      Stmt inner = stmt(stmt);
      boolean useless =
          switch (inner) {
            case Stmt.Let s -> facts.isUnused(s.variable()) && Totality.isTotal(s.value());
            case Stmt.If s ->
                s.then().isEmpty() && s.otherwise().isEmpty() && Totality.isTotal(s.condition());
            case Stmt.For s -> s.body().isEmpty() && isCounted(s);
            default -> false;
          };
      return useless ? List.of() : List.of(inner);
    }

    private static boolean isCounted(Stmt.For loop) {
      return loop.step() instanceof Constant step
          && ((Number) step.value()).longValue() != 0
          && Totality.isTotal(loop.from())
          && Totality.isTotal(loop.to());
    }
  }
}
