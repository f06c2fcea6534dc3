package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes functions as text: one statement a line, with its origin at the right. {@link Parser}
 * reads exactly what was written, also where {@link Verifier} would object.
 *
 * <p>A type is left out where it follows from what is written: at uses of variables and in
 * operations on tiles. {@code %} marks tiles; a tree of several operations stands in {@code fused {
 * }}. The same functions give the same text on every machine.
 */
public final class Printer {
  /** Origins of longer statements follow behind the statement. */
  private static final int WIDEST = 78;

  private record Line(String text, String origin) {}

  private final ExpressionPrinter expressions = new ExpressionPrinter(true);
  private final List<Line> lines = new ArrayList<>();

  private Printer() {}

  /** Functions, with the version of their form. */
  public static String print(Unit unit) {
    StringBuilder text = new StringBuilder(Words.HEADER).append(unit.version()).append('\n');
    for (Function function : unit.functions()) {
      Printer printer = new Printer();
      printer.function(function);
      text.append('\n').append(printer.aligned());
    }
    return text.toString();
  }

  /** One function, as a unit of its own. */
  public static String print(Function function) {
    return print(Unit.of(function));
  }

  /** An expression as a reader would write it; not meant for the parser. */
  public static String describe(Expr expr) {
    ExpressionPrinter printer = new ExpressionPrinter(false);
    return expr instanceof Tile tile ? printer.root(tile) : printer.expr(expr);
  }

  /** A type, {@code F32[1, C]} or {@code window<F32>[1, SIZE]}. */
  public static String describe(Type type) {
    return ExpressionPrinter.type(type);
  }

  private String aligned() {
    int widest =
        lines.stream()
            .mapToInt(line -> width(line.text()))
            .filter(w -> w <= WIDEST)
            .max()
            .orElse(0);
    StringBuilder text = new StringBuilder();
    for (Line line : lines) {
      text.append(line.text());
      if (!line.origin().isEmpty()) {
        text.repeat(' ', Math.max(0, widest - width(line.text())));
        text.append("  @ ").append(line.origin());
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  // ---- functions

  private void function(Function function) {
    String id = Words.of(function.kind()) + " " + Words.id(function.id());
    lines.add(new Line(id, spans(List.of(function.span()))));
    for (Parameter parameter : function.parameters()) {
      String text =
          Words.of(parameter.direction()) + " " + expressions.define(parameter.variable());
      lines.add(new Line("    " + text, spans(List.of(parameter.span()))));
    }
    names("elements", function.elementParameters().stream().map(Printer::elementName).toList());
    names("operators", function.operatorParameters().stream().map(Words::name).toList());
    names("symbols", function.symbols().stream().map(Words::name).toList());
    names("results", function.results().stream().map(ExpressionPrinter::type).toList());
    block(function.body(), "  ");
  }

  private static String elementName(String name) {
    return Words.element(new ElementParameter(name));
  }

  private void names(String word, List<String> names) {
    if (!names.isEmpty()) {
      lines.add(new Line("    " + word + " " + String.join(", ", names), ""));
    }
  }

  private static String spans(List<Span> spans) {
    StringBuilder text = new StringBuilder();
    String file = "";
    for (Span span : spans) {
      boolean first = text.isEmpty();
      text.append(first ? "" : ",");
      if (first || !span.file().equals(file)) {
        text.append(Words.file(span.file())).append(':');
      }
      text.append(span.line()).append(':').append(span.column());
      file = span.file();
    }
    return text.toString();
  }

  // ---- statements

  private void block(Block block, String indent) {
    block.statements().forEach(stmt -> stmt(stmt, indent));
  }

  private void stmt(Stmt stmt, String indent) {
    lines.add(new Line(indent + head(stmt), spans(stmt.origin().spans())));
    String deeper = indent + "  ";
    switch (stmt) {
      case Stmt.For s -> block(s.body(), deeper);
      case Stmt.While s -> block(s.body(), deeper);
      case Stmt.ForEachRank s -> block(s.body(), deeper);
      case Stmt.Submit s -> block(s.body(), deeper);
      case Stmt.If s -> {
        block(s.then(), deeper);
        if (!s.otherwise().isEmpty()) {
          lines.add(new Line(indent + "else", ""));
          block(s.otherwise(), deeper);
        }
      }
      case Stmt.Let _,
          Stmt.Assign _,
          Stmt.Store _,
          Stmt.RemoteStore _,
          Stmt.Transfer _,
          Stmt.WriteElement _,
          Stmt.Notify _,
          Stmt.Await _,
          Stmt.Barrier _,
          Stmt.Announce _,
          Stmt.Require _,
          Stmt.Break _,
          Stmt.Continue _,
          Stmt.Return _,
          Stmt.PutTask _,
          Stmt.Callback _,
          Stmt.Call _ -> {}
    }
  }

  private String head(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Let s -> {
        String value = expressions.value(s.variable().type(), s.value());
        yield expressions.define(s.variable()) + " = " + value;
      }
      case Stmt.Assign s ->
          expressions.target(s.variable())
              + " := "
              + expressions.value(s.variable().type(), s.value());
      case Stmt.Store s ->
          "store "
              + expressions.root(s.value())
              + " -> "
              + expressions.at(s.target(), s.offsets())
              + added(s.update());
      case Stmt.RemoteStore s ->
          "store "
              + expressions.root(s.value())
              + " -> "
              + expressions.at(s.target(), s.offsets())
              + " of "
              + expressions.scalar(s.peer())
              + added(s.update());
      case Stmt.Transfer s -> transfer(s);
      case Stmt.WriteElement s ->
          "write "
              + expressions.scalar(s.value())
              + " -> "
              + expressions.at(s.target(), s.indices());
      case Stmt.Notify s ->
          "notify "
              + expressions.at(s.signal(), s.cell())
              + " of "
              + expressions.scalar(s.peer())
              + " "
              + Words.of(s.update())
              + " "
              + expressions.scalar(s.value());
      case Stmt.Await s ->
          "await "
              + expressions.at(s.signal(), s.cell())
              + " "
              + Words.symbol(s.relation())
              + " "
              + expressions.scalar(s.value());
      case Stmt.Barrier s -> "barrier " + expressions.use(s.signal());
      case Stmt.Announce s -> announce(s.what());
      case Stmt.Require s -> require(s);
      case Stmt.For s -> loop(s);
      case Stmt.While s -> "while " + expressions.scalar(s.condition());
      case Stmt.If s -> "if " + expressions.scalar(s.condition());
      case Stmt.Break _ -> "break";
      case Stmt.Continue _ -> "continue";
      case Stmt.Return s ->
          ("return " + ExpressionPrinter.list(s.values(), expressions::expr)).strip();
      case Stmt.Call s -> call(s);
      case Stmt.PutTask s ->
          "keep "
              + expressions.tasks(s.value())
              + " -> "
              + expressions.at(s.array(), List.of(s.index()));
      case Stmt.Submit s -> submit(s);
      case Stmt.Callback s ->
          "tell "
              + expressions.use(s.callback())
              + "("
              + ExpressionPrinter.list(s.arguments(), expressions::expr)
              + ")";
      case Stmt.ForEachRank s -> {
        String domain = expressions.of(s.domain());
        yield "foreachrank " + expressions.defineCounter(s.rank()) + domain;
      }
    };
  }

  private String announce(Announcement what) {
    return switch (what) {
      case Announcement.Begins b ->
          "join %s %s %s (%s)%s%s"
              .formatted(
                  Words.quoted(b.collective(), '"'),
                  Words.quoted(b.operator(), '"'),
                  Words.quoted(b.algorithm(), '"'),
                  expressions.expr(b.signal()),
                  b.memory().isEmpty()
                      ? ""
                      : " on (" + ExpressionPrinter.list(b.memory(), expressions::expr) + ")",
                  b.root().map(root -> " root " + expressions.scalar(root)).orElse(""));
      case Announcement.Chooses(String algorithm) -> "choose " + Words.quoted(algorithm, '"');
      case Announcement.Completes() -> "complete";
    };
  }

  private String require(Stmt.Require s) {
    StringBuilder text = new StringBuilder("require ");
    text.append(expressions.scalar(s.condition())).append(" else ");
    for (int i = 0; i < s.texts().size(); i++) {
      text.append(i == 0 ? "" : " " + expressions.scalar(s.values().get(i - 1)) + " ");
      text.append(Words.quoted(s.texts().get(i), '"'));
    }
    return text.toString();
  }

  private String transfer(Stmt.Transfer s) {
    String window = expressions.use(s.window()) + " of " + expressions.scalar(s.peer());
    String local = expressions.use(s.local());
    String moved =
        s.way() == Stmt.Way.GET
            ? "get " + window + " -> " + local
            : "put " + local + " -> " + window + (s.way() == Stmt.Way.ADD ? " add" : "");
    return moved
        + (s.chunk().isEmpty()
            ? ""
            : " chunk(" + ExpressionPrinter.list(s.chunk(), expressions::scalar) + ")")
        + (s.pipelined() ? " pipelined" : "");
  }

  private static String added(Update update) {
    return update == Update.ADD ? " add" : "";
  }

  private String loop(Stmt.For s) {
    String range = expressions.scalar(s.from()) + ".." + expressions.scalar(s.to());
    String step =
        s.step().equals(Scalar.Constant.of(1)) ? "" : " step " + expressions.scalar(s.step());
    String word =
        switch (s.rounds()) {
          case IN_ORDER -> "for ";
          case BLOCKS -> "blocks ";
          case CORES -> "cores ";
        };
    return word + expressions.defineCounter(s.variable()) + " in " + range + step;
  }

  private String submit(Stmt.Submit s) {
    String after = ExpressionPrinter.list(s.after(), expressions::tasks);
    return "submit " + expressions.define(s.task()) + (after.isEmpty() ? "" : " after " + after);
  }

  private String call(Stmt.Call s) {
    String arguments = ExpressionPrinter.list(s.arguments(), expressions::expr);
    String results = ExpressionPrinter.list(s.results(), expressions::define);
    return "call "
        + Words.id(s.callee())
        + "("
        + arguments
        + ")"
        + (results.isEmpty() ? "" : " -> " + results);
  }
}
