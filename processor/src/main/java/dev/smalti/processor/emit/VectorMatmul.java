package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Tile;

/** A product whose kernel keeps a tile of the sums in vectors. */
final class VectorMatmul extends MatmulLoops {
  private final Blocking blocking;
  private final VectorType type;
  private String panels = "";
  private String sums = "";
  private Java width = Java.primary("0");

  VectorMatmul(Context context, VectorMethods methods, Tile.Matmul product, int line, Lines out) {
    this(context, methods, product, blocking(product), line, out);
  }

  private VectorMatmul(
      Context context,
      VectorMethods methods,
      Tile.Matmul product,
      Blocking blocking,
      int line,
      Lines out) {
    super(context, product, blocking, line, out);
    this.blocking = blocking;
    this.type = VectorType.of(element);
    methods.product(type);
  }

  /**
   * Five rows of two vectors are as many sums as leave registers for a row of the right and an
   * element of the left; a panel of the right stays in the first cache, a block of the left in the
   * second.
   */
  private static Blocking blocking(Tile.Matmul product) {
    Element element = Api.concrete(product.type().element());
    int bytes = element.bytes();
    return new Blocking(5, 95, 2048 / bytes, 2 * VectorType.of(element).lanes, 1024 / bytes);
  }

  @Override
  void declare(Java packedSteps, Java rows, Java columns) {
    panels = context.scratch(element, "rightPanels", packedSteps.times(columns), out);
    declareSums(rows, columns);
  }

  @Override
  void declareSums(Java rows, Java columns) {
    width = columns;
    sums = context.scratch(element, "sums", rows.times(columns), out);
  }

  @Override
  String packRight(MatmulFactors.Panel from, Java steps, Java columns, Java toStep) {
    String method =
        MatmulRoutines.pack(context.routines, "packRight", element, blocking.unit(), from);
    return "%s(%s, %s, %s, %s, %s, %s, %s);"
        .formatted(
            method,
            from.array(),
            from.at().text(),
            from.stride().text(),
            steps.text(),
            columns.text(),
            panels,
            start(toStep).text());
  }

  @Override
  String multiply(String left, Java rows, Java columns, Java steps, Java fromStep) {
    return "%s(%s, %s, %s, %s, %s, %s, %s, %s);"
        .formatted(
            MatmulRoutines.multiply(context.routines, type, blocking),
            left,
            panels,
            start(fromStep).text(),
            sums,
            width.text(),
            rows.text(),
            columns.text(),
            steps.text());
  }

  @Override
  boolean hasRowKernel(boolean alongSteps) {
    return true;
  }

  @Override
  String rowKernel(boolean alongSteps) {
    return alongSteps
        ? MatmulRoutines.chains(context.routines, element)
        : MatmulRoutines.rowKernel(context.routines, type);
  }

  /** HotSpot makes vectors of all such loops but one. */
  @Override
  String widening(Element from) {
    return from == Element.BF16
        ? MatmulRoutines.widenBrain(context.routines)
        : super.widening(from);
  }

  private Java start(Java step) {
    return step.isZero() ? step : step.times(width);
  }

  @Override
  Place place(Java row) {
    return new Place(sums, row.isZero() ? row : row.times(width));
  }
}
