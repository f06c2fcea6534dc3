package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Loads a tile again for each statement that uses it, so that every load has one consumer: to read
 * memory twice costs less than to keep a copy, and a tile that is not kept can be of any size.
 *
 * <p>Needs one operation a statement. A load is repeated if all its uses are in statements of its
 * own block and nothing in between changes what it reads; it is not across communication, since
 * then a peer may change it.
 *
 * <p>Guarantees: the same values; the first of the loads stands where the load stood, so that what
 * fails still fails there.
 */
public final class RepeatLoads implements Pass {
  @Override
  public String name() {
    return "repeat-loads";
  }

  @Override
  public Function apply(Function function) {
    return apply(function, Hints.unwanted());
  }

  @Override
  public Function apply(Function function, Hints hints) {
    return new Repeater(new VariableFacts(function), new FreshNames(function), hints)
        .function(function);
  }

  private static final class Repeater extends IrRewriter {
    private final VariableFacts facts;
    private final FreshNames names;
    private final Hints hints;

    Repeater(VariableFacts facts, FreshNames names, Hints hints) {
      this.facts = facts;
      this.names = names;
      this.hints = hints;
    }

    @Override
    public Block block(Block block) {
      Block inner = super.block(block);
      List<Stmt> statements = new ArrayList<>(inner.statements());
      boolean changed = false;
      for (int i = 0; i < statements.size(); i++) {
        if (statements.get(i) instanceof Stmt.Let let && let.value() instanceof Tile.Load load) {
          changed |= repeat(statements, i, let, load);
        }
      }
      return changed ? new Block(statements) : inner;
    }

    /** Gives every consumer but the first a load of its own, right in front of it. */
    private boolean repeat(List<Stmt> statements, int at, Stmt.Let let, Tile.Load load) {
      Optional<List<Integer>> consumers = consumers(statements, at, let.variable(), load);
      if (consumers.isEmpty() || consumers.get().size() < 2) {
        return false;
      }
      List<Integer> again = consumers.get().subList(1, consumers.get().size());
      for (int consumer : again.reversed()) {
        Variable copy = names.variable(let.variable().name(), let.variable().type());
        Stmt stmt = statements.get(consumer);
        Tile tile = Consumer.tile(stmt).orElseThrow();
        statements.set(
            consumer,
            Consumer.with(stmt, TileTrees.substitute(tile, let.variable(), new Tile.Ref(copy))));
        statements.add(consumer, new Stmt.Let(copy, load, let.origin()));
      }
      return true;
    }

    /** The statements that use the load, if the same could be loaded in front of each. */
    private Optional<List<Integer>> consumers(
        List<Stmt> statements, int at, Variable variable, Tile.Load load) {
      if (facts.isAssigned(variable)) {
        return Optional.empty();
      }
      Move move = new Move(variable, load, facts);
      List<Integer> consumers = new ArrayList<>();
      int left = facts.uses(variable);
      for (int i = at + 1; left > 0 && i < statements.size(); i++) {
        Stmt stmt = statements.get(i);
        int uses = uses(stmt, variable);
        if (uses > 0) {
          if (TileTrees.stretches(Consumer.tile(stmt).orElseThrow(), variable)) {
            return Optional.empty(); // A row for many rows is better kept.
          }
          consumers.add(i);
          left -= uses;
        }
        if (left > 0) {
          Optional<Obstacle> between = move.between(stmt);
          if (between.isPresent()) {
            hints.apart(variable, again(between.get(), stmt));
            return Optional.empty();
          }
        }
      }
      return left == 0 ? Optional.of(consumers) : Optional.empty();
    }

    private static String again(Obstacle between, Stmt stmt) {
      Span at = stmt.origin().first();
      return "It is not loaded again for each: %s.".formatted(between.at(List.of(at), at));
    }

    private static int uses(Stmt stmt, Variable variable) {
      return (int)
          Consumer.tile(stmt).stream()
              .flatMap(tile -> TileTrees.refs(tile).stream())
              .filter(variable::equals)
              .count();
    }
  }
}
