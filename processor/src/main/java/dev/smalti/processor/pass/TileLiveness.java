package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * From which statement to which each tile is needed, with statements numbered as they stand. A tile
 * from before a loop that is used in it is needed until the loop's end, since the next round may
 * use it again.
 */
final class TileLiveness {
  /** Who needs an array, and when. */
  sealed interface Tenant {
    int from();
  }

  /** A tile variable, from its definition to its last use. */
  record OfTile(Variable variable, int from, int to, Origin origin) implements Tenant {}

  /** The rows that one statement stages. */
  record OfStatement(Stmt statement, int at, List<Row> loads, Optional<Row> result)
      implements Tenant {
    @Override
    public int from() {
      return at;
    }
  }

  /** What passes through scratch at a time, in elements. */
  private static final int STRIP = 2048;

  /** A row of so many elements. */
  record Row(Element element, Dim length) {}

  private static final class Loop {
    private final int from;
    private int to;

    Loop(int from, int to) {
      this.from = from;
      this.to = to;
    }

    int from() {
      return from;
    }

    int to() {
      return to;
    }
  }

  private static final class Life {
    private final Variable variable;
    private final Origin origin;
    private final int from;
    private int to;
    private final List<Loop> loops = new ArrayList<>();

    Life(Variable variable, Origin origin, int from) {
      this.variable = variable;
      this.origin = origin;
      this.from = from;
      this.to = from;
    }

    int end() {
      return Math.max(to, loops.stream().mapToInt(Loop::to).max().orElse(to));
    }
  }

  private final Map<String, Life> lives = new LinkedHashMap<>();
  private final List<OfStatement> stagings = new ArrayList<>();
  private final List<Loop> open = new ArrayList<>();
  private int now;

  private TileLiveness() {}

  static TileLiveness of(Function function) {
    TileLiveness liveness = new TileLiveness();
    liveness.block(function.body());
    return liveness;
  }

  /** Elements of the valid box. */
  static Dim length(Variable tile) {
    return tile.tile().validRows().times(tile.tile().validColumns());
  }

  /** In the order in which they begin; tiles of one element are no tenants. */
  List<Tenant> tenants() {
    List<Tenant> tenants = new ArrayList<>();
    lives.values().stream()
        .filter(life -> !length(life.variable).isConstant(1))
        .map(life -> new OfTile(life.variable, life.from, life.end(), life.origin))
        .forEach(tenants::add);
    tenants.addAll(stagings);
    tenants.sort(Comparator.comparingInt(Tenant::from));
    return tenants;
  }

  private void block(Block block) {
    block.statements().forEach(this::stmt);
  }

  private void stmt(Stmt stmt) {
    now++;
    Optional<Tile> tile = Consumer.tile(stmt);
    tile.ifPresent(value -> TileTrees.refs(value).forEach(this::use));
    tile.ifPresent(value -> stage(stmt, value));
    switch (stmt) {
      case Stmt.Let s when s.variable().type() instanceof TileType ->
          lives.put(s.variable().name(), new Life(s.variable(), s.origin(), now));
      case Stmt.Assign s when s.variable().type() instanceof TileType -> use(s.variable());
      case Stmt.For s -> loop(s.body());
      case Stmt.While s -> loop(s.body());
      case Stmt.ForEachRank s -> loop(s.body());
      case Stmt.If s -> {
        block(s.then());
        block(s.otherwise());
      }
      default -> {}
    }
  }

  private void loop(Block body) {
    Loop loop = new Loop(now, 0);
    open.add(loop);
    block(body);
    now++;
    loop.to = now;
    open.removeLast();
  }

  private void use(Variable variable) {
    Life life = Objects.requireNonNull(lives.get(variable.name()), variable.name());
    life.to = now;
    open.stream().filter(loop -> loop.from() > life.from).findFirst().ifPresent(life.loops::add);
  }

  // ---- rows that are staged

  private void stage(Stmt stmt, Tile tile) {
    boolean defines = stmt instanceof Stmt.Let || stmt instanceof Stmt.Assign;
    List<Row> loads = new ArrayList<>();
    if (!(defines && isLoad(tile))) {
      collect(tile, loads);
    }
    Tile computed = tile instanceof Tile.Reduce reduce ? reduce.operand() : tile;
    boolean buffered =
        (!defines || tile instanceof Tile.Reduce)
            && !isLoad(computed)
            && !(computed instanceof Tile.Ref);
    Optional<Row> result =
        !buffered
            ? Optional.empty()
            : Optional.of(readsTiles(tile) ? wholeRow(computed) : row(computed));
    if (!loads.isEmpty() || result.isPresent()) {
      stagings.add(new OfStatement(stmt, now, loads, result));
    }
  }

  private static boolean isLoad(Tile tile) {
    return tile instanceof Tile.Load || tile instanceof Tile.RemoteLoad;
  }

  /** What is gathered goes from memory to where it belongs. */
  private static void collect(Tile tile, List<Row> rows) {
    if (tile instanceof Tile.Whole) {
      return;
    }
    if (isLoad(tile)) {
      rows.add(row(tile));
    }
    TileTrees.operands(tile).forEach(operand -> collect(operand, rows));
  }

  private static boolean readsTiles(Tile tile) {
    return TileTrees.refs(tile).stream().anyMatch(read -> !length(read).isConstant(1));
  }

  private static Row wholeRow(Tile tile) {
    return new Row((Element) tile.type().element(), tile.type().validColumns());
  }

  /** Long rows pass in parts. */
  private static Row row(Tile tile) {
    Dim columns = tile.type().validColumns();
    boolean parts = columns.constant().isPresent() && columns.constant().getAsLong() > STRIP;
    return new Row((Element) tile.type().element(), parts ? Dim.of(STRIP) : columns);
  }
}
