package dev.smalti.processor.random;

import dev.smalti.lang.Rounding;
import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Statements of a kernel or helper that are being written: what surrounds them, which tiles there
 * are, and how to come by more.
 */
final class Body {
  /** A tile that a variable holds, or that an expression would make if it were used. */
  private static final class Local {
    private final Value value;
    private final boolean variable;
    private boolean used;

    Local(Value value, boolean variable) {
      this.value = value;
      this.variable = variable;
    }
  }

  private static final List<Box> BOXES =
      List.of(Box.FULL, Box.FULL, Box.FULL, Box.ROW, Box.COLUMN, Box.ONE);
  private static final List<Box> BOXES_OF_ROUNDS = List.of(Box.ROW, Box.ROW, Box.FULL, Box.ONE);

  private final Writer writer;
  private final MethodText method;
  private final Set<Surrounding> surroundings;
  private final boolean ragged;
  private final Optional<String> round;
  private final int depth;
  private final List<Local> locals = new ArrayList<>();

  private Body(
      Writer writer,
      MethodText method,
      Set<Surrounding> surroundings,
      boolean ragged,
      Optional<String> round,
      int depth) {
    this.writer = writer;
    this.method = method;
    this.surroundings = surroundings;
    this.ragged = ragged;
    this.round = round;
    this.depth = depth;
  }

  /** The statements of a method. */
  static Body of(Writer writer, MethodText method, Set<Surrounding> surroundings) {
    return new Body(writer, method, surroundings, false, Optional.empty(), 2);
  }

  /** Statements inside of these, which know their variables. */
  Body inside(Surrounding surrounding) {
    return inside(surrounding, round);
  }

  /** The statements of independent rounds. */
  Body ofRound(String counter) {
    return inside(Surrounding.PARALLEL, Optional.of(counter));
  }

  private Body inside(Surrounding surrounding, Optional<String> counter) {
    Set<Surrounding> all = EnumSet.copyOf(surroundings);
    all.add(surrounding);
    Body inner = new Body(writer, method, all, ragged, counter, depth + 1);
    for (Local local : locals) {
      if (local.variable) {
        Local known = new Local(local.value, true);
        known.used = true;
        inner.locals.add(known);
      }
    }
    return inner;
  }

  /** Statements behind these whose tiles are valid in part. */
  Body ragged() {
    Set<Surrounding> all = EnumSet.copyOf(surroundings);
    all.add(Surrounding.RAGGED);
    return new Body(writer, method, all, true, round, depth);
  }

  Draws draws() {
    return writer.draws();
  }

  Writer writer() {
    return writer;
  }

  MethodText method() {
    return method;
  }

  boolean isRagged() {
    return ragged;
  }

  /** The counter of the independent rounds. */
  String round() {
    return round.orElseThrow();
  }

  boolean isRound() {
    return round.isPresent();
  }

  boolean isParallel() {
    return surroundings.contains(Surrounding.PARALLEL);
  }

  boolean isHelper() {
    return surroundings.contains(Surrounding.HELPER) || surroundings.contains(Surrounding.GENERIC);
  }

  void line(String text) {
    method.line(depth, text);
  }

  /** Counts an operation. */
  void note(String operation, Element element) {
    note(operation, element, false);
  }

  void note(String operation, Element element, boolean stretched) {
    writer.note(operation, element, surroundings, stretched);
  }

  // ---- names

  /** The element type as a value. */
  String dtype(Element element) {
    return method.open().filter(element::equals).isPresent()
        ? memory(MethodText.Role.X, element, MethodText.Use.READ) + ".dtype()"
        : element.name();
  }

  String memory(MethodText.Role role, Element element, MethodText.Use use) {
    return method.use(role, element, use);
  }

  /** What an operation made of a fixed type, in the type that the method calls it. */
  Value fixed(Value value) {
    return method.open().filter(value.element()::equals).isPresent()
        ? value.then("cast(" + dtype(value.element()) + ")")
        : value;
  }

  /** In the fixed type, where the method leaves it open. */
  String concrete(Value value) {
    return method.open().filter(value.element()::equals).isPresent()
        ? value.text() + ".cast(" + value.element() + ")"
        : value.text();
  }

  String shape(Box box) {
    return box.shape("rows", "columns");
  }

  /** The valid box of a tile. */
  String valid(Box box) {
    return ragged ? part(box) : shape(box);
  }

  /** A smaller box, whose extents are computed. */
  String part(Box box) {
    return box.shape("validRows", "validColumns");
  }

  String validRows() {
    return ragged ? "validRows" : "rows";
  }

  String validColumns() {
    return ragged ? "validColumns" : "columns";
  }

  /** Makes the tile's valid box that of this body. */
  Value narrowed(Value whole) {
    if (!ragged) {
      return whole;
    }
    note("narrow", whole.element());
    return whole.then("narrow(" + part(whole.box()) + ")");
  }

  /** A row that exists. */
  String row() {
    return round.isPresent() && !draws().once(4)
        ? round.get()
        : draws().any(List.of("0", "rows - 1", "n % rows"));
  }

  /** A column that exists. */
  String column() {
    return draws().any(List.of("0", "columns - 1", "n % columns"));
  }

  // ---- scalars

  /** A scalar that fits. */
  String scalar(Element element) {
    return switch (element) {
      case BOOL -> draws().any(List.of("1", "0"));
      case F16, BF16, F32, F64 ->
          draws().any(List.of("0.5", "n", "s", "-2.5", "columns", "1e30", "0.1", "-0.0", "3"));
      case U8 -> draws().any(List.of("3", "n", "200", "rows"));
      case I8, I16 -> draws().any(List.of("3", "n", "-7", "rows", "100"));
      case I32 -> draws().any(List.of("3", "n", "-7", "columns", "1 << 30"));
      case I64 -> draws().any(List.of("3", "n", "-7", "columns", "1L << 62"));
    };
  }

  /** A scalar that is not 0. */
  String divisor(Element element) {
    return element.isInteger()
        ? draws().any(List.of("3", "n + 1", element == Element.U8 ? "130" : "-2", "1"))
        : scalar(element);
  }

  // ---- tiles

  Box box() {
    return draws().any(isParallel() ? BOXES_OF_ROUNDS : BOXES);
  }

  Value tile(Element element) {
    return tile(element, box());
  }

  Value tile(Element element, Box box) {
    return draws()
        .part(
            () ->
                switch (draws().below(8)) {
                  case 0, 1 -> loaded(element, box);
                  case 2, 3, 4 -> fit(known(element, element, box), box);
                  case 5 -> {
                    Element other = draws().any(List.of(Element.values()));
                    yield cast(fit(known(other, element, box), box), element);
                  }
                  default -> fit(known(element, element, box), box);
                });
  }

  Value cast(Value value, Element element) {
    if (value.element() == element) {
      return value;
    }
    note("cast " + element, value.element());
    return value.as(element, "cast(" + dtype(element) + ")");
  }

  /** A cast of floats that loses something. */
  Value cast(Value value, Element element, Rounding rounding) {
    note("cast " + element + " " + rounding, value.element());
    return value.as(element, "cast(" + dtype(element) + ", " + rounding + ")");
  }

  /** A variable or expression of a type that there is, preferably one that nobody has used. */
  private Value known(Element element, Element otherwise, Box box) {
    List<Local> fitting = locals.stream().filter(l -> l.value.element() == element).toList();
    List<Local> unused = fitting.stream().filter(l -> !l.used).toList();
    if (fitting.isEmpty()) {
      return loaded(otherwise, box);
    }
    return take(draws().any(unused.isEmpty() ? fitting : unused));
  }

  private Value take(Local local) {
    local.used = true;
    if (!local.variable) {
      locals.remove(local);
    }
    return local.value;
  }

  /** Straight from memory. */
  Value loaded(Element element, Box box) {
    if (draws().once(5) && !isParallel()) {
      return changed(element, box);
    }
    String x = memory(MethodText.Role.X, element, MethodText.Use.READ);
    if (ragged) {
      note("load valid", element);
      return new Value(
          x + ".load(" + at(box) + ", " + shape(box) + ", " + part(box) + ")", element, box);
    }
    String part = at(box) + ", " + shape(box);
    if (box == Box.FULL && draws().below(3) != 2) {
      note("load", element);
      return new Value(x + ".load()", element, box);
    }
    if (box == Box.ROW && draws().below(3) != 2) {
      String view = draws().any(List.of("row", "rows", "at"));
      note(view + " view", element);
      return new Value(
          x + "." + view + "(" + row() + (view.equals("rows") ? ", 1" : "") + ").load()",
          element,
          box);
    }
    if (draws().once(3)) {
      note("slice view", element);
      return new Value(x + ".slice(" + part + ").load()", element, box);
    }
    note("load box", element);
    return new Value(x + ".load(" + part + ")", element, box);
  }

  private String at(Box box) {
    return "at("
        + (box.hasRows() ? "0" : ragged ? "0" : row())
        + ", "
        + (box.hasColumns() ? "0" : ragged ? "0" : column())
        + ")";
  }

  /** From memory that is written as well. */
  private Value changed(Element element, Box box) {
    String m = memory(MethodText.Role.M, element, MethodText.Use.READ);
    String at = "at(" + draws().any(List.of("0", "1", "n % 3")) + ", " + draws().below(2) + ")";
    note(ragged ? "load valid" : "load box", element);
    return new Value(
        m + ".load(" + at + ", " + shape(box) + (ragged ? ", " + part(box) : "") + ")",
        element,
        box);
  }

  /** In another shape: folded, or stretched. */
  Value fit(Value value, Box box) {
    Value fitted = value;
    if (fitted.box().hasColumns() && !box.hasColumns()) {
      fitted = folded(fitted, true);
    }
    if (fitted.box().hasRows() && !box.hasRows()) {
      fitted = folded(fitted, false);
    }
    if (fitted.box() == box) {
      return fitted;
    }
    Value filled =
        narrowed(
            new Value(
                "Tile.fill("
                    + dtype(value.element())
                    + ", "
                    + shape(box)
                    + ", "
                    + scalar(value.element())
                    + ")",
                value.element(),
                box));
    note("fill", value.element());
    String operation =
        value.element() == Element.BOOL
            ? draws().any(List.of("xor", "or", "and"))
            : draws().any(List.of("add", "sub", "max"));
    note(operation, value.element(), true);
    return filled.then(operation + "(" + fitted.text() + ")");
  }

  private Value folded(Value value, boolean row) {
    Box box = Box.of(row && value.box().hasRows(), !row && value.box().hasColumns());
    if (value.element() == Element.BOOL) {
      note("cast I32", Element.BOOL);
      note((row ? "row" : "col") + "Max", Element.I32);
      note("cast BOOL", Element.I32);
      String cast = ".cast(I32)." + (row ? "row" : "col") + "Max().cast(" + dtype(Element.BOOL);
      return new Value(value.text() + cast + ")", Element.BOOL, box);
    }
    String fold = (row ? "row" : "col") + draws().any(List.of("Sum", "Max", "Min"));
    note(fold, value.element());
    return value.in(box, fold + "()");
  }

  // ---- results

  /** Something new: kept in a variable, or used within another expression. */
  void keep(Value value) {
    if (draws().once(3)) {
      locals.add(new Local(value, false));
    } else {
      declare(value);
    }
  }

  /** A new variable; gives its name. */
  String declare(Value value) {
    String name = writer.fresh("t");
    line("Tile<" + method.type(value.element()) + "> " + name + " = " + value.text() + ";");
    locals.add(new Local(new Value(name, value.element(), value.box()), true));
    return name;
  }

  /** A variable that others made. */
  void know(Value variable) {
    Local local = new Local(variable, true);
    local.used = true;
    locals.add(local);
  }

  /** A variable of this type, if there is one. */
  Optional<Value> variable(Element element) {
    List<Value> variables =
        locals.stream()
            .filter(l -> l.variable && l.value.element() == element)
            .map(l -> l.value)
            .toList();
    return variables.isEmpty() ? Optional.empty() : Optional.of(draws().any(variables));
  }

  /** The last tile of a type that nobody has used, if there is one. */
  Optional<Value> last(Element element) {
    return locals.reversed().stream()
        .filter(l -> !l.used && l.value.element() == element)
        .findFirst()
        .map(this::take);
  }

  /** Stores what nobody has used: every fault is seen in the end. */
  void flush() {
    for (Local local : List.copyOf(locals)) {
      if (!local.used) {
        store(take(local));
      }
    }
  }

  void store(Value value) {
    Element element = value.element();
    String y =
        memory(MethodText.Role.Y, element, MethodText.Use.WRITTEN)
            + ".at("
            + writer.slot(element)
            + ")";
    if (round.isPresent()) {
      storeInRound(y, value);
      return;
    }
    boolean whole = value.box() == Box.FULL || value.box() == Box.ROW && draws().once(2);
    note(whole ? "store" : "store at", element);
    if (value.box() == Box.FULL) {
      line(y + ".store(" + value.text() + ");");
    } else if (whole) {
      line(y + ".row(" + row() + ").store(" + value.text() + ");");
    } else {
      String row = value.box().hasRows() ? "0" : row();
      String column = value.box().hasColumns() ? "0" : column();
      line(y + ".store(" + value.text() + ", at(" + row + ", " + column + "));");
    }
  }

  private void storeInRound(String y, Value value) {
    Value row = value.box().hasRows() ? fit(value, Box.of(false, value.box().hasColumns())) : value;
    if (row.box() == Box.ROW && draws().once(2)) {
      note("store", row.element());
      line(y + ".row(" + round.orElseThrow() + ").store(" + row.text() + ");");
    } else {
      note("store at", row.element());
      String column = row.box() == Box.ROW ? "0" : column();
      line(y + ".store(" + row.text() + ", at(" + round.orElseThrow() + ", " + column + "));");
    }
  }
}
