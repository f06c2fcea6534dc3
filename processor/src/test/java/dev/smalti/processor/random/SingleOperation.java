package dev.smalti.processor.random;

import dev.smalti.lang.Rounding;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.random.MethodText.Memory;
import dev.smalti.processor.random.MethodText.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A kernel that does one thing: loads, one operation, a store. The letters of its text are tiles:
 * {@code a}, {@code b} and {@code c} of the element type {@code T}, {@code i} of indices, all of
 * them {@code [rows, columns]}; {@code x} and {@code m} are memory that is read, {@code y} is
 * written.
 *
 * @param operation the name in {@link Catalogue}
 * @param text an expression, or a statement that ends in a semicolon; {@code W} is the type in
 *     which products of {@code T} are summed, {@code OP} an operator that {@code T} has
 * @param result the type of an expression's value, for each T
 * @param extents of the memory
 */
record SingleOperation(
    String operation, String text, UnaryOperator<Element> result, Extents extents) {
  /** What rows and columns are. */
  enum Extents {
    SYMBOLS,
    /** One number, for what makes columns of rows. */
    SQUARE
  }

  private static final int SIDE = 20;
  private static final Pattern LETTER = Pattern.compile("\\b[abcimxy]\\b");

  private static final Pattern ROUNDING =
      Pattern.compile(
          Arrays.stream(Rounding.values()).map(Rounding::name).collect(Collectors.joining("|")));

  static SingleOperation of(String operation, String text) {
    return new SingleOperation(operation, text, UnaryOperator.identity(), Extents.SYMBOLS);
  }

  SingleOperation to(UnaryOperator<Element> other) {
    return new SingleOperation(operation, text, other, extents);
  }

  SingleOperation square() {
    return new SingleOperation(operation, text, result, Extents.SQUARE);
  }

  boolean isStatement() {
    return text.endsWith(";");
  }

  /** For people: without the semicolon, and the same for every rounding. */
  String shown() {
    String line = isStatement() ? text.substring(0, text.length() - 1) : text;
    return ROUNDING.matcher(line).replaceAll("rounding");
  }

  /** Whether it is the same for every element type. */
  boolean hasOneType() {
    return letters().isEmpty() && !text.matches(".*\\bT\\b.*");
  }

  /** Whether it adds to what is there. */
  private boolean adds() {
    return text.contains("ADD");
  }

  /**
   * The kernel of an element type.
   *
   * @param name of the method
   */
  RandomKernelText kernel(String name, Element element) {
    Element stored = result.apply(element);
    String y = "y" + stored;
    String line = isStatement() ? text : y + ".at(0).store(" + text + ", at(0, 0));";
    Set<Memory> read = new LinkedHashSet<>();
    StringBuilder body = new StringBuilder();
    for (String letter : letters()) {
      body.append(declared(letter, element, read));
    }
    if (read.isEmpty()) {
      read.add(new Memory(Role.X, element)); // Gives the extents a second place.
    }
    body.append("    ").append(named(line, element, y)).append('\n');
    List<RandomKernelText.Parameter> parameters = new ArrayList<>();
    read.forEach(memory -> parameters.add(parameter(memory, true, false)));
    parameters.add(parameter(new Memory(Role.Y, stored), adds(), true));
    Optional<Integer> side = extents == Extents.SQUARE ? Optional.of(SIDE) : Optional.empty();
    return new RandomKernelText(
        name, method(name, parameters, body), parameters, side, side, List.of());
  }

  private static RandomKernelText.Parameter parameter(
      Memory memory, boolean read, boolean written) {
    return new RandomKernelText.Parameter(memory, read, written, 1);
  }

  private Set<String> letters() {
    Set<String> letters = new TreeSet<>();
    Matcher matcher = LETTER.matcher(text);
    while (matcher.find()) {
      letters.add(matcher.group());
    }
    return letters;
  }

  private static String declared(String letter, Element element, Set<Memory> read) {
    Memory x = new Memory(Role.X, element);
    Memory m = new Memory(Role.M, element);
    Memory index = new Memory(Role.X, Element.I32);
    switch (letter) {
      case "a", "x" -> read.add(x);
      case "b", "c", "m" -> read.add(m);
      case "i" -> read.add(index);
      default -> {}
    }
    String box = ", shape(rows, columns))";
    return switch (letter) {
      case "a" -> tile("a", element, x.name() + ".load()");
      case "b" -> tile("b", element, m.name() + ".load(at(1, 1)" + box);
      case "c" -> tile("c", element, m.name() + ".load(at(2, 0)" + box);
      case "i" -> tile("i", Element.I32, index.name() + ".load().mod(Math.min(rows, columns))");
      default -> "";
    };
  }

  private static String tile(String name, Element element, String value) {
    return "    Tile<" + element + "> " + name + " = " + value + ";\n";
  }

  private static String named(String line, Element element, String y) {
    return line.replaceAll("\\bT\\b", element.name())
        .replaceAll("\\bW\\b", element.wide().name())
        .replaceAll("\\bOP\\b", element == Element.BOOL ? "XOR" : "MAX")
        .replaceAll("\\bx\\b", "x" + element)
        .replaceAll("\\bm\\b", "m" + element)
        .replaceAll("\\by\\b", y);
  }

  private String method(
      String name, List<RandomKernelText.Parameter> parameters, StringBuilder body) {
    boolean square = extents == Extents.SQUARE;
    String rows = square ? Integer.toString(SIDE) : "rows";
    String columns = square ? Integer.toString(SIDE) : "columns";
    StringBuilder text = new StringBuilder();
    text.append("  @InCore\n  static void ").append(name).append("(\n");
    parameters.forEach(p -> text.append("      ").append(p.declared(rows, columns)).append(",\n"));
    text.append("      int n,\n      double s) {\n");
    String y = parameters.getLast().memory().name();
    text.append("    int rows = " + (square ? rows : y + ".dim(1)") + ";\n");
    text.append("    int columns = " + (square ? columns : y + ".dim(2)") + ";\n");
    return text.append(body).append("  }\n").toString();
  }
}
