package dev.smalti.processor.lower;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Article;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** What an expression of the source means while it is read. */
sealed interface Value {
  /** A primitive value. */
  record OfScalar(Scalar scalar) implements Value {}

  /**
   * A tile, or a mask; an operation that no variable holds yet, unless it is a reference.
   *
   * @param mask whether Java's type is {@code Mask}
   */
  record OfTile(Tile tile, boolean mask) implements Value {}

  /** A tensor, window or signal. */
  record OfPlace(Place place) implements Value {}

  /** A position. */
  record OfIndex(List<Scalar> axes) implements Value {}

  /** A box. */
  record OfExtent(List<Dim> axes) implements Value {}

  /** The pieces of a transfer. */
  record OfChunk(Scalar rows, Scalar columns, boolean pipelined) implements Value {}

  /** On how many cores a collective runs. */
  record OfCores(Scalar count) implements Value {}

  /** A task, or an array of tasks. */
  record OfTask(Tasks tasks) implements Value {}

  /** What comes before a task. */
  record OfTaskOption(List<Tasks> before) implements Value {}

  /** {@code F32} and its like, as a value. */
  record OfElement(Element element) implements Value {}

  /** A constant of one of the language's enums. */
  record OfEnum(String type, String constant) implements Value {}

  /** A record of values; components in order. */
  record OfRecord(TypeElement type, Map<String, Value> components) implements Value {}

  /** The world of a program. */
  record OfWorld(Variable world) implements Value {}

  /**
   * Some devices of the world.
   *
   * @param place what they are
   * @param size how many
   */
  record OfDomain(Place.Devices place, Dim size) implements Value {}

  /** A domain that a variable holds. */
  record OfNamedDomain(Variable variable, Place.Devices place, Dim size) implements Value {}

  /** A class, before a dot. */
  record OfType(TypeElement type) implements Value {}

  /** A field without a constant value, before a dot. */
  record OfField(VariableElement field) implements Value {}

  /** A package, before a dot. */
  record OfPackage(String name) implements Value {}

  /** A callback of a program. */
  record OfCallback(Variable variable) implements Value {}

  /** What a call without a result gives. */
  record Nothing() implements Value {}

  /** How messages speak of such a value. */
  default String noun() {
    return switch (this) {
      case OfScalar s -> Article.with(s.scalar().type().keyword());
      case OfTile t -> t.mask() ? "a Mask" : "a Tile";
      case OfPlace p ->
          switch (p.place().type()) {
            case dev.smalti.processor.ir.SignalType _ -> "a Signal";
            case dev.smalti.processor.ir.TensorType t ->
                t.isArray() ? "an array" : t.isWindow() ? "a Window" : "a Tensor";
            default -> "memory";
          };
      case OfIndex _ -> "an Index";
      case OfExtent _ -> "an Extent";
      case OfChunk _ -> "a Chunk";
      case OfCores _ -> "a number of cores";
      case OfTask t -> t.tasks().type().array() ? "an array of tasks" : "a Task";
      case OfTaskOption _ -> "a TaskOption";
      case OfElement _ -> "an element type";
      case OfEnum e -> e.type() + "." + e.constant();
      case OfRecord r -> Article.with(r.type().getSimpleName().toString());
      case OfWorld _ -> "the World";
      case OfDomain _, OfNamedDomain _ -> "a Domain";
      case OfType t -> "the class " + t.type().getSimpleName();
      case OfField f -> "the field " + f.field().getSimpleName();
      case OfCallback _ -> "a callback";
      case OfPackage p -> "the package " + p.name();
      case Nothing _ -> "nothing";
    };
  }
}
