package dev.smalti.processor.random;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.random.MethodText.Memory;
import dev.smalti.processor.random.MethodText.Role;
import dev.smalti.processor.random.MethodText.Use;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes a random kernel as a user would, which has certain operations on certain types in certain
 * surroundings, and whatever else these need or chance adds.
 *
 * <p>Its parameters are {@code xE [rows, columns]} that it reads, {@code yE [slots, rows, columns]}
 * that it writes and {@code mE [rows + 2, columns + 1]} of which it does both, for each element
 * type E that it needs, and the scalars {@code n} from 0 to 4 and {@code s}. It ends and does not
 * fail, with one row and one column at the least.
 */
final class Writer {
  /** Slots of an output; what is stored beyond them replaces what was. */
  private static final int MOST_SLOTS = 6;

  private static final Set<Surrounding> CONTROL =
      EnumSet.complementOf(EnumSet.of(Surrounding.RAGGED, Surrounding.STRETCHED));

  private final Draws draws;
  private final Catalogue catalogue;
  private final String name;
  private final List<Cell> cells = new ArrayList<>();
  private final Map<Element, Integer> slots = new EnumMap<>(Element.class);
  private final Map<String, Integer> names = new HashMap<>();
  private final StringBuilder helpers = new StringBuilder();

  private Writer(Draws draws, Catalogue catalogue, String name) {
    this.draws = draws;
    this.catalogue = catalogue;
    this.name = name;
  }

  /**
   * A kernel.
   *
   * @param name of its method
   * @param goals what it has to have: parts of cells of one element type and surrounding
   */
  static RandomKernelText kernel(
      Draws draws, Catalogue catalogue, String name, List<List<Cell>> goals) {
    return new Writer(draws, catalogue, name).write(goals);
  }

  Draws draws() {
    return draws;
  }

  String fresh(String base) {
    return base + (names.merge(base, 1, Integer::sum) - 1);
  }

  /** The next slot of an output. */
  int slot(Element element) {
    return (slots.merge(element, 1, Integer::sum) - 1) % MOST_SLOTS;
  }

  void note(String operation, Element element, Set<Surrounding> surroundings, boolean stretched) {
    for (Surrounding surrounding : surroundings) {
      if (surrounding != Surrounding.STRAIGHT || surroundings.stream().noneMatch(this::isDeep)) {
        cells.add(new Cell(operation, element, surrounding));
      }
    }
    if (stretched) {
      cells.add(new Cell(operation, element, Surrounding.STRETCHED));
    }
  }

  private boolean isDeep(Surrounding surrounding) {
    return surrounding != Surrounding.STRAIGHT && CONTROL.contains(surrounding);
  }

  // ---- the kernel

  private RandomKernelText write(List<List<Cell>> goals) {
    MethodText kernel = new MethodText(Optional.empty());
    kernel.use(Role.X, Element.I32, Use.READ);
    Body body = Body.of(this, kernel, EnumSet.of(Surrounding.STRAIGHT));
    boolean ragged = goals.stream().anyMatch(g -> g.getFirst().surrounding() == Surrounding.RAGGED);
    String rows = draws.below(3) != 2 ? "rows" : draws.any(List.of("3", ragged ? "2" : "1", "5"));
    String columns =
        draws.below(3) != 2 ? "columns" : draws.any(List.of("5", ragged ? "2" : "1", "67", "16"));
    for (List<Cell> part : goals) {
      draws.part(
          () -> {
            write(body, part);
            return part;
          });
    }
    body.flush();
    List<RandomKernelText.Parameter> parameters = new ArrayList<>();
    kernel.memory().forEach((memory, uses) -> parameters.add(parameter(memory, uses)));
    StringBuilder text = new StringBuilder(helpers);
    text.append("  @InCore\n  static void ").append(name).append("(\n");
    for (RandomKernelText.Parameter parameter : parameters) {
      text.append("      ").append(parameter.declared(rows, columns)).append(",\n");
    }
    text.append("      int n,\n      double s) {\n");
    text.append("    int rows = xI32.dim(0);\n    int columns = xI32.dim(1);\n");
    text.append(validExtents(kernel.lines()));
    text.append(kernel.lines()).append("  }\n");
    return new RandomKernelText(
        name, text.toString(), parameters, number(rows), number(columns), List.copyOf(cells));
  }

  private static Optional<Integer> number(String extent) {
    return Character.isDigit(extent.charAt(0))
        ? Optional.of(Integer.valueOf(extent))
        : Optional.empty();
  }

  /** The extents of smaller boxes, if they are used. */
  private static String validExtents(String lines) {
    String text = "";
    if (lines.contains("validRows")) {
      text += "    int validRows = Math.min(n + 1, rows);\n";
    }
    if (lines.contains("validColumns")) {
      text += "    int validColumns = Math.max(columns - n, 1);\n";
    }
    return text;
  }

  private RandomKernelText.Parameter parameter(Memory memory, Set<Use> uses) {
    return new RandomKernelText.Parameter(
        memory,
        uses.contains(Use.READ),
        uses.contains(Use.WRITTEN),
        Math.min(slots.getOrDefault(memory.element(), 0), MOST_SLOTS));
  }

  /** Cells of one type and surrounding, within one statement or one after the other. */
  private void write(Body body, List<Cell> goals) {
    Element element = goals.getFirst().element();
    Surrounding surrounding = goals.getFirst().surrounding();
    switch (surrounding) {
      case STRAIGHT, STRETCHED -> statements(body, goals);
      case RAGGED -> ragged(body, goals);
      case BRANCH -> branch(body, goals);
      case RANGE, WHILE, PIPELINE, UNROLL -> loop(body, surrounding, element, goals);
      case PARALLEL -> rounds(body, goals);
      case HELPER -> helper(body, Optional.empty(), goals);
      case GENERIC -> helper(body, Optional.of(element), goals);
    }
  }

  private void statements(Body body, List<Cell> goals) {
    for (Cell goal : goals) {
      draws.part(
          () -> {
            statement(body, goal);
            return goal;
          });
    }
  }

  private void statement(Body body, Cell goal) {
    if (!draws.kept()) {
      return;
    }
    boolean stretched = goal.surrounding() == Surrounding.STRETCHED;
    if (draws.once(16) && !body.isParallel()) {
      body.line("if (" + condition(body) + ") {");
      Body inner = body.inside(Surrounding.BRANCH);
      catalogue.operation(goal.operation()).recipe().write(inner, goal.element(), stretched);
      assign(inner, goal.element());
      inner.flush();
      body.line("}");
      return;
    }
    catalogue.operation(goal.operation()).recipe().write(body, goal.element(), stretched);
    if (draws.once(12) && !body.isRound()) {
      assign(body, goal.element());
    }
  }

  /** A variable gets another value. */
  private void assign(Body body, Element element) {
    body.variable(element)
        .ifPresent(
            variable ->
                body.line(
                    variable.text() + " = " + body.tile(element, variable.box()).text() + ";"));
  }

  private String condition(Body body) {
    return switch (draws.below(4)) {
      case 0 -> "n > " + draws.below(4);
      case 1 -> "s < " + (draws.below(5) - 2);
      case 2 -> "n % 2 == " + draws.below(2);
      default ->
          body.memory(Role.X, Element.I32, Use.READ)
              + ".readInt(at(0, 0)) % 2 == "
              + draws.below(2);
    };
  }

  private void ragged(Body body, List<Cell> goals) {
    Body inner = body.ragged();
    statements(inner, goals);
    inner.flush();
  }

  private void branch(Body body, List<Cell> goals) {
    int half = goals.size() / 2;
    body.line("if (" + condition(body) + ") {");
    Body first = body.inside(Surrounding.BRANCH);
    statements(first, goals.subList(0, half));
    assign(first, goals.getFirst().element());
    first.flush();
    body.line("} else {");
    Body second = body.inside(Surrounding.BRANCH);
    statements(second, goals.subList(half, goals.size()));
    assign(second, goals.getFirst().element());
    second.flush();
    body.line("}");
  }

  // ---- loops

  private void loop(Body body, Surrounding surrounding, Element element, List<Cell> goals) {
    String carried = body.declare(body.tile(element, Box.FULL));
    String counter = fresh("i");
    body.line(head(body, surrounding, counter));
    Body inner = body.inside(surrounding);
    if (surrounding == Surrounding.WHILE) {
      inner.line(counter + "--;");
    }
    int half = goals.size() / 2;
    statements(inner, goals.subList(0, half));
    if (surrounding != Surrounding.UNROLL && draws.once(3)) {
      inner.flush();
      inner.line("if (" + counter + " == 1) {");
      inner.line("  " + draws.any(List.of("continue;", "break;")));
      inner.line("}");
    }
    statements(inner, goals.subList(half, goals.size()));
    Value last = inner.last(element).orElseGet(() -> inner.tile(element, Box.FULL));
    inner.line(carried + " = " + inner.fit(last, Box.FULL).text() + ";");
    inner.flush();
    body.line("}");
  }

  private String head(Body body, Surrounding surrounding, String counter) {
    return switch (surrounding) {
      case WHILE -> {
        body.line("int " + counter + " = n % 3 + 1;");
        yield "while (" + counter + " > 0) {";
      }
      case PIPELINE ->
          "for (int "
              + counter
              + " : pipeline("
              + draws.any(List.of("0, n % 3 + 1, 1, 2", "n, 0, -1, 3"))
              + ")) {";
      case UNROLL ->
          "for (int "
              + counter
              + " : unroll("
              + draws.any(List.of("2", "1, 3", "5, 0, -2"))
              + ")) {";
      default ->
          draws.any(
              List.of(
                  "for (int " + counter + " : range(n % 3 + 1)) {",
                  "for (int " + counter + " = 0; " + counter + " < n; " + counter + "++) {",
                  "for (int " + counter + " : range(n, 0, -1)) {"));
    };
  }

  private void rounds(Body body, List<Cell> goals) {
    String counter = fresh("p");
    body.line("for (int " + counter + " : parallel(0, rows, 1)) {");
    Body inner = body.ofRound(counter);
    statements(inner, goals);
    inner.flush();
    body.line("}");
  }

  // ---- helpers

  private void helper(Body caller, Optional<Element> open, List<Cell> goals) {
    String helper = fresh(name + (open.isPresent() ? "Generic" : "Helper"));
    MethodText method = new MethodText(open);
    Body body =
        Body.of(
            this, method, EnumSet.of(open.isPresent() ? Surrounding.GENERIC : Surrounding.HELPER));
    Element element = goals.getFirst().element();
    List<String> arguments = new ArrayList<>();
    caller
        .variable(element)
        .ifPresent(
            tile -> {
              method.tile("tile", element);
              body.know(new Value("tile", element, tile.box()));
              arguments.add(tile.text());
            });
    statements(body, goals);
    Optional<Value> result = body.last(element);
    body.flush();
    StringBuilder text = new StringBuilder();
    text.append("  @Inline\n  static ");
    open.ifPresent(_ -> text.append("<T extends DType> "));
    text.append(result.isPresent() ? "Tile<" + method.type(element) + ">" : "void");
    text.append(' ').append(helper).append('(');
    List<String> parameters = new ArrayList<>(method.tiles());
    for (Memory memory : method.memory().keySet()) {
      parameters.add("Tensor<" + method.type(memory.element()) + "> " + memory.name());
      arguments.add(memory.name());
    }
    parameters.addAll(List.of("int rows", "int columns", "int n", "double s"));
    arguments.addAll(List.of("rows", "columns", "n", "s"));
    text.append(String.join(", ", parameters)).append(") {\n");
    String lines = method.lines() + result.map(v -> "    return " + v.text() + ";\n").orElse("");
    text.append(validExtents(lines)).append(lines).append("  }\n\n");
    helpers.append(text);
    caller.method().useAll(method);
    String call = helper + "(" + String.join(", ", arguments) + ")";
    if (result.isPresent()) {
      caller.declare(new Value(call, element, result.orElseThrow().box()));
    } else {
      caller.line(call + ";");
    }
  }
}
