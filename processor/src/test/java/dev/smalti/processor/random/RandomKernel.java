package dev.smalti.processor.random;

import dev.smalti.lang.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes a random kernel as a user would: locals, reassignment, branches, loops, views, reductions
 * and casts over tiles of nine element types and four shapes.
 *
 * <p>Every kernel has the signature {@code (x, w, k, h, y, z, g, n, s)}: inputs {@code x [rows,
 * columns]} F32, {@code w [1, columns]} F32, {@code k [rows, columns]} I32 and {@code h [rows,
 * columns]} of a narrow type, outputs {@code y [rows, columns]} F32, {@code z [rows, 1]} F32 and
 * {@code g [rows, columns]} of the narrow type, an int and a double. It terminates and does not
 * fail.
 */
final class RandomKernel {
  private enum Type {
    F16,
    BF16,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8;

    boolean isFloating() {
      return name().contains("F");
    }
  }

  /** Element types of 8 and 16 bits; a kernel has them in turn. */
  static final List<String> NARROW = List.of("F16", "BF16", "I8", "I16", "U8");

  private enum Box {
    FULL("rows", "columns"),
    ROW("1", "columns"),
    COLUMN("rows", "1"),
    ONE("1", "1");

    private final String rows;
    private final String columns;

    Box(String rows, String columns) {
      this.rows = rows;
      this.columns = columns;
    }

    static Box of(boolean rows, boolean columns) {
      return rows ? columns ? FULL : COLUMN : columns ? ROW : ONE;
    }

    boolean hasRows() {
      return this == FULL || this == COLUMN;
    }

    boolean hasColumns() {
      return this == FULL || this == ROW;
    }

    Box stretched(Box other) {
      return of(hasRows() || other.hasRows(), hasColumns() || other.hasColumns());
    }

    String shape() {
      return "shape(" + rows + ", " + columns + ")";
    }
  }

  private static final List<String> FLOAT_FUNCTIONS =
      List.of(
          "exp",
          "log",
          "sqrt",
          "rsqrt",
          "recip",
          "abs",
          "neg",
          "sin",
          "cos",
          "tanh",
          "sigmoid",
          "erf",
          "gelu",
          "geluTanh",
          "relu",
          "floor",
          "ceil",
          "rint",
          "round",
          "trunc",
          "sign");

  private record Tile(String text, Type type, Box box) {}

  private final Random random;
  private final StringBuilder body = new StringBuilder();
  private final List<Tile> locals = new ArrayList<>();
  private int names;
  private int depth = 2;

  private RandomKernel(Random random) {
    this.random = random;
  }

  /** The source of a class of this name with so many kernels, numbered from 0. */
  static String classOf(String name, int kernels, Random random) {
    StringBuilder text = new StringBuilder();
    text.append("import static dev.smalti.lang.Smalti.*;\n\nimport dev.smalti.lang.*;\n\n");
    text.append("final class ").append(name).append(" {\n");
    for (int i = 0; i < kernels; i++) {
      Type narrow = Type.valueOf(NARROW.get(i % NARROW.size()));
      text.append(new RandomKernel(random).method("kernel" + i, narrow));
    }
    return text.append("}\n").toString();
  }

  private String method(String name, Type narrow) {
    local("x.load()", Type.F32, Box.FULL);
    local("w.load()", Type.F32, Box.ROW);
    local("k.load()", Type.I32, Box.FULL);
    local("h.load()", narrow, Box.FULL);
    int statements = 2 + random.nextInt(6);
    for (int i = 0; i < statements; i++) {
      statement();
    }
    line("y.store(" + exactly(Type.F32, Box.FULL, 2) + ");");
    line("z.store(" + exactly(Type.F32, Box.COLUMN, 2) + ");");
    line("g.store(" + exactly(narrow, Box.FULL, 2) + ");");
    boolean adds = random.nextInt(3) == 0;
    if (adds) {
      String sum = exactly(narrow, Box.FULL, 1);
      line("g.store(" + sum + ", at(0, 0), ADD);");
    }
    if (random.nextInt(4) == 0) {
      line("g.row(0).store(h.row(rows - 1).load());");
      String value = narrow.isFloating() ? "s * h.read(at(0, columns - 1))" : "h.readInt(at(0, 0))";
      line("g.write(at(rows - 1, 0), " + value + ");");
    }
    if (random.nextInt(3) == 0) {
      line("y.row(rows - 1).store(" + exactly(Type.F32, Box.ROW, 1) + ");");
    }
    if (random.nextInt(4) == 0) {
      line("z.write(at(0, 0), s * n + x.read(at(rows - 1, columns - 1)));");
    }
    return "  @InCore\n  static void "
        + name
        + "(\n      @Shape(\"rows, columns\") Tensor<F32> x,\n"
        + "      @Shape(\"1, columns\") Tensor<F32> w,\n"
        + "      @Shape(\"rows, columns\") Tensor<I32> k,\n"
        + "      @Shape(\"rows, columns\") Tensor<"
        + narrow
        + "> h,\n"
        + "      @Shape(\"rows, columns\") @Out Tensor<F32> y,\n"
        + "      @Shape(\"rows, 1\") @Out Tensor<F32> z,\n"
        + "      @Shape(\"rows, columns\") @"
        + (adds ? "InOut" : "Out")
        + " Tensor<"
        + narrow
        + "> g,\n"
        + "      int n,\n      double s) {\n"
        + "    int rows = x.dim(0);\n    int columns = x.dim(1);\n"
        + body
        + "  }\n\n";
  }

  private void line(String text) {
    body.append("  ".repeat(depth)).append(text).append('\n');
  }

  private String fresh(String base) {
    return base + names++;
  }

  private void local(String value, Type type, Box box) {
    String name = fresh("t");
    line("Tile<" + type + "> " + name + " = " + value + ";");
    locals.add(new Tile(name, type, box));
  }

  // ---- statements

  private void statement() {
    switch (random.nextInt(10)) {
      case 8 -> counted();
      case 9 -> table();
      case 0, 1, 2 -> {
        Tile value = tile(3);
        local(value.text(), value.type(), value.box());
      }
      case 3, 4 -> assign();
      case 5 -> branch();
      case 6 -> loop();
      default -> rowLoop();
    }
  }

  private void assign() {
    Tile target = any(locals);
    line(target.text() + " = " + exactly(target.type(), target.box(), 2) + ";");
  }

  private void branch() {
    line("if (" + condition() + ") {");
    inside(this::assign);
    if (random.nextBoolean()) {
      line("} else {");
      inside(this::assign);
    }
    line("}");
  }

  private void inside(Runnable statements) {
    int known = locals.size();
    depth++;
    statements.run();
    depth--;
    while (locals.size() > known) {
      locals.removeLast();
    }
  }

  private void loop() {
    String counter = fresh("i");
    line(
        random.nextBoolean()
            ? "for (int " + counter + " : range(n % 3 + 1)) {"
            : "for (int " + counter + " = 0; " + counter + " < n; " + counter + "++) {");
    inside(
        () -> {
          if (random.nextInt(3) == 0) {
            line("if (" + counter + " == 2) {");
            line("  " + (random.nextBoolean() ? "break;" : "continue;"));
            line("}");
          }
          assign();
          if (random.nextBoolean()) {
            statementInLoop();
          }
        });
    line("}");
  }

  /** Copied rounds, which carry tiles, or independent ones, which write elements. */
  private void counted() {
    String counter = fresh("u");
    if (random.nextBoolean()) {
      line("for (int " + counter + " : unroll(" + any(List.of("3", "1, 4", "5, 0, -2")) + ")) {");
      inside(
          () -> {
            Tile target = any(locals);
            assign();
            line(target.text() + " = " + target.text() + ".add(" + counter + ");");
            if (random.nextBoolean()) {
              statementInLoop();
            }
          });
    } else {
      line("for (int " + counter + " : parallel(0, rows, 1)) {");
      inside(
          () -> {
            local("x.row(" + counter + ").load()", Type.F32, Box.ROW);
            line("y.row(" + counter + ").store(" + exactly(Type.F32, Box.ROW, 2) + ");");
            line("z.write(at(" + counter + ", 0), s * " + counter + ");");
          });
    }
    line("}");
  }

  /** An array that is filled, updated between uses, and read in scalars of tiles and conditions. */
  private void table() {
    String table = fresh("table");
    String type = any(List.of("int", "long", "double", "float"));
    boolean whole = type.equals("int") || type.equals("long");
    line(
        random.nextInt(4) == 0
            ? type + "[] " + table + " = {1, n, 3, (int) s};"
            : type + "[] " + table + " = new " + type + "[4];");
    String counter = fresh("c");
    line("for (int " + counter + " : range(" + any(List.of("4", "n % 4")) + ")) {");
    inside(
        () -> {
          line(table + "[" + counter + "] += " + counter + " * n" + (whole ? "" : " + s") + ";");
          if (random.nextBoolean()) {
            assign();
          }
        });
    line("}");
    String at = table + "[" + any(List.of("0", "3", "n % 4", "(n + 1) & 3")) + "]";
    for (int i = random.nextInt(3); i >= 0; i--) {
      Tile target = any(locals);
      String scalar = target.type().isFloating() ? at : whole ? counted(at, target.type()) : "n";
      line(target.text() + " = " + target.text() + ".add(" + scalar + ");");
      line(at + (whole ? "++;" : " *= 0.5;"));
    }
    if (random.nextBoolean()) {
      line("if (" + at + " > 1) {");
      inside(this::assign);
      line("}");
    }
  }

  /** Arrays hold s, which may be negative; beside U8 such a scalar does not fit. */
  private static String counted(String at, Type beside) {
    return beside == Type.U8 ? "Math.max((int) " + at + ", 0)" : "(int) " + at;
  }

  private void statementInLoop() {
    if (random.nextBoolean()) {
      branch();
    } else {
      Tile value = tile(2);
      local(value.text(), value.type(), value.box());
      assign();
    }
  }

  /** Row by row, with a ragged block of two rows now and then. */
  private void rowLoop() {
    String row = fresh("r");
    line("for (int " + row + " : range(rows)) {");
    inside(
        () -> {
          local("x.row(" + row + ").load()", Type.F32, Box.ROW);
          line("y.row(" + row + ").store(" + exactly(Type.F32, Box.ROW, 2) + ");");
        });
    line("}");
    if (random.nextBoolean()) {
      String from = fresh("r");
      line("for (int " + from + " : range(0, rows, 2)) {");
      line("  int valid = Math.min(2, rows - " + from + ");");
      line(
          "  Tile<F32> ragged = x.load(at("
              + from
              + ", 0), shape(2, columns),"
              + " shape(valid, columns));");
      line("  y.store(ragged.sub(ragged.rowMax()), at(" + from + ", 0));");
      line("}");
    }
  }

  private String condition() {
    return switch (random.nextInt(3)) {
      case 0 -> "n > " + random.nextInt(4);
      case 1 -> "s < " + (random.nextInt(5) - 2);
      default -> "k.readInt(at(0, 0)) % 2 == " + random.nextInt(2);
    };
  }

  // ---- expressions

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** An expression of this type and box. */
  private String exactly(Type type, Box box, int budget) {
    Tile tile = tile(budget);
    String text = tile.type() == type ? tile.text() : tile.text() + ".cast(" + type + ")";
    if (tile.box().hasColumns() && !box.hasColumns()) {
      text += any(List.of(".rowSum()", ".rowMax()", ".rowMin()"));
    }
    if (tile.box().hasRows() && !box.hasRows()) {
      text += any(List.of(".colSum()", ".colMax()", ".colMin()"));
    }
    boolean stretch =
        box.hasRows() && !tile.box().hasRows() || box.hasColumns() && !tile.box().hasColumns();
    return stretch
        ? "Tile.fill("
            + type
            + ", "
            + box.shape()
            + ", "
            + random.nextInt(3)
            + ").add("
            + text
            + ")"
        : text;
  }

  private Tile tile(int budget) {
    if (budget == 0) {
      return any(locals);
    }
    Tile a = tile(budget - 1);
    return switch (random.nextInt(12)) {
      case 11 -> {
        Tile factor = NARROW.contains(a.type().name()) ? like(a, Type.F32) : a;
        yield product(factor, tile(random.nextInt(budget)));
      }
      case 10 -> rearranged(a);
      case 0, 1, 2 -> combined(a, tile(random.nextInt(budget)));
      case 3 -> withScalar(a);
      case 4, 5 -> unary(a);
      case 6 -> reduced(a);
      case 7 -> chosen(a, tile(random.nextInt(budget)));
      case 8 -> {
        Type type = any(List.of(Type.values()));
        boolean rounds = a.type().isFloating() && !type.isFloating() && random.nextBoolean();
        yield rounds
            ? new Tile(a.text() + ".cast(" + type + ", " + any(ROUNDINGS) + ")", type, a.box())
            : like(a, type);
      }
      default -> a;
    };
  }

  private static final List<Rounding> ROUNDINGS = List.of(Rounding.values());

  private Tile like(Tile a, Type type) {
    return a.type() == type ? a : new Tile(a.text() + ".cast(" + type + ")", type, a.box());
  }

  private Tile combined(Tile a, Tile other) {
    Tile b = like(other, a.type());
    List<String> operations =
        a.type().isFloating()
            ? List.of("add", "sub", "mul", "div", "rem", "mod", "max", "min")
            : List.of("add", "sub", "mul", "max", "min", "and", "or", "xor", "shl", "shr", "ushr");
    String text = a.text() + "." + any(operations) + "(" + b.text() + ")";
    Box box = a.box().stretched(b.box());
    if (a.type().isFloating() && random.nextInt(5) == 0) {
      text = a.text() + ".fma(" + b.text() + ", " + a.text() + ")";
    }
    return new Tile(text, a.type(), box);
  }

  private Tile withScalar(Tile a) {
    String operation = any(List.of("add", "sub", "mul", "max", "min"));
    String scalar =
        a.type().isFloating()
            ? any(List.of("0.1", "s", "n", "-2.5", "1e30", "columns"))
            : any(List.of("3", "n", a.type() == Type.U8 ? "200" : "-7", "rows"));
    if (!a.type().isFloating() && random.nextInt(3) == 0) {
      operation = any(List.of("div", "rem", "mod"));
      scalar = any(List.of("3", a.type() == Type.U8 ? "130" : "-2", "(n * n + 1)"));
    }
    if (a.type().isFloating() && random.nextInt(6) == 0) {
      operation = "leakyRelu";
    }
    return new Tile(a.text() + "." + operation + "(" + scalar + ")", a.type(), a.box());
  }

  private Tile unary(Tile a) {
    List<String> operations =
        a.type().isFloating() ? FLOAT_FUNCTIONS : List.of("abs", "neg", "sign", "relu", "not");
    return new Tile(a.text() + "." + any(operations) + "()", a.type(), a.box());
  }

  private Tile reduced(Tile a) {
    boolean row = random.nextInt(3) != 0;
    String operation = any(List.of("Sum", "Prod", "Max", "Min"));
    return new Tile(
        a.text() + (row ? ".row" : ".col") + operation + "()",
        a.type(),
        Box.of(row && a.box().hasRows(), !row && a.box().hasColumns()));
  }

  private Tile product(Tile factor, Tile other) {
    Tile a = summed(factor);
    Tile b = like(other, a.type());
    Box box = Box.of(a.box().hasRows(), b.box().hasRows());
    String text =
        a.box().hasColumns() == b.box().hasColumns()
            ? a.text() + ".matmul(" + b.text() + ".transpose())"
            : a.text()
                + any(List.of(".rowSum()", ".rowMin()"))
                + ".matmul("
                + b.text()
                + any(List.of(".rowMax()", ".rowSum()"))
                + ".transpose())";
    if (box == Box.FULL) { // Rows of both: back to columns.
      return new Tile(
          text + ".matmul(" + b.text() + ")", a.type(), Box.of(true, b.box().hasColumns()));
    }
    if (box == Box.ROW) {
      return new Tile(
          text + ".matmul(" + b.text() + ")", a.type(), Box.of(false, b.box().hasColumns()));
    }
    return new Tile(
        "Tile.fill("
            + a.type()
            + ", "
            + box.shape()
            + ", 2).addMatmul("
            + text
            + ", Tile.fill("
            + a.type()
            + ", shape(1, 1), 1))",
        a.type(),
        box);
  }

  /** As a type in which products are summed. */
  private static Tile summed(Tile a) {
    if (!NARROW.contains(a.type().name())) {
      return a;
    }
    Type wide = a.type().isFloating() ? Type.F32 : Type.I32;
    return new Tile(a.text() + ".cast(" + wide + ")", wide, a.box());
  }

  private Tile rearranged(Tile a) {
    String rows = a.box().rows;
    String columns = a.box().columns;
    String box = a.box().shape();
    return switch (random.nextInt(9)) {
      case 0 -> new Tile(a.text() + ".transpose().neg().transpose()", a.type(), a.box());
      case 1 -> {
        boolean row = random.nextBoolean();
        String place = (row ? ".row" : ".col") + any(List.of("ArgMax()", "ArgMin()"));
        yield new Tile(
            a.text() + place,
            Type.I32,
            Box.of(row && a.box().hasRows(), !row && a.box().hasColumns()));
      }
      case 2 -> {
        String order = a.text() + ".rowArgTop(" + columns + ")";
        String sorted = a.text() + ".gather(" + order + ")";
        yield new Tile(
            random.nextBoolean()
                ? sorted
                : a.text() + ".scatter(" + order + ", " + sorted + ".add(1))",
            a.type(),
            a.box());
      }
      case 3 -> {
        String part = a.text() + ".slice(at(" + rows + " - 1, 0), shape(1, " + columns + "))";
        yield random.nextBoolean()
            ? new Tile(part, a.type(), Box.of(false, a.box().hasColumns()))
            : new Tile(a.text() + ".assemble(" + part + ", at(0, 0))", a.type(), a.box());
      }
      case 4 ->
          new Tile(
              a.text()
                  + ".concat("
                  + a.text()
                  + ".neg()).slice(at(0, "
                  + columns
                  + " - 1), "
                  + box
                  + ")",
              a.type(),
              a.box());
      case 5 -> {
        String places = "Tile.iota(I32, shape(" + rows + ", 1), n).mod(" + rows + ")";
        yield new Tile(
            random.nextBoolean()
                ? a.text() + ".gatherRows(" + places + ")"
                : a.text() + ".scatterRows(" + places + ", " + a.text() + ".add(1))",
            a.type(),
            a.box());
      }
      case 6 -> {
        String mask = "Mask." + any(List.of("lower", "upper")) + "(" + box + ", n - 1)";
        String all = any(List.of("", ".rowAny()", ".colAll()"));
        yield new Tile(
            mask + all + ".select(" + a.text() + ", " + a.text() + ".neg())", a.type(), a.box());
      }
      case 7 ->
          new Tile(
              any(List.of("Tile.randomBits(" + box + ", 9, n)", "Tile.iota(I32, " + box + ", n)")),
              Type.I32,
              a.box());
      default ->
          new Tile(
              a.text()
                  + ".pad(shape("
                  + rows
                  + " + 2, "
                  + columns
                  + " + 1), 1).slice(at(n % 3, 0), "
                  + box
                  + ")",
              a.type(),
              a.box());
    };
  }

  private Tile chosen(Tile a, Tile other) {
    Tile b = like(other, a.type());
    String relation = any(List.of("lt", "le", "gt", "ge", "eq", "ne"));
    String mask = a.text() + "." + relation + "(" + b.text() + ")";
    if (random.nextInt(3) == 0) {
      mask = mask + "." + any(List.of("and", "or", "xor")) + "(" + a.text() + ".gt(1)" + ")";
    }
    if (random.nextInt(4) == 0) {
      mask = mask + ".not()";
    }
    if (random.nextInt(5) == 0) {
      String truth = b.text() + ".le(0).cast(BOOL)";
      mask = mask + ".cast(BOOL)." + any(List.of("eq", "ne")) + "(" + truth + ")";
    }
    return new Tile(
        mask + ".select(" + a.text() + ", " + b.text() + ")", a.type(), a.box().stretched(b.box()));
  }
}
