package dev.smalti.processor.emit;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the parts of one method's emission share. */
final class Context {
  /** What the code of a method is for. */
  enum Purpose {
    /** To compute; the local is the core that runs it. */
    COMPUTE("core"),

    /** To tell its communication; the local is the trace, which says itself where it ended. */
    TRACE("trace");

    private final String local;

    Purpose(String local) {
      this.local = local;
    }
  }

  final Function function;
  final Purpose purpose;
  final JavaNames names;
  final Dims dims;
  final Bounds bounds;
  final Routines routines;
  final Slots slots;
  final ScalarCode scalars;
  final LoopHints hints;

  /** The local with the core, or in a skeleton with the trace. */
  final String core;

  /** Loop variables of tile loops; those of one statement never meet those of another. */
  final String element;

  final String row;

  private final Map<String, Memory> memories = new HashMap<>();
  private final Map<String, SignalPlace> signals = new HashMap<>();
  private final Map<String, TileLocal> tiles = new HashMap<>();

  Context(Function function, Routines routines, Slots slots) {
    this(function, routines, slots, Purpose.COMPUTE);
  }

  /** To compute, and to say what costs time. */
  Context(Function function, Routines routines, Slots slots, Hints hints) {
    this(function, routines, slots, Purpose.COMPUTE, hints);
  }

  Context(Function function, Routines routines, Slots slots, Purpose purpose) {
    this(function, routines, slots, purpose, Hints.unwanted());
  }

  private Context(Function function, Routines routines, Slots slots, Purpose purpose, Hints hints) {
    this.hints = new LoopHints(hints, function.span());
    this.function = function;
    this.purpose = purpose;
    this.names = new JavaNames(function);
    this.dims = new Dims(names);
    this.bounds = new Bounds(function);
    this.routines = routines;
    this.slots = slots;
    this.core = names.fresh(purpose.local);
    this.element = names.fresh("j");
    this.row = names.fresh("i");
    this.scalars = new ScalarCode(this);
  }

  /** The line that reports name, in the file of the function. */
  int line(Origin origin) {
    return origin.line(function.span().file());
  }

  void bind(String name, Memory memory) {
    memories.put(name, memory);
  }

  void bind(String name, SignalPlace signal) {
    signals.put(name, signal);
  }

  void bind(TileLocal tile, Variable variable) {
    tiles.put(variable.name(), tile);
  }

  Memory memory(Variable variable) {
    return found(memories.get(variable.name()), variable);
  }

  SignalPlace signal(Variable variable) {
    return found(signals.get(variable.name()), variable);
  }

  TileLocal tile(Variable variable) {
    return found(tiles.get(variable.name()), variable);
  }

  /** Memory that is at hand as an object of the language only. */
  boolean isObject(Variable variable) {
    return !memories.containsKey(variable.name()) && !signals.containsKey(variable.name());
  }

  boolean isMemory(Place.View view) {
    return memories.containsKey(view.base().name());
  }

  private static <T> T found(@org.jspecify.annotations.Nullable T local, Variable variable) {
    if (local == null) {
      throw new IllegalArgumentException(variable.name() + " is used before it is defined");
    }
    return local;
  }

  /** A scalar that can be written twice: held by a new local unless it is a name or a constant. */
  Java once(Scalar scalar, String hint, int line, Lines out) {
    Java java = scalars.of(scalar, line);
    if (java.isSimple() && isStable(scalar)) {
      return java;
    }
    String name = names.fresh(hint);
    out.line(scalar.type().keyword() + " " + name + " = " + java.text() + ";");
    return Java.primary(name);
  }

  private static boolean isStable(Scalar scalar) {
    return scalar instanceof Scalar.Constant
        || scalar instanceof Scalar.Read
        || scalar instanceof Scalar.Extent;
  }

  /** Whether a scalar is proved to be above zero. */
  boolean isPositive(Scalar scalar) {
    return bounds.dimOf(scalar).filter(bounds::isPositive).isPresent();
  }

  /** An extent as a name or a number. */
  Java once(Dim dim, String hint, Lines out) {
    Java java = dims.asInt(dim);
    if (java.isSimple()) {
      return java;
    }
    String name = names.fresh(hint);
    out.line("int " + name + " = " + java.text() + ";");
    return Java.primary(name);
  }

  /** Declares scratch of this statement. */
  String scratch(Element element, String hint, Java length, Lines out) {
    String name = names.fresh(hint);
    out.line(scratchDeclaration(element, name, core, slots.temporary() + ", " + length.text()));
    return name;
  }

  static String scratchDeclaration(Element element, String name, String core, String arguments) {
    return "%s[] %s = %s.%s(%s);"
        .formatted(
            Primitives.component(element), name, core, Primitives.scratch(element), arguments);
  }

  /** The array of a tile variable; the run time refuses one that is too large. */
  String tileDeclaration(TileLocal tile, Variable variable, int line) {
    Dim length = tile.type().validRows().times(tile.type().validColumns());
    int slot = slots.of(variable);
    String arguments =
        length.constant().isPresent()
            ? slot + ", " + dims.asInt(length).text()
            : "%d, %s, %s, %d"
                .formatted(
                    slot, dims.asLong(length).text(), Literals.quoted(variable.name()), line);
    return scratchDeclaration(tile.element(), tile.name(), core, arguments);
  }

  /** Checks that extents are positive, where that is not proved. */
  void checkExtents(List<Dim> extents, Lines out) {
    for (Dim extent : extents) {
      if (!bounds.isPositive(extent)) {
        out.line(
            "%s.atLeast(KERNEL, %s, %s, 1);"
                .formatted(
                    Api.CHECKS, Literals.quoted(extent.toString()), dims.asLong(extent).text()));
      }
    }
  }

  /** Checks a region of memory, axis by axis, where that is not proved. */
  void checkRegion(
      String name,
      List<Dim> shape,
      List<Scalar> offsets,
      List<Java> at,
      List<Dim> box,
      int line,
      Lines out) {
    for (int axis = 0; axis < shape.size(); axis++) {
      boolean proved =
          bounds.isInside(offsets.get(axis), box.get(axis), shape.get(axis))
              && bounds.isNonNegative(box.get(axis));
      if (!proved) {
        out.line(
            "%s.region(KERNEL, %d, %s, %s, %s, %s, %d);"
                .formatted(
                    Api.CHECKS,
                    line,
                    Literals.quoted(name),
                    at.get(axis).text(),
                    dims.asLong(box.get(axis)).text(),
                    dims.asLong(shape.get(axis)).text(),
                    axis));
      }
    }
  }
}
