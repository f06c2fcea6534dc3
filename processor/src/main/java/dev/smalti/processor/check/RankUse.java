package dev.smalti.processor.check;

import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which variables are used as a rank: as a peer, compared with a rank, or as a coordinate where
 * there is one for each rank; and what such variables are computed from.
 */
final class RankUse {
  private final FunctionTable functions;
  private final Map<FunctionId, Set<String>> known = new HashMap<>();

  RankUse(FunctionTable functions) {
    this.functions = functions;
  }

  /** Names of variables of a function. */
  Set<String> of(Function function) {
    Set<String> before = known.get(function.id());
    if (before != null) {
      return before;
    }
    known.put(function.id(), Set.of());
    Set<String> used = new HashSet<>();
    Set<String> ranks = new HashSet<>();
    int size;
    do {
      size = used.size() + ranks.size();
      new Walk(used, ranks).function(function);
    } while (used.size() + ranks.size() > size);
    known.put(function.id(), used);
    return used;
  }

  private final class Walk extends IrVisitor {
    private final Set<String> used;

    /** Variables that hold a rank. */
    private final Set<String> ranks;

    Walk(Set<String> used, Set<String> ranks) {
      this.used = used;
      this.ranks = ranks;
    }

    @Override
    public void stmt(Stmt stmt) {
      switch (stmt) {
        case Stmt.Let s when s.value() instanceof Scalar value -> value(s.variable(), value);
        case Stmt.Assign s when s.value() instanceof Scalar value -> value(s.variable(), value);
        case Stmt.RemoteStore s -> uses(s.peer());
        case Stmt.Transfer s -> uses(s.peer());
        case Stmt.Notify s -> {
          uses(s.peer());
          coordinates(s.signal(), s.cell());
        }
        case Stmt.Await s -> coordinates(s.signal(), s.cell());
        case Stmt.Announce(Announcement.Begins b, Origin _) -> b.root().ifPresent(this::uses);
        case Stmt.ForEachRank s -> ranks.add(s.rank().name());
        case Stmt.Call s ->
            functions
                .find(s.callee())
                .ifPresent(callee -> arguments(callee, RankUse.this.of(callee), s.arguments()));
        default -> {}
      }
      super.stmt(stmt);
    }

    private void value(Variable variable, Scalar value) {
      if (isRank(value)) {
        ranks.add(variable.name());
      }
      if (used.contains(variable.name())) {
        uses(value);
      }
    }

    private void arguments(Function callee, Set<String> inside, List<Expr> arguments) {
      for (int i = 0; i < arguments.size(); i++) {
        if (arguments.get(i) instanceof Scalar scalar
            && inside.contains(callee.parameters().get(i).name())) {
          uses(scalar);
        }
      }
    }

    @Override
    public void place(Place place) {
      if (place instanceof Place.View view) {
        coordinates(view.base(), view.offsets());
      }
      super.place(place);
    }

    @Override
    public void tile(Tile tile) {
      if (tile instanceof Tile.RemoteLoad load) {
        uses(load.peer());
      }
      super.tile(tile);
    }

    @Override
    public void scalar(Scalar scalar) {
      if (scalar instanceof Scalar.Binary binary && compares(binary.operator())) {
        if (isRank(binary.left())) {
          uses(binary.right());
        }
        if (isRank(binary.right())) {
          uses(binary.left());
        }
      }
      super.scalar(scalar);
    }

    private static boolean compares(BinaryScalar operator) {
      return switch (operator) {
        case EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL -> true;
        default -> false;
      };
    }

    private boolean isRank(Scalar scalar) {
      return scalar instanceof Scalar.Rank
          || scalar instanceof Scalar.Read read && ranks.contains(read.variable().name());
    }

    private void coordinates(Variable memory, List<Scalar> at) {
      List<Dim> shape = SymbolBinding.shapeOf(memory.type());
      for (int axis = 0; axis < shape.size() && axis < at.size(); axis++) {
        if (shape.get(axis).equals(Dim.named(Function.RANKS))) {
          uses(at.get(axis));
        }
      }
    }

    private void uses(Scalar scalar) {
      new IrVisitor() {
        @Override
        public void use(Variable variable) {
          used.add(variable.name());
        }

        // A number that something is divided by, or a quotient, counts; it is no rank.
        @Override
        public void scalar(Scalar part) {
          switch (part) {
            case Scalar.Binary b when b.operator() == BinaryScalar.REMAINDER -> scalar(b.left());
            case Scalar.Binary b when b.operator() == BinaryScalar.DIVIDE -> {}
            case Scalar.Call c when c.function() == MathFunction.FLOOR_MOD ->
                scalar(c.arguments().getFirst());
            case Scalar.Call c
                when c.function() == MathFunction.FLOOR_DIV
                    || c.function() == MathFunction.CEIL_DIV -> {}
            default -> super.scalar(part);
          }
        }
      }.scalar(scalar);
    }
  }
}
