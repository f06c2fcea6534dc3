package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** One tile on its way from its definition to a statement that uses it. */
final class Move {
  private final Variable variable;
  private final Tile tile;
  private final VariableFacts facts;
  private final Effects effects;

  Move(Variable variable, Tile tile, VariableFacts facts) {
    this.variable = variable;
    this.tile = tile;
    this.facts = facts;
    this.effects = Effects.of((Expr) tile, facts);
  }

  /** What in a statement keeps the tile before it; empty if its value is the same behind it. */
  Optional<Obstacle> between(Stmt stmt) {
    Effects between = Effects.of(stmt, facts);
    boolean looksAtMemory = !effects.reads().isEmpty() || effects.communicates();
    if (looksAtMemory && between.communicates()
        || effects.communicates() && between.touchesWindow()) {
      return Optional.of(Obstacle.COMMUNICATION);
    }
    if (between.leaves() && !Totality.isTotal(tile)) {
      return Optional.of(Obstacle.WAY_OUT);
    }
    if (!Collections.disjoint(effects.variables(), between.assigns())) {
      return Optional.of(Obstacle.ASSIGNMENT);
    }
    return Collections.disjoint(effects.reads(), between.writes()) || misses(stmt)
        ? Optional.empty()
        : Optional.of(Obstacle.STORE);
  }

  /** Whether a store writes nothing that the tile reads. */
  private boolean misses(Stmt stmt) {
    Optional<Region> written =
        switch (stmt) {
          case Stmt.Store s -> Region.of(s, facts);
          case Stmt.WriteElement s -> Region.element(s.target(), s.indices(), facts);
          default -> Optional.empty();
        };
    return written.isPresent() && isDisjointFrom(written.get());
  }

  private boolean isDisjointFrom(Region written) {
    return TileTrees.loads(tile).stream().allMatch(load -> isApart(Region.of(load, facts), written))
        && TileTrees.elements(tile).stream()
            .allMatch(e -> isApart(Region.element(e.tensor(), e.indices(), facts), written));
  }

  private static boolean isApart(Optional<Region> read, Region written) {
    return read.isPresent() && read.get().isDisjointFrom(written);
  }

  /** The consumer with the tile in the place of the variable. */
  Stmt into(Stmt consumer) {
    return Consumer.with(consumer, fused(consumer));
  }

  private Tile fused(Stmt consumer) {
    return TileTrees.substitute(Consumer.tile(consumer).orElseThrow(), variable, tile);
  }

  /** What keeps the tile from standing in a consumer, in the place of the variable. */
  Optional<Obstacle> obstacle(Stmt consumer) {
    Tile target = Consumer.tile(consumer).orElseThrow();
    Optional<Obstacle> misplaced = misplaced(target);
    if (misplaced.isPresent()) {
      return misplaced;
    }
    Tile fused = fused(consumer);
    if (TileTrees.size(fused) > FuseElementwise.MAX_SIZE
        || TileTrees.weight(tile) + TileTrees.weight(target) > FuseElementwise.MAX_WEIGHT) {
      return Optional.of(Obstacle.TOO_LONG);
    }
    if (!isEvaluatedInOrder(consumer)) {
      return Optional.of(Obstacle.LATER);
    }
    if (!sparesWhatItReads(consumer)) {
      return Optional.of(Obstacle.OVERWRITTEN);
    }
    return sparesPeers(consumer, fused) ? Optional.empty() : Optional.of(Obstacle.PEER_OVERWRITTEN);
  }

  /** Whether the tile is what a tree may have several times: neither seen by others nor large. */
  boolean mayRepeat() {
    return !effects.communicates() && TileTrees.products(tile).isEmpty();
  }

  /**
   * Why the tile cannot be an operand there. A factor of a product is memory, converted perhaps, or
   * a variable; a product is computed in blocks, of which a tree has one kind only. What is
   * gathered may be memory.
   */
  private Optional<Obstacle> misplaced(Tile target) {
    if (tile instanceof Tile.Fill) {
      return Optional.empty();
    }
    if (TileTrees.isFactor(target, variable)) {
      return TileTrees.loadOf(tile).isPresent() ? Optional.empty() : Optional.of(Obstacle.FACTOR);
    }
    if (target instanceof Tile.Whole whole) {
      boolean gathered = tile instanceof Tile.Load load && Tile.isRegular(load.valid());
      return gathered && TileTrees.isGathered(whole, variable)
          ? Optional.empty()
          : Optional.of(Obstacle.ARRANGED);
    }
    if (TileTrees.stretches(target, variable)) {
      return Optional.of(Obstacle.STRETCHED);
    }
    if (!TileTrees.products(tile).isEmpty()) {
      if (target instanceof Tile.Reduce || target instanceof Tile.Matmul) {
        return Optional.of(Obstacle.FOLDED_PRODUCT);
      }
      if (!TileTrees.products(target).isEmpty()) {
        return Optional.of(Obstacle.TWO_PRODUCTS);
      }
    }
    return target instanceof Tile.Matmul && !(tile instanceof Tile.Load)
        ? Optional.of(Obstacle.SUMS)
        : Optional.empty();
  }

  /** Whether the consumer does nothing before the tile's turn that had to come after it. */
  private boolean isEvaluatedInOrder(Stmt consumer) {
    if (effects.reads().isEmpty() && !effects.communicates()) {
      return true;
    }
    boolean[] inOrder = {true};
    new IrVisitor() {
      private boolean reached;

      @Override
      public void tile(Tile inner) {
        reached |= inner instanceof Tile.Ref(Variable read) && read.name().equals(variable.name());
        if (!reached) {
          note(Effects.of((Expr) inner, facts), inner);
        }
        super.tile(inner);
      }

      @Override
      public void scalar(Scalar scalar) {
        if (!reached) {
          Effects before = Effects.of((Expr) scalar, facts);
          inOrder[0] &= mayFollow(before);
        }
      }

      private void note(Effects before, Tile inner) {
        if (TileTrees.operands(inner).isEmpty()) {
          inOrder[0] &= mayFollow(before);
        }
      }
    }.stmt(consumer);
    return inOrder[0];
  }

  private boolean mayFollow(Effects before) {
    return !before.communicates() && !(effects.communicates() && before.touchesWindow());
  }

  /**
   * A peer may be this rank, and any two peers may be one: what is read from an instance of the
   * window that is written is read where it is written, if the store is computed as a loop.
   */
  private boolean sparesPeers(Stmt consumer, Tile fused) {
    return switch (consumer) {
      case Stmt.Store s -> sparesPeers(s.target(), s.offsets(), fused);
      case Stmt.RemoteStore s -> sparesPeers(s.target(), s.offsets(), fused);
      default -> true;
    };
  }

  private boolean sparesPeers(Variable target, List<Scalar> offsets, Tile fused) {
    return TileTrees.remoteLoads(fused).stream()
        .filter(load -> facts.root(load.source()).equals(facts.root(target)))
        .allMatch(
            load -> isPlace(target, offsets, fused, load.source(), load.offsets(), load.shape()));
  }

  /** A store may change memory while it is computed: only elements that are read no more. */
  private boolean sparesWhatItReads(Stmt consumer) {
    return switch (consumer) {
      case Stmt.Store s ->
          sparesWhatItReads(s.target(), s.offsets(), s.value(), Region.of(s, facts));
      case Stmt.RemoteStore s ->
          sparesWhatItReads(s.target(), s.offsets(), s.value(), Region.of(s, facts));
      default -> true;
    };
  }

  private boolean sparesWhatItReads(
      Variable target, List<Scalar> offsets, Tile value, Optional<Region> written) {
    String root = facts.root(target);
    if (!effects.reads().contains(root)) {
      return true;
    }
    boolean elementsApart =
        TileTrees.elements(tile).stream()
            .filter(e -> facts.root(e.tensor()).equals(root))
            .allMatch(
                e ->
                    written.isPresent()
                        && isApart(Region.element(e.tensor(), e.indices(), facts), written.get()));
    List<Tile.Load> factors = TileTrees.factors(TileTrees.substitute(value, variable, tile));
    return elementsApart
        && TileTrees.loads(tile).stream()
            .filter(load -> facts.root(load.source()).equals(root))
            .allMatch(
                load ->
                    factors.contains(load)
                        ? written.isPresent() && isApart(Region.of(load, facts), written.get())
                        : isWhereWritten(load, target, offsets, value, written));
  }

  private boolean isWhereWritten(
      Tile.Load load, Variable target, List<Scalar> offsets, Tile value, Optional<Region> written) {
    Optional<Region> read = Region.of(load, facts);
    if (read.isPresent() && written.isPresent()) {
      return read.get().equals(written.get()) || read.get().isDisjointFrom(written.get());
    }
    return isPlace(target, offsets, value, load.source(), load.offsets(), load.valid());
  }

  /** Whether a box that is read is where a value is written. */
  private static boolean isPlace(
      Variable target,
      List<Scalar> offsets,
      Tile value,
      Variable source,
      List<Scalar> from,
      List<Dim> box) {
    return source.equals(target)
        && from.equals(offsets)
        && box.equals(value.type().box(offsets.size()));
  }
}
