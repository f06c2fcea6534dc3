package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A product of matrices in blocks: a block of the result is complete before the next one begins, so
 * that what follows the product is done while the block is in the cache, and nothing larger than a
 * block is held.
 *
 * <p>The factors are packed into panels as wide as the kernel in registers, in the order in which
 * it reads them, as Goto and van de Geijn describe in "Anatomy of High-Performance Matrix
 * Multiplication" (2008). The inner extent is walked in ascending steps and the sums of a block
 * stay in memory between them: each element is one chain of products in ascending order, whatever
 * the sizes of the blocks.
 */
abstract class MatmulLoops {
  /**
   * How a product is taken apart.
   *
   * @param lanes rows that the kernel computes at a time
   * @param rows of a block of the result, a multiple of the lanes
   * @param columns of a block of the result
   * @param unit the columns of a block are rounded up to a multiple of this power of two
   * @param steps of the inner extent at a time
   */
  record Blocking(int lanes, int rows, int columns, int unit, int steps) {}

  /**
   * A row of a finished block.
   *
   * @param row its number in the result
   * @param column of the result at which the block begins
   * @param columns how many the block has
   * @param array that holds the row
   * @param at where in the array it starts
   */
  record Row(Java row, Java column, VectorMethods.Count columns, String array, Java at) {}

  /** Columns of the right factor that stay packed for all blocks of rows: 4 MiB of floats. */
  private static final int HELD = 1 << 20;

  /** Rows for which the right factor is not packed. */
  private static final int FEW = 3;

  final Context context;
  final Lines out;
  final Element element;
  private final Tile.Matmul product;
  private final BoxAccess access;
  private final MatmulFactors factors;
  private final int line;
  private final Blocking blocking;

  /**
   * For one statement.
   *
   * @param context of the method
   * @param product what is computed
   * @param blocking how
   * @param line the user's line
   * @param out takes the loops
   */
  MatmulLoops(Context context, Tile.Matmul product, Blocking blocking, int line, Lines out) {
    this.context = context;
    this.product = product;
    this.blocking = blocking;
    this.line = line;
    this.out = out;
    this.element = Api.concrete(product.type().element());
    this.access = new BoxAccess(context, line, out);
    this.factors = new MatmulFactors(context, element, this::widening, line, out);
  }

  /** The product in a tree of element-wise operations. */
  static Optional<Tile.Matmul> in(Tile tile) {
    if (tile instanceof Tile.Matmul matmul) {
      return Optional.of(matmul);
    }
    return Operands.of(tile).stream().flatMap(operand -> in(operand).stream()).findFirst();
  }

  /** Whether a local is read by a factor: then it must not be written block by block. */
  boolean reads(TileLocal local) {
    return List.of(product.left(), product.right()).stream()
        .anyMatch(
            factor ->
                factor instanceof Tile.Ref ref
                    && context.tile(ref.variable()).name().equals(local.name()));
  }

  // ---- what a tier has of its own

  /** Declares the panels of the right factor and the block. */
  abstract void declare(Java packedSteps, Java rows, Java columns);

  /** Declares the block alone. */
  abstract void declareSums(Java rows, Java columns);

  /** A statement that packs a block of the right factor. */
  abstract String packRight(MatmulFactors.Panel from, Java steps, Java columns, Java toStep);

  /** A statement that adds the products of a block to the sums. */
  abstract String multiply(String left, Java rows, Java columns, Java steps, Java fromStep);

  /** Where a row of the block is. */
  abstract Place place(Java row);

  /** The name of a method that converts elements of a narrow type. */
  String widening(Element from) {
    return MatmulRoutines.widen(context.routines, from, element);
  }

  /**
   * A place in an array.
   *
   * @param array its name
   * @param at an index
   */
  record Place(String array, Java at) {}

  // ---- the loops

  /** Writes the loops; the epilogue writes what is done with each row of a finished block. */
  void write(Consumer<Row> epilogue) {
    RowStart start = accumulator(product.accumulator());
    MatmulFactors.Factor left = factors.of(product.left(), !product.leftTransposed(), "left");
    MatmulFactors.Factor right = factors.of(product.right(), product.rightTransposed(), "right");
    Extents extents = extents();
    if (hasRowKernel(product.rightTransposed()) && isAtMost(product.type().validRows(), FEW)) {
      fewRows(extents, start, left, right, epilogue);
    } else {
      blocks(extents, start, left, right, epilogue);
    }
  }

  /** The extents of the product, as names or numbers. */
  private record Extents(Java rows, Java columns, Dim deep, Java depth) {}

  private Extents extents() {
    TileType type = product.type();
    TileType inner = product.left().type();
    Dim deep = product.leftTransposed() ? inner.validRows() : inner.validColumns();
    return new Extents(
        context.once(type.validRows(), "rows", out),
        context.once(type.validColumns(), "columns", out),
        deep,
        context.once(deep, "depth", out));
  }

  private void blocks(
      Extents e,
      RowStart start,
      MatmulFactors.Factor left,
      MatmulFactors.Factor right,
      Consumer<Row> epilogue) {
    TileType type = product.type();
    Java height =
        named("height", capped(type.validRows(), e.rows(), blocking.rows(), blocking.lanes()));
    Java width =
        named(
            "width", capped(type.validColumns(), e.columns(), blocking.columns(), blocking.unit()));
    Java steps = named("steps", capped(e.deep(), e.depth(), blocking.steps(), 1));
    boolean oneBlock = isAtMost(type.validRows(), blocking.rows());
    boolean oneStep = isAtMost(e.deep(), blocking.steps());
    String held = oneBlock || oneStep ? "" : context.names.fresh("held");
    Java packedSteps = steps;
    if (!held.isEmpty()) {
      String size = "(long) " + e.depth().in(Java.UNARY) + " * " + width.text();
      out.line("boolean %s = %s <= %d;".formatted(held, size, HELD));
      packedSteps =
          named(
              "packedSteps",
              new Java(held + " ? " + e.depth().text() + " : " + steps.text(), Java.CONDITIONAL));
    }
    String packed = context.scratch(element, "leftPanels", height.times(steps), out);
    left.declareStage(height, steps);
    right.declareStage(width, steps);
    declare(packedSteps, height, width);
    blocks(
        type.validColumns(),
        e.columns(),
        blocking.columns(),
        "column",
        (column, n) ->
            blocks(
                type.validRows(),
                e.rows(),
                blocking.rows(),
                "row",
                (row, m) -> {
                  out.line(context.core + ".poll();");
                  forEach(m.java(), i -> start.write(sum(row, i), column, n, place(i)));
                  blocks(
                      e.deep(),
                      e.depth(),
                      blocking.steps(),
                      "step",
                      (step, k) -> {
                        Java to = held.isEmpty() ? zero() : heldStep(held, step);
                        boolean again = !row.isZero();
                        if (again) {
                          String first = row.text() + " == 0";
                          out.open(
                              "if (" + (held.isEmpty() ? first : first + " || !" + held) + ")");
                        }
                        MatmulFactors.Panel panel = right.panel(step, column, k.java(), n.java());
                        out.line(packRight(panel, k.java(), n.java(), to));
                        if (again) {
                          out.close();
                        }
                        MatmulFactors.Panel from = left.panel(step, row, k.java(), m.java());
                        out.line(packLeft(from, blocking.lanes(), packed, k.java(), m.java()));
                        out.line(multiply(packed, m.java(), n.java(), k.java(), to));
                      });
                  finish(row, column, m, n, epilogue);
                }));
  }

  private static Java heldStep(String held, Java step) {
    return step.isZero() ? step : new Java(held + " ? " + step.text() + " : 0", Java.CONDITIONAL);
  }

  private void finish(
      Java row,
      Java column,
      VectorMethods.Count rows,
      VectorMethods.Count columns,
      Consumer<Row> epilogue) {
    forEach(
        rows.java(),
        i -> {
          Place at = place(i);
          epilogue.accept(new Row(sum(row, i), column, columns, at.array(), at.at()));
        });
  }

  private void forEach(Java rows, Consumer<Java> code) {
    forEach(context, rows, out, code);
  }

  /** A loop over the rows of a block; none where there is one. */
  static void forEach(Context context, Java rows, Lines out, Consumer<Java> code) {
    if (rows.text().equals("1")) {
      code.accept(zero());
      return;
    }
    String i = context.row;
    out.open("for (int %s = 0; %s < %s; %s++)".formatted(i, i, rows.text(), i));
    code.accept(Java.primary(i));
    out.close();
  }

  /**
   * Whether there is a kernel for a few rows, which reads the right factor where it is.
   *
   * @param alongSteps whether the rows of the right factor in memory go along the inner extent
   */
  abstract boolean hasRowKernel(boolean alongSteps);

  /** The name of the kernel. */
  abstract String rowKernel(boolean alongSteps);

  /** A statement that adds the products of one row of the left to a row of sums. */
  private String multiplyRow(
      String left, Java leftAt, MatmulFactors.Panel right, Place to, Java columns, Java steps) {
    return "%s(%s, %s, %s, %s, %s, %s, %s, %s, %s);"
        .formatted(
            rowKernel(right.alongSteps()),
            left,
            leftAt.text(),
            right.array(),
            right.at().text(),
            right.stride().text(),
            to.array(),
            to.at().text(),
            columns.text(),
            steps.text());
  }

  /** Few rows use an element of the right factor too seldom to pack it. */
  private void fewRows(
      Extents e,
      RowStart start,
      MatmulFactors.Factor left,
      MatmulFactors.Factor right,
      Consumer<Row> epilogue) {
    TileType type = product.type();
    int scale = right.isInPlace() ? 4 : 1;
    int most = blocking.columns() * scale;
    Java width = named("width", capped(type.validColumns(), e.columns(), most, blocking.unit()));
    Java steps = named("steps", capped(e.deep(), e.depth(), blocking.steps() * scale, 1));
    String packed = context.scratch(element, "leftRows", e.rows().times(steps), out);
    left.declareStage(e.rows(), steps);
    right.declareStage(width, steps);
    declareSums(e.rows(), width);
    VectorMethods.Count m = new VectorMethods.Count(e.rows(), type.validRows().constant());
    blocks(
        type.validColumns(),
        e.columns(),
        most,
        "column",
        (column, n) -> {
          out.line(context.core + ".poll();");
          forEach(e.rows(), i -> start.write(i, column, n, place(i)));
          blocks(
              e.deep(),
              e.depth(),
              blocking.steps() * scale,
              "step",
              (step, k) -> {
                MatmulFactors.Panel from = left.panel(step, zero(), k.java(), e.rows());
                out.line(packLeft(from, 1, packed, k.java(), e.rows()));
                MatmulFactors.Panel panel = right.panel(step, column, k.java(), n.java());
                forEach(
                    e.rows(),
                    i ->
                        out.line(
                            multiplyRow(
                                packed,
                                index(i, k.java(), zero()),
                                panel,
                                place(i),
                                n.java(),
                                k.java())));
              });
          finish(zero(), column, m, n, epilogue);
        });
  }

  /** A row some rows further on. */
  static Java sum(Java row, Java i) {
    return row.isZero() ? i : i.isZero() ? row : row.plus(i);
  }

  private static Java zero() {
    return Java.primary("0");
  }

  private Java named(String hint, Java value) {
    if (value.isSimple()) {
      return value;
    }
    String name = context.names.fresh(hint);
    out.line("int " + name + " = " + value.text() + ";");
    return Java.primary(name);
  }

  private static boolean isAtMost(Dim dim, int most) {
    return dim.constant().isPresent() && dim.constant().getAsLong() <= most;
  }

  /** An extent, at most so much, rounded up to a multiple. */
  private static Java capped(Dim dim, Java extent, int most, int multiple) {
    if (dim.constant().isPresent()) {
      long up = Math.ceilDiv(dim.constant().getAsLong(), multiple) * (long) multiple;
      return Literals.of((int) Math.min(most, up));
    }
    Java up =
        multiple == 1
            ? extent
            : Java.binary(
                    Java.primary("(" + extent.in(Java.ADDITIVE) + " + " + (multiple - 1) + ")"),
                    "/",
                    Java.MULTIPLICATIVE,
                    Literals.of(multiple))
                .times(Literals.of(multiple));
    return Java.call(Api.MATH + ".min", Literals.of(most), up);
  }

  private interface BlockCode {
    void write(Java at, VectorMethods.Count count);
  }

  /** A loop over the blocks of an extent; none where one block is all. */
  private void blocks(Dim dim, Java extent, int size, String hint, BlockCode code) {
    if (isAtMost(dim, size)) {
      code.write(zero(), new VectorMethods.Count(extent, dim.constant()));
      return;
    }
    String at = context.names.fresh(hint);
    String count = context.names.fresh(hint + "s");
    out.open("for (int %s = 0; %s < %s; %s += %d)".formatted(at, at, extent.text(), at, size));
    out.line("int %s = %s.min(%d, %s - %s);".formatted(count, Api.MATH, size, extent.in(9), at));
    code.write(
        Java.primary(at), new VectorMethods.Count(Java.primary(count), OptionalLong.empty()));
    out.close();
  }

  private String packLeft(
      MatmulFactors.Panel from, int lanes, String packed, Java steps, Java rows) {
    String method =
        MatmulRoutines.pack(
            context.routines, lanes == 1 ? "packRows" : "packLeft", element, lanes, from);
    return "%s(%s, %s, %s, %s, %s, %s, 0);"
        .formatted(
            method,
            from.array(),
            from.at().text(),
            from.stride().text(),
            steps.text(),
            rows.text(),
            packed);
  }

  // ---- accumulators

  /** Writes the code that starts a row of a block. */
  private interface RowStart {
    void write(Java row, Java column, VectorMethods.Count columns, Place to);
  }

  private RowStart accumulator(Tile tile) {
    TileType type = tile.type();
    if (tile instanceof Tile.Load load && Tile.isRegular(load.valid()) && !isOneColumn(type)) {
      BoxAccess.Source source = access.source(load);
      Memory memory = source.memory();
      return (row, column, n, to) ->
          out.line(
              memory.copyTo(
                  to.array(),
                  to.at().text(),
                  memory.address(source.element(stretched(type.rows(), row), column)),
                  n.java().text()));
    }
    if (tile instanceof Tile.Splat splat) {
      return filled(scalar(splat.value()));
    }
    if (tile instanceof Tile.Fill fill) {
      context.checkExtents(List.of(fill.type().rows(), fill.type().columns()), out);
      return filled(scalar(fill.value()));
    }
    TileLocal local = factors.held(tile, "sums");
    if (local.isSingle()) {
      return filled(Java.primary(local.name()));
    }
    if (isOneColumn(type)) {
      return (row, column, n, to) ->
          fill(to, n, Java.primary(local.name() + "[" + row.text() + "]"));
    }
    return (row, column, n, to) ->
        out.line(
            "%s.arraycopy(%s, %s, %s, %s, %s);"
                .formatted(
                    Api.SYSTEM,
                    local.name(),
                    index(
                            stretched(type.rows(), row),
                            context.dims.asInt(type.validColumns()),
                            column)
                        .text(),
                    to.array(),
                    to.at().text(),
                    n.java().text()));
  }

  private static boolean isOneColumn(TileType type) {
    return type.columns().isConstant(1);
  }

  private static Java stretched(Dim extent, Java row) {
    return extent.isConstant(1) ? zero() : row;
  }

  private RowStart filled(Java value) {
    return (row, column, n, to) -> fill(to, n, value);
  }

  private void fill(Place to, VectorMethods.Count n, Java value) {
    Java end = to.at().isZero() ? n.java() : to.at().plus(n.java());
    out.line(
        "%s.fill(%s, %s, %s, %s);"
            .formatted(Api.ARRAYS, to.array(), to.at().text(), end.text(), value.text()));
  }

  private Java scalar(Scalar value) {
    Java java = context.scalars.operand(element, value, line);
    if (value instanceof Scalar.Constant || java.isSimple()) {
      return java;
    }
    String name = context.names.fresh("scalar");
    out.line(Primitives.computed(element) + " " + name + " = " + java.text() + ";");
    return Java.primary(name);
  }

  /** An index into rows of an array. */
  static Java index(Java row, Java stride, Java column) {
    if (row.isZero()) {
      return column;
    }
    Java start = row.times(stride);
    return column.isZero() ? start : start.plus(column);
  }
}
