package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * Spells out barriers as credits: every rank gives one to each peer, waits for one of each peer,
 * and takes that back, so that the cells are zero again and the next barrier starts from there.
 * Credits of a fast peer for the next barrier add up; they are never lost. Many ranks count at rank
 * 0 instead.
 *
 * <p>Needs signals with one cell a rank along the first axis and one cell along any other.
 * Guarantees that no barrier is left. Host functions, where a barrier is a dispatch, stay as they
 * are.
 */
public final class LowerBarriers implements Pass {
  /** From so many ranks on, a notify of each of them costs more than a counter at one. */
  private static final int MANY = 16;

  private static final Scalar ZERO = Scalar.Constant.of(0);
  private static final Scalar ONE = Scalar.Constant.of(1);

  @Override
  public String name() {
    return "lower-barriers";
  }

  @Override
  public Function apply(Function function) {
    if (function.kind() == FunctionKind.HOST) {
      return function;
    }
    Lowering lowering = new Lowering(new FreshNames(function));
    Function lowered = lowering.function(function);
    return lowered == function ? function : RanksSymbol.in(lowered);
  }

  private static final class Lowering extends IrRewriter {
    private final FreshNames names;

    Lowering(FreshNames names) {
      this.names = names;
    }

    @Override
    public List<Stmt> expand(Stmt stmt) {
      return stmt instanceof Stmt.Barrier(Variable signal, Origin origin)
          ? lower(signal, origin)
          : super.expand(stmt);
    }

    private List<Stmt> lower(Variable signal, Origin origin) {
      Scalar many =
          new Scalar.Binary(
              BinaryScalar.GREATER,
              new Scalar.Extent(Dim.named(Function.RANKS)),
              Scalar.Constant.of(MANY));
      return List.of(
          new Stmt.If(
              many,
              chosen("CENTRAL", count(signal, origin), origin),
              chosen("MESH", exchange(signal, origin), origin),
              origin));
    }

    private static Block chosen(String algorithm, List<Stmt> steps, Origin origin) {
      List<Stmt> all = new ArrayList<>();
      all.add(new Stmt.Announce(new Announcement.Chooses(algorithm), origin));
      all.addAll(steps);
      return new Block(all);
    }

    /** All count at rank 0, which tells them when all have come. */
    private List<Stmt> count(Variable signal, Origin origin) {
      Scalar others =
          new Scalar.Binary(
              BinaryScalar.SUBTRACT, new Scalar.Extent(Dim.named(Function.RANKS)), ONE);
      Scalar back =
          new Scalar.Binary(
              BinaryScalar.SUBTRACT, ONE, new Scalar.Extent(Dim.named(Function.RANKS)));
      List<Scalar> cell = cell(signal, ZERO);
      Variable told = peer();
      Scalar first = new Scalar.Binary(BinaryScalar.EQUAL, new Scalar.Rank(signal), ZERO);
      Block counting =
          new Block(
              List.of(
                  new Stmt.Await(signal, cell, Relation.GE, others, origin),
                  new Stmt.Notify(signal, ZERO, cell, Update.ADD, back, origin),
                  new Stmt.For(
                      told,
                      ONE,
                      new Scalar.Extent(Dim.named(Function.RANKS)),
                      ONE,
                      Block.of(
                          new Stmt.Notify(
                              signal, new Scalar.Read(told), cell, Update.ADD, ONE, origin)),
                      origin)));
      Block coming =
          new Block(
              List.of(
                  new Stmt.Notify(signal, ZERO, cell, Update.ADD, ONE, origin),
                  new Stmt.Await(signal, cell, Relation.GE, ONE, origin),
                  new Stmt.Notify(
                      signal,
                      new Scalar.Rank(signal),
                      cell,
                      Update.ADD,
                      Scalar.Constant.of(-1),
                      origin)));
      return List.of(new Stmt.If(first, counting, coming, origin));
    }

    private List<Stmt> exchange(Variable signal, Origin origin) {
      Variable me = names.variable("me", ScalarType.INT);
      Scalar self = new Scalar.Read(me);
      Variable told = peer();
      Variable awaited = peer();
      Variable taken = peer();
      return List.of(
          new Stmt.Let(me, new Scalar.Rank(signal), origin),
          forEachPeer(
              told,
              me,
              new Stmt.Notify(
                  signal, new Scalar.Read(told), cell(signal, self), Update.ADD, ONE, origin)),
          forEachPeer(
              awaited,
              me,
              new Stmt.Await(
                  signal, cell(signal, new Scalar.Read(awaited)), Relation.GE, ONE, origin)),
          forEachPeer(
              taken,
              me,
              new Stmt.Notify(
                  signal,
                  self,
                  cell(signal, new Scalar.Read(taken)),
                  Update.ADD,
                  Scalar.Constant.of(-1),
                  origin)));
    }

    private Variable peer() {
      return names.variable("peer", ScalarType.INT);
    }

    private static List<Scalar> cell(Variable signal, Scalar first) {
      List<Scalar> cell = new ArrayList<>();
      cell.add(first);
      for (int axis = 1; axis < signal.signal().shape().size(); axis++) {
        cell.add(ZERO);
      }
      return cell;
    }

    private static Stmt forEachPeer(Variable peer, Variable me, Stmt step) {
      Scalar other =
          new Scalar.Binary(BinaryScalar.NOT_EQUAL, new Scalar.Read(peer), new Scalar.Read(me));
      Stmt guarded = new Stmt.If(other, Block.of(step), new Block(List.of()), step.origin());
      return new Stmt.For(
          peer,
          ZERO,
          new Scalar.Extent(Dim.named(Function.RANKS)),
          ONE,
          Block.of(guarded),
          step.origin());
    }
  }
}
