package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import java.util.List;
import java.util.function.UnaryOperator;

/** Where the elements of the factors of one product are, and how blocks of them are read. */
final class MatmulFactors {
  /**
   * Part of a factor in an array.
   *
   * @param array its name
   * @param at index of the first element
   * @param stride between rows in the array
   * @param alongSteps whether a row in the array goes along the inner extent
   */
  record Panel(String array, Java at, Java stride, boolean alongSteps) {}

  /** A factor. */
  interface Factor {
    /** Declares what a block is copied to, where it has to be. */
    void declareStage(Java lanes, Java steps);

    /** Whether blocks are read where they are. */
    boolean isInPlace();

    /**
     * A block.
     *
     * @param step the first of the inner extent
     * @param lane the first row of the left or column of the right
     * @param steps how many of the inner extent
     * @param lanes how many rows or columns
     */
    Panel panel(Java step, Java lane, Java steps, Java lanes);
  }

  /** The name of a method that converts elements of a narrow type. */
  interface Widening {
    String of(Element from);
  }

  private final Context context;
  private final Element element;
  private final Widening widening;
  private final BoxAccess access;
  private final ScalarLoops plain;
  private final int line;
  private final Lines out;

  /**
   * For one statement.
   *
   * @param element of the sums
   * @param widening converts narrow factors to it
   */
  MatmulFactors(Context context, Element element, Widening widening, int line, Lines out) {
    this.context = context;
    this.element = element;
    this.widening = widening;
    this.access = new BoxAccess(context, line, out);
    this.plain = new ScalarLoops(context);
    this.line = line;
    this.out = out;
  }

  /**
   * A factor, with the checks of what it reads.
   *
   * @param alongSteps whether its rows in memory go along the inner extent
   * @param hint for names
   */
  Factor of(Tile tile, boolean alongSteps, String hint) {
    if (tile instanceof Tile.Load load && Tile.isRegular(load.valid())) {
      BoxAccess.Source source = access.source(load);
      return source.memory().heap()
          ? new OnHeap(source, alongSteps)
          : new Copied(source, alongSteps, hint);
    }
    if (tile instanceof Tile.Cast(Tile.Load load, TileType _)
        && Tile.isRegular(load.valid())
        && Api.concrete(load.type().element()).isNarrow()) {
      return new Copied(access.source(load), alongSteps, hint);
    }
    TileLocal local = held(tile, hint);
    String array = local.name();
    if (local.isSingle()) {
      array = context.scratch(local.element(), hint, Literals.of(1), out);
      out.line(array + "[0] = " + local.name() + ";");
    }
    return new InArray(array, context.dims.asInt(local.type().validColumns()), alongSteps);
  }

  /** The tile as a local: a single element as a primitive. */
  TileLocal held(Tile tile, String hint) {
    if (tile instanceof Tile.Ref ref) {
      return context.tile(ref.variable());
    }
    TileType type = tile.type();
    if (TileLocal.isSingle(type)) {
      TileLocal one = new TileLocal(context.names.fresh(hint), type);
      plain.compute(tile, new Destination.ToLocal(one, true), line, out);
      return one;
    }
    Java length = context.dims.asInt(type.validRows().times(type.validColumns()));
    String name = context.scratch(Api.concrete(type.element()), hint, length, out);
    TileLocal local = new TileLocal(name, type);
    plain.compute(tile, new Destination.ToLocal(local, false), line, out);
    return local;
  }

  /** A tile in scratch, row after row. */
  private record InArray(String array, Java columns, boolean alongSteps) implements Factor {
    @Override
    public void declareStage(Java lanes, Java steps) {}

    @Override
    public boolean isInPlace() {
      return true;
    }

    @Override
    public Panel panel(Java step, Java lane, Java steps, Java lanes) {
      Java at =
          alongSteps
              ? MatmulLoops.index(lane, columns, step)
              : MatmulLoops.index(step, columns, lane);
      return new Panel(array, at, columns, alongSteps);
    }
  }

  /** A box of an array of the user. */
  private record OnHeap(BoxAccess.Source source, boolean alongSteps) implements Factor {
    @Override
    public void declareStage(Java lanes, Java steps) {}

    @Override
    public boolean isInPlace() {
      return true;
    }

    @Override
    public Panel panel(Java step, Java lane, Java steps, Java lanes) {
      Memory memory = source.memory();
      List<Java> at = alongSteps ? source.element(lane, step) : source.element(step, lane);
      Java position = memory.position(memory.address(at));
      return new Panel(memory.data(), position, stride(), alongSteps);
    }

    /** Between the rows of the box, of which one axis has more than one. */
    private Java stride() {
      for (int axis = 0; axis < source.box().size() - 1; axis++) {
        if (!source.box().get(axis).isConstant(1)) {
          return Java.cast("int", Java.primary(source.memory().strides().get(axis)));
        }
      }
      return Java.primary("0");
    }
  }

  /** A box of native memory or of a narrower type, of which each block goes to an array first. */
  private final class Copied implements Factor {
    private final BoxAccess.Source source;
    private final Memory memory;
    private final boolean alongSteps;
    private final String hint;

    /** Of the type of the sums. */
    private String stage = "";

    /** A row of native memory before it is converted. */
    private String row = "";

    Copied(BoxAccess.Source source, boolean alongSteps, String hint) {
      this.source = source;
      this.memory = source.memory();
      this.alongSteps = alongSteps;
      this.hint = hint;
    }

    @Override
    public boolean isInPlace() {
      return false;
    }

    private boolean isConverted() {
      return memory.element() != element;
    }

    @Override
    public void declareStage(Java lanes, Java steps) {
      stage = context.scratch(element, hint + "Stage", lanes.times(steps), out);
      if (isConverted() && !memory.heap()) {
        row = context.scratch(memory.element(), hint + "Row", alongSteps ? steps : lanes, out);
      }
    }

    @Override
    public Panel panel(Java step, Java lane, Java steps, Java lanes) {
      Java rows = alongSteps ? lanes : steps;
      Java columns = alongSteps ? steps : lanes;
      UnaryOperator<Java> address =
          i ->
              memory.address(
                  alongSteps
                      ? source.element(MatmulLoops.sum(lane, i), step)
                      : source.element(MatmulLoops.sum(step, i), lane));
      MatmulLoops.forEach(
          context,
          rows,
          out,
          i -> {
            Java to = MatmulLoops.index(i, columns, Java.primary("0"));
            if (isConverted()) {
              convert(address.apply(i), to, columns);
            } else {
              out.line(memory.copyTo(stage, to.text(), address.apply(i), columns.text()));
            }
          });
      return new Panel(stage, Java.primary("0"), columns, alongSteps);
    }

    private void convert(Java address, Java to, Java columns) {
      String from = memory.data();
      Java at = memory.position(address);
      if (!memory.heap()) {
        out.line(memory.copyTo(row, "0", address, columns.text()));
        from = row;
        at = Java.primary("0");
      }
      out.line(
          "%s(%s, %s, %s, %s, %s);"
              .formatted(
                  widening.of(memory.element()),
                  from,
                  at.text(),
                  stage,
                  to.text(),
                  columns.text()));
    }
  }
}
