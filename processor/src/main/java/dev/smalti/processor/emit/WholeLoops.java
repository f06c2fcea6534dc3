package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The loops of one function of whole tiles, over the arrays that hold its operands; what is
 * gathered may be in memory.
 */
final class WholeLoops {
  /** Up to so many places are kept in order by insertion. */
  private static final int FEW = 32;

  private final Context context;
  private final int line;
  private final Lines out;

  /**
   * For one statement.
   *
   * @param context of the method
   * @param line the user's line
   * @param out takes the loops
   */
  WholeLoops(Context context, int line, Lines out) {
    this.context = context;
    this.line = line;
    this.out = out;
  }

  void compute(Tile.Whole whole, Destination.ToLocal to) {
    TileLocal target = to.tile();
    boolean overwrites =
        !target.isSingle()
            && whole.operands().stream()
                .anyMatch(
                    o ->
                        o instanceof Tile.Ref ref
                            && context.tile(ref.variable()).name().equals(target.name()));
    Java size = context.dims.asInt(count(whole.type()));
    String name =
        overwrites ? context.scratch(target.element(), "result", size, out) : target.name();
    write(whole, new Sink(new TileLocal(name, whole.type()), to.declared()));
    if (overwrites) {
      copy(name, "0", target.name(), "0", size);
    }
  }

  private static Dim count(TileType type) {
    return type.validRows().times(type.validColumns());
  }

  private void copy(String from, String at, String to, String index, Java size) {
    out.line(
        "%s.arraycopy(%s, %s, %s, %s, %s);"
            .formatted(Api.SYSTEM, from, at, to, index, size.text()));
  }

  private void write(Tile.Whole whole, Sink sink) {
    List<Source> sources = whole.operands().stream().map(this::source).toList();
    switch (whole.function()) {
      case ROW_ARG_MAX -> rowPlaces(sources.getFirst(), ">", sink);
      case ROW_ARG_MIN -> rowPlaces(sources.getFirst(), "<", sink);
      case COL_ARG_MAX -> columnPlaces(sources.getFirst(), ">", sink);
      case COL_ARG_MIN -> columnPlaces(sources.getFirst(), "<", sink);
      case ROW_ARG_TOP -> top(sources.getFirst(), sink);
      case TRANSPOSE -> each(sink.type(), (i, j) -> sink.put(i, j, sources.getFirst().at(j, i)));
      case RESHAPE -> reshape(sources.getFirst(), sink);
      case SLICE -> slice(whole, sources.getFirst(), sink);
      case CONCAT -> concat(sources, sink);
      case ASSEMBLE -> assemble(whole, sources, sink);
      case PAD -> pad(whole, sources.getFirst(), sink);
      case NARROW -> narrow(sources.getFirst(), sink);
      case IOTA -> iota(whole, sink);
      case RANDOM -> random(whole, sink);
      case GATHER -> gather(sources, firstRow(whole), sink);
      case GATHER_ROWS -> gatherRows(sources, firstRow(whole), sink);
      case SCATTER -> scatter(sources, firstRow(whole), sink);
      case SCATTER_ROWS -> scatterRows(sources, sink);
    }
  }

  // ---- where elements are

  /** An operand. */
  private abstract class Source {
    private final String name;
    private final TileType type;

    Source(String name, TileType type) {
      this.name = name;
      this.type = type;
    }

    /** An element, as a value to compute with. */
    abstract Java at(Java row, Java column);

    /** The array that holds it, row after row, if there is one. */
    Optional<String> array() {
      return Optional.empty();
    }

    /** Writes one of its rows as a row of a result as wide. */
    void row(Java row, Java to, Sink sink) {
      loop(context.element, columns(), j -> sink.put(to, j, at(row, j)));
    }

    String element() {
      return Primitives.computed(Api.concrete(type.element()));
    }

    Java columns() {
      return context.dims.asInt(type.validColumns());
    }
  }

  /** One scalar everywhere. */
  private final class Single extends Source {
    private final Java value;

    Single(String name, TileType type, Java value) {
      super(name, type);
      this.value = value;
    }

    @Override
    Java at(Java row, Java column) {
      return value;
    }
  }

  /** A tile in scratch. */
  private final class InScratch extends Source {
    private final TileLocal local;

    InScratch(TileLocal local) {
      super(local.name(), local.type());
      this.local = local;
    }

    @Override
    Java at(Java row, Java column) {
      return Primitives.loaded(
          local.element(),
          Java.primary(local.name() + "[" + index(local.type(), row, column) + "]"));
    }

    @Override
    Optional<String> array() {
      return Optional.of(local.name());
    }

    @Override
    void row(Java row, Java to, Sink sink) {
      if (sink.isArray()) {
        copy(
            local.name(),
            index(local.type(), row, zero()),
            sink.local.name(),
            index(sink.type(), to, zero()),
            columns());
      } else {
        super.row(row, to, sink);
      }
    }
  }

  /** A box of memory. */
  private final class InMemory extends Source {
    private final BoxAccess.Source source;

    InMemory(Tile.Load load) {
      super(context.memory(load.source()).name(), load.type());
      this.source = new BoxAccess(context, line, out).source(load);
    }

    @Override
    Java at(Java row, Java column) {
      return source.memory().read(source.element(row, column));
    }

    @Override
    void row(Java row, Java to, Sink sink) {
      if (sink.isArray()) {
        Memory memory = source.memory();
        out.line(
            memory.copyTo(
                sink.local.name(),
                index(sink.type(), to, zero()),
                memory.address(source.element(row, zero())),
                columns().text()));
      } else {
        super.row(row, to, sink);
      }
    }
  }

  private Source source(Tile operand) {
    return switch (operand) {
      case Tile.Ref(Variable variable) -> {
        TileLocal local = context.tile(variable);
        yield local.isSingle()
            ? new Single(local.name(), local.type(), Java.primary(local.name()))
            : new InScratch(local);
      }
      case Tile.Load load -> new InMemory(load);
      case Tile.Fill fill -> {
        context.checkExtents(List.of(fill.type().rows(), fill.type().columns()), out);
        yield new Single("the operand", fill.type(), scalar(fill.type(), fill.value()));
      }
      default ->
          throw new IllegalArgumentException("no operand of a function of tiles: " + operand);
    };
  }

  /** A scalar as an element. */
  private Java scalar(TileType type, Scalar scalar) {
    Element element = Api.concrete(type.element());
    Java java = context.scalars.operand(element, scalar, line);
    if (scalar instanceof Scalar.Constant) {
      return java;
    }
    String name = context.names.fresh("scalar");
    out.line(Primitives.computed(element) + " " + name + " = " + java.text() + ";");
    return Java.primary(name);
  }

  private String index(TileType type, Java row, Java column) {
    Java columns = context.dims.asInt(type.validColumns());
    if (type.validColumns().isConstant(1)) {
      return row.text();
    }
    if (row.isZero() || type.validRows().isConstant(1)) {
      return column.text();
    }
    Java start = row.times(columns);
    return (column.isZero() ? start : start.plus(column)).text();
  }

  /** The result: an array, or a single element that may have to be declared. */
  private final class Sink {
    private final TileLocal local;
    private boolean declared;

    Sink(TileLocal local, boolean declares) {
      this.local = local;
      this.declared = !declares;
    }

    TileType type() {
      return local.type();
    }

    boolean isArray() {
      return !local.isSingle();
    }

    void put(Java row, Java column, Java value) {
      if (isArray()) {
        String stored = Primitives.stored(local.element(), value).text();
        out.line(local.name() + "[" + index(type(), row, column) + "] = " + stored + ";");
      } else {
        String type = declared ? "" : Primitives.computed(local.element()) + " ";
        out.line(type + local.name() + " = " + value.text() + ";");
        declared = true;
      }
    }

    /** All elements of a source of the same box. */
    void copyOf(Source source) {
      if (isArray() && source.array().isPresent()) {
        copy(source.array().get(), "0", local.name(), "0", context.dims.asInt(count(type())));
      } else {
        each(type(), (i, j) -> put(i, j, source.at(i, j)));
      }
    }
  }

  // ---- loops

  /** What is done at one place. */
  private interface Place {
    void write(Java row, Java column);
  }

  private void each(TileType box, Place place) {
    Java rows = context.dims.asInt(box.validRows());
    Java columns = context.dims.asInt(box.validColumns());
    loop(context.row, rows, i -> loop(context.element, columns, j -> place.write(i, j)));
  }

  private interface Step {
    void write(Java index);
  }

  private void loop(String index, Java end, Step step) {
    if (end.text().equals("1")) {
      step.write(Java.primary("0"));
      return;
    }
    out.open("for (int %s = 0; %s < %s; %s++)".formatted(index, index, end.in(8), index));
    step.write(Java.primary(index));
    out.close();
  }

  // ---- places of elements

  private void checkNotEmpty(Source source) {
    if (!context.bounds.isPositive(source.type.validRows())
        || !context.bounds.isPositive(source.type.validColumns())) {
      out.line(
          "%s.notEmpty(KERNEL, %d, %s, %s, %s);"
              .formatted(
                  Api.CHECKS,
                  line,
                  Literals.quoted(source.name),
                  context.dims.asLong(source.type.validRows()).text(),
                  context.dims.asLong(source.type.validColumns()).text()));
    }
  }

  private void rowPlaces(Source source, String relation, Sink sink) {
    checkNotEmpty(source);
    Java rows = context.dims.asInt(source.type.validRows());
    loop(
        context.row,
        rows,
        i -> sink.put(i, zero(), first(relation, source.columns(), k -> source.at(i, k), source)));
  }

  private void columnPlaces(Source source, String relation, Sink sink) {
    checkNotEmpty(source);
    Java rows = context.dims.asInt(source.type.validRows());
    loop(
        context.element,
        source.columns(),
        j -> sink.put(zero(), j, first(relation, rows, k -> source.at(k, j), source)));
  }

  private interface Elements {
    Java at(Java index);
  }

  /** Writes a search; gives the local that has the index. */
  private Java first(String relation, Java count, Elements elements, Source source) {
    if (count.text().equals("1")) {
      return zero();
    }
    String best = context.names.fresh("best");
    String k = context.names.fresh("k");
    String next = context.names.fresh("next");
    String known = context.names.fresh("known");
    out.line("int " + best + " = 0;");
    out.open("for (int %s = 1; %s < %s; %s++)".formatted(k, k, count.in(8), k));
    out.line(source.element() + " " + next + " = " + elements.at(Java.primary(k)).text() + ";");
    out.line(source.element() + " " + known + " = " + elements.at(Java.primary(best)).text() + ";");
    out.open("if (" + isBefore(relation, next, known, source) + ")");
    out.line(best + " = " + k + ";");
    out.close();
    out.close();
    return Java.primary(best);
  }

  /** A number that is none comes before every one. */
  private static String isBefore(String relation, String a, String b, Source source) {
    return isBefore(relation, a, b, Api.concrete(source.type.element()));
  }

  static String isBefore(String relation, String a, String b, Element element) {
    String compared = a + " " + relation + " " + b;
    return element.isFloating()
        ? compared + " || " + a + " != " + a + " && " + b + " == " + b
        : compared;
  }

  /** A few places are kept in order while a row is read; for many the row is sorted. */
  private void top(Source source, Sink sink) {
    region(source.name, Literals.of(0), sink.type().columns(), source.type.validColumns(), 1);
    boolean few = sink.type().columns().constant().orElse(Long.MAX_VALUE) <= FEW;
    if (!sink.isArray()) {
      rowPlaces(source, ">", sink);
    } else if (few || source.array().isEmpty()) {
      insert(source, sink);
    } else {
      sort(source, sink);
    }
  }

  private void sort(Source source, Sink sink) {
    Java n = context.once(source.type.validColumns(), "columns", out);
    Java count = context.once(sink.type().columns(), "count", out);
    String order = context.scratch(Element.I32, "order", n, out);
    String spare = context.scratch(Element.I32, "spare", n, out);
    String method = context.routines.descending(Api.concrete(source.type.element()));
    loop(
        context.row,
        context.dims.asInt(source.type.validRows()),
        i -> {
          Java start = i.isZero() ? i : i.times(n);
          Java to = i.isZero() ? i : i.times(count);
          out.line(
              "%s.arraycopy(%s(%s, %s, %s, %s, %s), 0, %s, %s, %s);"
                  .formatted(
                      Api.SYSTEM,
                      method,
                      source.name,
                      start.text(),
                      n.text(),
                      order,
                      spare,
                      sink.local.name(),
                      to.text(),
                      count.text()));
        });
  }

  /** Each element is put where it belongs among the first ones so far; the last one drops out. */
  private void insert(Source source, Sink sink) {
    Java count = context.once(sink.type().columns(), "count", out);
    String places = sink.local.name();
    String k = context.names.fresh("k");
    String at = context.names.fresh("at");
    String next = context.names.fresh("next");
    String known = context.names.fresh("known");
    loop(
        context.row,
        context.dims.asInt(source.type.validRows()),
        i -> {
          String start = context.names.fresh("start");
          out.line("int " + start + " = " + (i.isZero() ? i : i.times(count)).text() + ";");
          out.open("for (int %s = 0; %s < %s; %s++)".formatted(k, k, source.columns().in(8), k));
          out.line(
              source.element() + " " + next + " = " + source.at(i, Java.primary(k)).text() + ";");
          out.line("int %s = %s.min(%s, %s);".formatted(at, Api.MATH, k, count.text()));
          out.open("for (; " + at + " > 0; " + at + "--)");
          Java held = Java.primary(places + "[" + start + " + " + at + " - 1]");
          out.line(source.element() + " " + known + " = " + source.at(i, held).text() + ";");
          out.open("if (!(" + isBefore(">", next, known, source) + "))");
          out.line("break;");
          out.close();
          out.open("if (" + at + " < " + count.in(8) + ")");
          out.line(places + "[" + start + " + " + at + "] = " + held.text() + ";");
          out.close();
          out.close();
          out.open("if (" + at + " < " + count.in(8) + ")");
          out.line(places + "[" + start + " + " + at + "] = " + k + ";");
          out.close();
          out.close();
        });
  }

  // ---- boxes

  private static Java zero() {
    return Java.primary("0");
  }

  private void region(String name, Java at, Dim extent, Dim bound, int axis) {
    if (!(at.isZero() && extent.equals(bound))) {
      out.line(
          "%s.region(KERNEL, %d, %s, %s, %s, %s, %d);"
              .formatted(
                  Api.CHECKS,
                  line,
                  Literals.quoted(name),
                  at.text(),
                  context.dims.asLong(extent).text(),
                  context.dims.asLong(bound).text(),
                  axis));
    }
  }

  /** Row and column where a box starts, checked. */
  private List<Java> position(Tile.Whole whole, String name, TileType part, TileType all) {
    List<Java> position = new ArrayList<>();
    for (int axis = 0; axis < 2; axis++) {
      Scalar scalar = whole.scalars().get(axis);
      Java at = context.once(scalar, axis == 0 ? "top" : "left", line, out);
      Dim extent = axis == 0 ? part.validRows() : part.validColumns();
      Dim bound = axis == 0 ? all.validRows() : all.validColumns();
      region(name, at, extent, bound, axis);
      position.add(scalar.type() == ScalarType.LONG ? Java.cast("int", at) : at);
    }
    return position;
  }

  private static Java moved(Java index, Java by) {
    return by.isZero() ? index : index.isZero() ? by : by.plus(index);
  }

  private void slice(Tile.Whole whole, Source source, Sink sink) {
    context.checkExtents(List.of(sink.type().rows(), sink.type().columns()), out);
    List<Java> at = position(whole, source.name, sink.type(), source.type);
    each(
        sink.type(), (i, j) -> sink.put(i, j, source.at(moved(i, at.get(0)), moved(j, at.get(1)))));
  }

  private void assemble(Tile.Whole whole, List<Source> sources, Sink sink) {
    Source part = sources.get(1);
    List<Java> at = position(whole, sources.getFirst().name, part.type, sink.type());
    sink.copyOf(sources.getFirst());
    each(part.type, (i, j) -> sink.put(moved(i, at.get(0)), moved(j, at.get(1)), part.at(i, j)));
  }

  private void concat(List<Source> sources, Sink sink) {
    Java left = sources.getFirst().columns();
    each(sources.get(0).type, (i, j) -> sink.put(i, j, sources.get(0).at(i, j)));
    each(sources.get(1).type, (i, j) -> sink.put(i, moved(j, left), sources.get(1).at(i, j)));
  }

  private void reshape(Source source, Sink sink) {
    context.checkExtents(List.of(sink.type().rows(), sink.type().columns()), out);
    sink.copyOf(source);
  }

  private void valid(String name, Dim valid, Dim extent, int axis) {
    if (!valid.equals(extent)) {
      out.line(
          "%s.validExtent(KERNEL, %d, %s, %s, %s, %d);"
              .formatted(
                  Api.CHECKS,
                  line,
                  Literals.quoted(name),
                  context.dims.asLong(valid).text(),
                  context.dims.asLong(extent).text(),
                  axis));
    }
  }

  private void pad(Tile.Whole whole, Source source, Sink sink) {
    context.checkExtents(List.of(sink.type().rows(), sink.type().columns()), out);
    valid(source.name, source.type.validRows(), sink.type().rows(), 0);
    valid(source.name, source.type.validColumns(), sink.type().columns(), 1);
    Java padding = scalar(sink.type(), whole.scalars().getFirst());
    each(
        sink.type(),
        (i, j) -> {
          List<String> inside = new ArrayList<>();
          if (!source.type.validRows().equals(sink.type().validRows())) {
            inside.add(i.text() + " < " + context.dims.asInt(source.type.validRows()).in(8));
          }
          if (!source.type.validColumns().equals(sink.type().validColumns())) {
            inside.add(j.text() + " < " + source.columns().in(8));
          }
          Java element = source.at(i, j);
          sink.put(
              i,
              j,
              inside.isEmpty()
                  ? element
                  : new Java(
                      String.join(" && ", inside) + " ? " + element.in(1) + " : " + padding.in(1),
                      Java.CONDITIONAL));
        });
  }

  private void narrow(Source source, Sink sink) {
    valid(source.name, sink.type().validRows(), source.type.validRows(), 0);
    valid(source.name, sink.type().validColumns(), source.type.validColumns(), 1);
    each(sink.type(), (i, j) -> sink.put(i, j, source.at(i, j)));
  }

  // ---- numbers that come from nowhere

  private Java position(TileType type, Java i, Java j) {
    return new Java(index(type, i, j), Java.ADDITIVE);
  }

  private void iota(Tile.Whole whole, Sink sink) {
    TileType type = sink.type();
    context.checkExtents(List.of(type.rows(), type.columns()), out);
    Java start = scalar(type, whole.scalars().getFirst());
    each(type, (i, j) -> sink.put(i, j, start.plus(position(type, i, j))));
  }

  private void random(Tile.Whole whole, Sink sink) {
    TileType type = sink.type();
    context.checkExtents(List.of(type.rows(), type.columns()), out);
    Java key = context.once(whole.scalars().get(0), "key", line, out);
    Java counter = context.once(whole.scalars().get(1), "counter", line, out);
    String method = context.routines.philox();
    each(
        type,
        (i, j) -> {
          Java at = position(type, i, j);
          Java block = counter.plus(Java.cast("long", Java.binary(at, "/", 10, Java.primary("4"))));
          Java word = Java.binary(at, "%", 10, Java.primary("4"));
          sink.put(i, j, Java.call(method, key, block, word));
        });
  }

  // ---- by an index

  /** The number of the first row, for messages. */
  private Java firstRow(Tile.Whole whole) {
    return context.once(whole.scalars().getFirst(), "firstRow", line, out);
  }

  /** An element of an index, checked, as a local. */
  private Java place(String hint, Source index, Java i, Java j, Java named, Dim bound) {
    String local = context.names.fresh(hint);
    out.line(
        "int %s = %s.place(KERNEL, %d, %s, %s, %s, %s, %s);"
            .formatted(
                local,
                Api.CHECKS,
                line,
                Literals.quoted(index.name),
                named.text(),
                j.text(),
                index.at(i, j).text(),
                context.dims.asInt(bound).text()));
    return Java.primary(local);
  }

  private void gather(List<Source> sources, Java firstRow, Sink sink) {
    Source source = sources.get(0);
    Source index = sources.get(1);
    each(
        sink.type(),
        (i, j) -> {
          Dim bound = source.type.validColumns();
          sink.put(i, j, source.at(i, place("from", index, i, j, moved(i, firstRow), bound)));
        });
  }

  private void gatherRows(List<Source> sources, Java firstRow, Sink sink) {
    Source source = sources.get(0);
    loop(
        context.row,
        context.dims.asInt(sink.type().validRows()),
        i -> {
          Java named = moved(i, firstRow);
          Java from = place("from", sources.get(1), i, zero(), named, source.type.validRows());
          source.row(from, i, sink);
        });
  }

  private void scatter(List<Source> sources, Java firstRow, Sink sink) {
    Source index = sources.get(1);
    Source part = sources.get(2);
    sink.copyOf(sources.getFirst());
    each(
        part.type,
        (i, j) -> {
          Dim bound = sink.type().validColumns();
          sink.put(i, place("to", index, i, j, moved(i, firstRow), bound), part.at(i, j));
        });
  }

  private void scatterRows(List<Source> sources, Sink sink) {
    Source part = sources.get(2);
    sink.copyOf(sources.getFirst());
    loop(
        context.row,
        context.dims.asInt(part.type.validRows()),
        i -> {
          Java to = place("to", sources.get(1), i, zero(), i, sink.type().validRows());
          part.row(i, to, sink);
        });
  }
}
