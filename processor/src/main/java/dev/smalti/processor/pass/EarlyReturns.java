package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns a body with {@code return} in the middle into statements that end where it ended.
 *
 * <p>{@code if (c) return; rest} becomes {@code if (c) {} else {rest}}. Where that does not do, in
 * loops for example, the body becomes a loop of one round that is left, with a flag that takes the
 * way out through inner loops.
 */
final class EarlyReturns {
  private final FreshNames names;
  private final Origin call;

  EarlyReturns(FreshNames names, Origin call) {
    this.names = names;
    this.call = call;
  }

  List<Stmt> remove(List<Stmt> before, Block body) {
    List<Stmt> all = new ArrayList<>(before);
    Optional<List<Stmt>> branches = asBranches(body.statements());
    if (branches.isPresent()) {
      all.addAll(branches.get());
      return all;
    }
    Variable done = names.variable("returned", ScalarType.BOOLEAN);
    all.add(new Stmt.Let(done, Scalar.Constant.of(false), call));
    all.add(
        new Stmt.For(
            names.variable("once", ScalarType.INT),
            Scalar.Constant.of(0),
            Scalar.Constant.of(1),
            Scalar.Constant.of(1),
            new Block(left(body.statements(), done)),
            call));
    return all;
  }

  private static Optional<List<Stmt>> asBranches(List<Stmt> statements) {
    List<Stmt> result = new ArrayList<>();
    for (int i = 0; i < statements.size(); i++) {
      Stmt stmt = statements.get(i);
      if (stmt instanceof Stmt.Return) {
        return Optional.of(result);
      }
      if (!returns(stmt)) {
        result.add(stmt);
        continue;
      }
      if (!(stmt instanceof Stmt.If branch)) {
        return Optional.empty();
      }
      List<Stmt> rest = statements.subList(i + 1, statements.size());
      Optional<List<Stmt>> then = continued(branch.then(), rest);
      Optional<List<Stmt>> otherwise = continued(branch.otherwise(), rest);
      boolean once = endsInReturn(branch.then()) || endsInReturn(branch.otherwise());
      if (then.isEmpty() || otherwise.isEmpty() || !once) {
        return Optional.empty();
      }
      result.add(
          new Stmt.If(
              branch.condition(),
              new Block(then.get()),
              new Block(otherwise.get()),
              branch.origin()));
      return Optional.of(result);
    }
    return Optional.of(result);
  }

  private static Optional<List<Stmt>> continued(Block block, List<Stmt> rest) {
    if (endsInReturn(block)) {
      return asBranches(block.statements());
    }
    List<Stmt> all = new ArrayList<>(block.statements());
    all.addAll(rest);
    return asBranches(all);
  }

  private static boolean endsInReturn(Block block) {
    return !block.isEmpty() && block.statements().getLast() instanceof Stmt.Return;
  }

  private static boolean returns(Stmt stmt) {
    return InlineCalls.returnsEarly(Block.of(stmt, stmt));
  }

  /** The statements with each return as a break out of the innermost loop. */
  private List<Stmt> left(List<Stmt> statements, Variable done) {
    List<Stmt> result = new ArrayList<>();
    for (Stmt stmt : statements) {
      switch (stmt) {
        case Stmt.Return s -> {
          result.add(new Stmt.Assign(done, Scalar.Constant.of(true), s.origin()));
          result.add(new Stmt.Break(s.origin()));
        }
        case Stmt.If s when returns(s) ->
            result.add(
                new Stmt.If(
                    s.condition(),
                    new Block(left(s.then().statements(), done)),
                    new Block(left(s.otherwise().statements(), done)),
                    s.origin()));
        case Stmt.For s when returns(s) -> {
          Block body = new Block(left(s.body().statements(), done));
          result.add(
              new Stmt.For(s.variable(), s.from(), s.to(), s.step(), body, s.rounds(), s.origin()));
          result.add(leaveIf(done, s.origin()));
        }
        case Stmt.While s when returns(s) -> {
          Block body = new Block(left(s.body().statements(), done));
          result.add(new Stmt.While(s.condition(), body, s.origin()));
          result.add(leaveIf(done, s.origin()));
        }
        default -> result.add(stmt);
      }
    }
    return result;
  }

  private static Stmt leaveIf(Variable done, Origin origin) {
    return new Stmt.If(
        new Scalar.Read(done), Block.of(new Stmt.Break(origin)), new Block(List.of()), origin);
  }
}
