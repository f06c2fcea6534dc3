package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Tile;

/**
 * A product in plain loops that HotSpot makes vectors of: each row of the sums and of the right
 * factor is an array of its own, so that all have the same index.
 */
final class ScalarMatmul extends MatmulLoops {
  private String packed = "";
  private String sums = "";

  ScalarMatmul(Context context, Tile.Matmul product, int line, Lines out) {
    super(context, product, new Blocking(4, 96, 256, 1, 256), line, out);
  }

  @Override
  void declare(Java packedSteps, Java rows, Java columns) {
    packed = rows("rightRows", packedSteps, columns);
    declareSums(rows, columns);
  }

  @Override
  void declareSums(Java rows, Java columns) {
    sums = rows("sums", rows, columns);
  }

  private String rows(String hint, Java count, Java length) {
    String name = context.names.fresh(hint);
    out.line(
        "%s[][] %s = %s.%sRows(%d, %s, %s);"
            .formatted(
                Primitives.component(element),
                name,
                context.core,
                Primitives.scratch(element).replaceAll("s$", ""),
                context.slots.temporary(),
                count.text(),
                length.text()));
    return name;
  }

  @Override
  String packRight(MatmulFactors.Panel from, Java steps, Java columns, Java toStep) {
    return "%s(%s, %s, %s, %s, %s, %s, %s);"
        .formatted(
            MatmulRoutines.copy(context.routines, element, from.alongSteps()),
            from.array(),
            from.at().text(),
            from.stride().text(),
            steps.text(),
            columns.text(),
            packed,
            toStep.text());
  }

  @Override
  String multiply(String left, Java rows, Java columns, Java steps, Java fromStep) {
    return "%s(%s, %s, %s, %s, %s, %s, %s);"
        .formatted(
            MatmulRoutines.multiply(context.routines, element),
            left,
            packed,
            fromStep.text(),
            sums,
            rows.text(),
            columns.text(),
            steps.text());
  }

  /** For plain loops, rows of the right are copied to arrays of their own all the same. */
  @Override
  boolean hasRowKernel(boolean alongSteps) {
    return alongSteps;
  }

  @Override
  String rowKernel(boolean alongSteps) {
    return MatmulRoutines.chains(context.routines, element);
  }

  @Override
  Place place(Java row) {
    return new Place(sums + "[" + row.text() + "]", Java.primary("0"));
  }
}
