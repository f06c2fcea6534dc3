package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.hint.Places;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Why the tiles of a function are kept, as fusion finds out. A tile of one row or column of unknown
 * length, or a small one, stays in a cache: that is how good code looks, and nothing is said of it.
 */
final class KeptTiles {
  /** A tile of so many bytes stays in the second cache, with what else a core keeps there. */
  private static final long SMALL = ScratchPlan.DEFAULT_BUDGET / 4;

  private record Reason(Variable tile, Obstacle obstacle, List<Span> places) {}

  private final Hints hints;
  private final ExtentBounds bounds;
  private final Map<String, Origin> definitions = new HashMap<>();
  private final Map<String, List<Span>> uses = new HashMap<>();
  private final Map<String, Reason> reasons = new LinkedHashMap<>();

  /** Of a function before fusion, while each statement is one operation at one place. */
  KeptTiles(Function function, ExtentBounds bounds, Hints hints) {
    this.hints = hints;
    this.bounds = bounds;
    if (hints.areWanted()) {
      new Collector().function(function);
    }
  }

  /** It is left where it is, for now; what is found later counts. */
  void leave(Variable tile, Obstacle obstacle, Stmt because) {
    reasons.put(
        tile.name(), new Reason(tile, obstacle, List.of(Places.operation(because.origin()))));
  }

  /** The same, because of all that use it. */
  void leave(Variable tile, Obstacle obstacle) {
    reasons.put(tile.name(), new Reason(tile, obstacle, uses.getOrDefault(tile.name(), List.of())));
  }

  /** It was moved. */
  void move(Variable tile) {
    reasons.remove(tile.name());
  }

  /** Says it. */
  void report() {
    if (hints.areWanted()) {
      reasons.values().forEach(this::report);
    }
  }

  private void report(Reason reason) {
    Variable tile = reason.tile();
    Optional<Span> at = Optional.ofNullable(definitions.get(tile.name())).map(Origin::first);
    OptionalLong bytes = bytes(tile.tile());
    boolean alias = reason.obstacle().isAlias();
    if (at.isPresent() && (alias ? !isSingle(tile.tile()) : isLarge(tile.tile(), bytes))) {
      hints.keep(
          alias ? Code.COPIED : Code.NOT_FUSED,
          tile,
          bytes,
          at.get(),
          reason.obstacle().at(reason.places(), at.get()));
    }
  }

  private static boolean isSingle(TileType type) {
    return type.rows().isConstant(1) && type.columns().isConstant(1);
  }

  private static boolean isLarge(TileType type, OptionalLong bytes) {
    boolean line = type.rows().isConstant(1) || type.columns().isConstant(1);
    return bytes.isPresent() ? bytes.getAsLong() > SMALL : !line;
  }

  private OptionalLong bytes(TileType type) {
    OptionalLong rows = most(type.validRows(), type.rows());
    OptionalLong columns = most(type.validColumns(), type.columns());
    return rows.isPresent() && columns.isPresent() && type.element() instanceof Element element
        ? OptionalLong.of(rows.getAsLong() * columns.getAsLong() * element.bytes())
        : OptionalLong.empty();
  }

  /** No box is larger than its shape. */
  private OptionalLong most(Dim valid, Dim extent) {
    OptionalLong most = bounds.most(valid);
    return most.isPresent() ? most : bounds.most(extent);
  }

  private final class Collector extends IrVisitor {
    private Optional<Span> at = Optional.empty();

    @Override
    public void stmt(Stmt stmt) {
      Optional<Span> outer = at;
      at = Optional.of(stmt.origin().first());
      if (stmt instanceof Stmt.Let let) {
        definitions.put(let.variable().name(), let.origin());
      }
      super.stmt(stmt);
      at = outer;
    }

    @Override
    public void use(Variable variable) {
      if (variable.type() instanceof TileType) {
        at.ifPresent(
            place -> uses.computeIfAbsent(variable.name(), _ -> new ArrayList<>()).add(place));
      }
    }
  }
}
