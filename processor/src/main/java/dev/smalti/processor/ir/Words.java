package dev.smalti.processor.ir;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words and quotation of the text form, which {@link Printer} and {@link Parser} share. */
final class Words {
  /** How the first line starts; the version follows. */
  static final String HEADER = "smalti ir ";

  /** Names that are quoted wherever they stand for a variable. */
  private static final Set<String> RESERVED =
      Set.of(
          "true",
          "false",
          "new",
          "undefined",
          "reached",
          "if",
          "else",
          "for",
          "while",
          "break",
          "continue",
          "return",
          "int",
          "long",
          "float",
          "double",
          "boolean");

  /** Names that are quoted where they stand for an element type. */
  private static final Set<String> TYPE_WORDS =
      Stream.concat(
              Stream.of(Element.values()).map(Element::name),
              Stream.of(
                  "tensor", "window", "array", "signal", "task", "tasks", "world", "callback"))
          .collect(Collectors.toUnmodifiableSet());

  /** Names of operations on tiles, quoted where they stand for an element type. */
  private static final Set<String> TILE_WORDS =
      Stream.concat(
              Stream.concat(
                  Stream.of(UnaryOp.values()).map(Words::of),
                  Stream.of(BinaryOp.values()).map(Words::of)),
              Stream.of(
                  "load",
                  "fill",
                  "fma",
                  "matmul",
                  "transposed",
                  "apply",
                  "select",
                  "cast",
                  "reduce",
                  "whole",
                  "fused",
                  "tile",
                  "scalar",
                  "place"))
          .collect(Collectors.toUnmodifiableSet());

  static final Map<String, UnaryOp> UNARY = byWord(UnaryOp.values(), Words::of);
  static final Map<String, BinaryOp> BINARY = byWord(BinaryOp.values(), Words::of);
  static final Map<String, TileFunction> FUNCTIONS =
      byWord(TileFunction.values(), TileFunction::word);
  static final Map<String, Element> ELEMENTS = byWord(Element.values(), Element::name);
  static final Map<String, ScalarType> SCALARS = byWord(ScalarType.values(), ScalarType::keyword);
  static final Map<String, Update> UPDATES = byWord(Update.values(), Words::of);
  static final Map<String, Direction> DIRECTIONS = byWord(Direction.values(), Words::of);
  static final Map<String, FunctionKind> KINDS = byWord(FunctionKind.values(), Words::of);
  static final Map<String, MathFunction> MATH = byWord(MathFunction.values(), MathFunction::method);

  private Words() {}

  private static <T> Map<String, T> byWord(T[] values, Function<T, String> word) {
    return Stream.of(values).collect(Collectors.toUnmodifiableMap(word, v -> v));
  }

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static String symbol(Relation relation) {
    return switch (relation) {
      case EQ -> "==";
      case NE -> "!=";
      case LT -> "<";
      case LE -> "<=";
      case GT -> ">";
      case GE -> ">=";
    };
  }

  static boolean isIdentifier(String text) {
    return !text.isEmpty()
        && Character.isJavaIdentifierStart(text.codePointAt(0))
        && text.codePoints().allMatch(Words::isIdentifierPart);
  }

  /** Without the characters that no editor shows. */
  static boolean isIdentifierPart(int codePoint) {
    return Character.isJavaIdentifierPart(codePoint)
        && !Character.isIdentifierIgnorable(codePoint)
        && !(codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
  }

  /** A name of a variable, symbol, method or operator. */
  static String name(String name) {
    return isIdentifier(name) && !RESERVED.contains(name) ? name : quoted(name, '`');
  }

  static String operator(BinaryOperator operator) {
    return switch (operator) {
      case BinaryOp op -> of(op);
      case OperatorParameter(String name) ->
          BINARY.containsKey(name) ? quoted(name, '`') : name(name);
    };
  }

  static String element(ElementType element) {
    return switch (element) {
      case Element known -> known.name();
      case ElementParameter(String name) ->
          TYPE_WORDS.contains(name) || TILE_WORDS.contains(name) ? quoted(name, '`') : name(name);
    };
  }

  static String id(FunctionId id) {
    boolean plain = List.of(id.owner().split("\\.", -1)).stream().allMatch(Words::isIdentifier);
    String owner = plain ? id.owner() : quoted(id.owner(), '`');
    boolean plainTag = id.tag().codePoints().allMatch(Words::isIdentifierPart);
    String tag = plainTag ? id.tag() : quoted(id.tag(), '`');
    return owner + "." + name(id.method()) + (tag.isEmpty() ? "" : "~" + tag);
  }

  static String file(String file) {
    boolean plain =
        !file.isEmpty()
            && Character.isJavaIdentifierStart(file.codePointAt(0))
            && file.codePoints().allMatch(Words::isFilePart);
    return plain ? file : quoted(file, '"');
  }

  static boolean isFilePart(int codePoint) {
    return codePoint == '.' || codePoint == '-' || isIdentifierPart(codePoint);
  }

  /** Every character that a line cannot show is escaped as in Java. */
  static String quoted(String text, char quote) {
    StringBuilder result = new StringBuilder().append(quote);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == quote || c == '\\') {
        result.append('\\').append(c);
      } else if (Character.isLetterOrDigit(c) || c >= ' ' && c < 127) {
        result.append(c);
      } else {
        result.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return result.append(quote).toString();
  }
}
