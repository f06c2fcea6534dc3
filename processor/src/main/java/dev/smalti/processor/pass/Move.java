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

  /** Whether the value is the same, and is still computed, after the statement. */
  boolean passes(Stmt stmt) {
    Effects between = Effects.of(stmt, facts);
    boolean looksAtMemory = !effects.reads().isEmpty() || effects.communicates();
    return !(looksAtMemory && between.communicates())
        && !(effects.communicates() && between.touchesWindow())
        && !(between.leaves() && !Totality.isTotal(tile))
        && Collections.disjoint(effects.variables(), between.assigns())
        && (Collections.disjoint(effects.reads(), between.writes()) || misses(stmt));
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

  /** The consumer with the tile in the place of the variable, if it may stand there. */
  Optional<Stmt> into(Stmt consumer) {
    Optional<Tile> target = Consumer.tile(consumer);
    if (target.isEmpty()) {
      return Optional.empty();
    }
    Tile fused = TileTrees.substitute(target.get(), variable, tile);
    boolean fits =
        TileTrees.size(fused) <= FuseElementwise.MAX_SIZE
            && TileTrees.weight(tile) + TileTrees.weight(target.get()) <= FuseElementwise.MAX_WEIGHT
            && mayStand(target.get())
            && isEvaluatedInOrder(consumer)
            && sparesWhatItReads(consumer)
            && sparesPeers(consumer, fused);
    return fits ? Optional.of(Consumer.with(consumer, fused)) : Optional.empty();
  }

  /** Whether the tile is what a tree may have several times: neither seen by others nor large. */
  boolean mayRepeat() {
    return !effects.communicates() && TileTrees.products(tile).isEmpty();
  }

  /**
   * Whether the tile can be an operand there. A factor of a product is memory, converted perhaps,
   * or a variable; a product is computed in blocks, of which a tree has one kind only.
   */
  private boolean mayStand(Tile target) {
    if (tile instanceof Tile.Fill) {
      return true;
    }
    if (TileTrees.isFactor(target, variable)) {
      return TileTrees.loadOf(tile).isPresent();
    }
    boolean products = !TileTrees.products(tile).isEmpty();
    boolean besides = !TileTrees.products(target).isEmpty();
    boolean elementwise = !(target instanceof Tile.Reduce) && !(target instanceof Tile.Matmul);
    return !TileTrees.stretches(target, variable)
        && !(products && (besides || !elementwise))
        && !(target instanceof Tile.Matmul && !(tile instanceof Tile.Load));
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
