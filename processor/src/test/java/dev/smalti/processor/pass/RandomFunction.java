package dev.smalti.processor.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes random functions, as text, that try to mislead the passes: overlapping loads and stores of
 * the same memory at different rows, through views and on peers, tiles that live on or are assigned
 * under a condition, scalars that change, ways out of loops, and communication in between.
 *
 * <p>The parameters are always {@code x, y [R, C]}, {@code z [R + 2, C]}, the window {@code w [R,
 * C]}, the signal {@code s [ranks, 1]} and {@code k}. Nothing fails for {@code R >= 3}, {@code C >=
 * 2} and {@code 0 <= k <= 2}; no wait lasts.
 */
final class RandomFunction {
  private static final String HEAD =
      """
      incore p.K.k
          in x: tensor<F32>[R, C]
          inout y: tensor<F32>[R, C]
          inout z: tensor<F32>[R + 2, C]
          inout w: window<F32>[R, C]
          in s: signal[ranks, 1]
          in k: int
          symbols R, C, ranks
      """;

  private record Tile(String name, String rows, String columns) {
    String box() {
      return "F32[" + rows + ", " + columns + "]";
    }

    boolean sameBox(Tile other) {
      return box().equals(other.box());
    }
  }

  private final Random random;
  private final StringBuilder text = new StringBuilder(HEAD);
  private final List<Tile> tiles = new ArrayList<>();
  private final List<String> rows = new ArrayList<>(List.of("0", "1", "2", "k"));
  private final List<String> numbers = new ArrayList<>(List.of("0.5", "3.0"));
  private int names;
  private int depth = 1;
  private int loops;

  private final boolean dataDependent;

  private RandomFunction(long seed, boolean dataDependent) {
    random = new Random(seed);
    this.dataDependent = dataDependent;
  }

  /**
   * A function.
   *
   * @param dataDependent whether its control flow may depend on elements and cells
   */
  static String of(long seed, boolean dataDependent) {
    RandomFunction function = new RandomFunction(seed, dataDependent);
    function.body();
    return function.text.toString();
  }

  private void body() {
    line("%t0: F32[R, C] = load x[0, 0] shape(R, C)");
    tiles.add(new Tile("t0", "R", "C"));
    line("q: int = 1");
    int statements = 4 + random.nextInt(14);
    for (int i = 0; i < statements; i++) {
      statement();
    }
    for (int i = 0; i < 2; i++) {
      store();
    }
  }

  private void line(String statement) {
    text.append("  ".repeat(depth)).append(statement).append('\n');
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private String any(String... list) {
    return list[random.nextInt(list.length)];
  }

  private String fresh(String base) {
    names++;
    return base + names;
  }

  // ---- statements

  private void statement() {
    switch (random.nextInt(24)) {
      case 0, 1, 2, 3 -> load();
      case 4, 5, 6, 7, 8 -> compute();
      case 9, 10 -> reduce();
      case 11, 12, 13, 14 -> store();
      case 15 -> assign();
      case 16 -> scalar();
      case 17 -> write();
      case 18 -> communicate();
      case 19, 20 -> block();
      case 21 -> inside("for " + counter() + " in 0.." + any("2", "3"), true);
      case 22 -> branch();
      default -> wayOut();
    }
  }

  /** A chain that wants to be one loop over the rows. */
  private void block() {
    load("R", "C");
    compute();
    reduce();
    compute();
    compute();
    store();
  }

  private String counter() {
    return fresh("i");
  }

  private void inside(String head, boolean loop) {
    if (depth > 2) {
      return;
    }
    line(head);
    int knownTiles = tiles.size();
    int knownRows = rows.size();
    int knownNumbers = numbers.size();
    depth++;
    if (loop) {
      loops++;
      rows.add(head.split(" ")[1]);
    }
    int statements = 1 + random.nextInt(4);
    for (int i = 0; i < statements; i++) {
      if (random.nextInt(3) == 0) {
        assign();
      } else {
        statement();
      }
    }
    store();
    depth--;
    loops -= loop ? 1 : 0;
    trim(tiles, knownTiles);
    trim(rows, knownRows);
    trim(numbers, knownNumbers);
  }

  private static void trim(List<?> list, int size) {
    list.subList(size, list.size()).clear();
  }

  private void branch() {
    if (depth > 2) {
      return;
    }
    inside("if " + condition(), false);
    if (random.nextBoolean()) {
      inside("else", false);
    }
  }

  private String condition() {
    return dataDependent && random.nextInt(3) == 0
        ? any("y[0, 0]{double} > 0.0", "read(s[0, 0]) > 1")
        : any("k > 0", "q > 1", any(rows) + " == 1", "1 > 2", "q < 9");
  }

  private void wayOut() {
    if (loops > 0) {
      line("if " + condition());
      line("  " + any("break", "continue"));
    }
  }

  private void load() {
    load(any("R", "R", "1"), any("C", "C", "C", "1"));
  }

  private void load(String rowCount, String columnCount) {
    Tile tile = new Tile(fresh("t"), rowCount, columnCount);
    String column = columnCount.equals("C") ? "0" : any("0", "1");
    String shape = " shape(" + rowCount + ", " + columnCount + ")";
    String row = any(rows);
    String source =
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> any("x", "y", "y", "w") + at(rowCount, row, column) + shape;
          case 3, 4 -> "z[" + row + ", " + column + "]" + shape;
          case 5 -> "w" + at(rowCount, row, column) + " of " + any("0", "rank(w)") + shape;
          case 6 ->
              rowCount.equals("R")
                  ? view("z[" + row + ", 0] shape(R, C)", "[R, C]") + "[0, " + column + "]" + shape
                  : view("y[" + row + ", 0] shape(1, C) drop 1", "[C]")
                      + "["
                      + column
                      + "] shape("
                      + columnCount
                      + ")";
          default -> "y" + at(rowCount, row, column) + shape;
        };
    line("%" + tile.name() + ": " + tile.box() + " = load " + source);
    tiles.add(tile);
  }

  private static String at(String rowCount, String row, String column) {
    return "[" + (rowCount.equals("R") ? "0" : row) + ", " + column + "]";
  }

  private String view(String box, String shape) {
    String name = fresh("v");
    line(name + ": tensor<F32>" + shape + " = view " + box);
    return name;
  }

  private void compute() {
    Tile a = any(tiles);
    Tile b = any(tiles);
    Tile made =
        new Tile(
            fresh("t"),
            a.rows().equals("1") ? b.rows() : a.rows(),
            a.columns().equals("1") ? b.columns() : a.columns());
    String sum = "%" + a.name() + " " + any("+", "-", "*") + " %" + b.name();
    switch (random.nextInt(8)) {
      case 7 -> product(a);
      case 0 -> define(new Tile(made.name(), a.rows(), a.columns()), "abs(%" + a.name() + ")");
      case 1 -> define(new Tile(made.name(), a.rows(), a.columns()), "neg(%" + a.name() + ")");
      case 2 ->
          define(
              new Tile(made.name(), a.rows(), a.columns()),
              "%" + a.name() + " + F32(" + any(any(numbers), "(double) q") + ")");
      case 3 -> define(new Tile(made.name(), a.rows(), a.columns()), "%" + a.name());
      case 4 -> {
        Tile fill = new Tile(made.name(), any("R", "1"), any("C", "1"));
        define(fill, "fill(" + fill.box() + ", " + any("2.0", "(double) q", "(double) k") + ")");
      }
      default -> define(made, sum);
    }
  }

  /** {@code a x b^T x c}, the transpose a tile of its own or not. */
  private void product(Tile a) {
    Tile b = any(tiles.stream().filter(t -> t.columns().equals(a.columns())).toList());
    String turned = "transposed %" + b.name();
    if (random.nextBoolean()) {
      String name = fresh("t");
      String box = "F32[" + b.columns() + ", " + b.rows() + "]";
      line("%" + name + ": " + box + " = whole transpose(%" + b.name() + "): " + box);
      turned = "%" + name;
    }
    Tile square = new Tile(fresh("t"), a.rows(), b.rows());
    line(
        "%%%s: F32[%s, %s] = matmul(F32(0), %%%s, %s)"
            .formatted(square.name(), a.rows(), b.rows(), a.name(), turned));
    define(
        new Tile(fresh("t"), a.rows(), b.columns()),
        "matmul(%" + a.name() + ", %" + square.name() + ", %" + b.name() + ")");
  }

  private void define(Tile tile, String value) {
    line("%" + tile.name() + ": " + tile.box() + " = " + value);
    tiles.add(tile);
  }

  private void reduce() {
    Tile a = any(tiles);
    boolean row = random.nextInt(3) > 0;
    define(
        new Tile(fresh("t"), row ? a.rows() : "1", row ? "1" : a.columns()),
        "reduce " + any("add", "max") + " %" + a.name() + " over " + (row ? "columns" : "rows"));
  }

  private void assign() {
    if (random.nextInt(4) == 0) {
      line("q := " + any("q + 1", "k", "q * 2"));
      return;
    }
    Tile target = any(tiles);
    Tile from = any(tiles);
    String operand = target.sameBox(from) ? from.name() : target.name();
    line(
        "%"
            + target.name()
            + " := "
            + any(
                "abs(%" + operand + ")",
                "%" + target.name() + " * %" + operand,
                "%" + operand,
                "%" + operand + " + F32(" + any(numbers) + ")"));
  }

  private void scalar() {
    String name = fresh("a");
    line(
        name
            + ": double = "
            + any(
                "y[" + any("0", "1") + ", 1]{double}",
                "z[k, 0]{double}",
                "(double) q",
                "(double) C",
                "2.0 * 3.0"));
    numbers.add(name);
  }

  private void write() {
    line("write " + any(numbers) + " -> " + any("y", "z", "w") + "[" + any(rows) + ", 1]");
  }

  private void communicate() {
    switch (random.nextInt(5)) {
      case 0 -> line("notify s[0, 0] of " + any("0", "rank(s)") + " add 1");
      case 1 -> line("await s[0, 0] >= 0");
      case 2 -> line("barrier s");
      default -> {
        Tile tile = any(tiles);
        line(
            "store %"
                + tile.name()
                + " -> w"
                + at(tile.rows(), any(rows), tile.columns().equals("1") ? "1" : "0")
                + " of "
                + any("0", "rank(w)", "extent(ranks - 1)")
                + any("", " add"));
      }
    }
  }

  private void store() {
    Tile tile = any(tiles);
    String column = tile.columns().equals("C") ? "0" : any("0", "1");
    String row = any(rows);
    String target =
        switch (random.nextInt(5)) {
          case 0, 1 -> any("y", "y", "w") + at(tile.rows(), row, column);
          case 2 -> "z[" + row + ", " + column + "]";
          case 3 -> "y" + at(tile.rows(), row, column);
          default ->
              tile.rows().equals("R")
                  ? view("z[" + row + ", 0] shape(R, C)", "[R, C]") + "[0, " + column + "]"
                  : view("y[" + row + ", 0] shape(1, C) drop 1", "[C]") + "[" + column + "]";
        };
    line("store %" + tile.name() + " -> " + target + any("", "", " add"));
  }
}
