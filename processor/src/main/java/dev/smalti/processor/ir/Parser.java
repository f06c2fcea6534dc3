package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the text that {@link Printer} writes. Deeper indentation makes a block, spaces separate,
 * and empty lines mean nothing. Only the form is checked, not what {@link Verifier} checks.
 */
public final class Parser {
  private record Line(int number, int indent, String text) {
    Cursor cursor() {
      return new Cursor(text, number, indent);
    }
  }

  private final List<Line> lines;
  private int next;
  private ExpressionParser expressions = new ExpressionParser();
  private Cursor in = new Cursor("", 1, 0);

  private Parser(List<Line> lines) {
    this.lines = lines;
  }

  /**
   * Reads a unit.
   *
   * @throws IrSyntaxException where the text is not of the form, or the form has another version
   */
  public static Unit parse(String text) {
    return new Parser(lines(text)).unit();
  }

  private static List<Line> lines(String text) {
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      int indent = 0;
      while (indent < line.length() && line.charAt(indent) == ' ') {
        indent++;
      }
      if (indent < line.length()) {
        lines.add(new Line(number, indent, line));
      }
    }
    return lines;
  }

  private boolean more() {
    return next < lines.size();
  }

  private int indent() {
    return more() ? lines.get(next).indent() : -1;
  }

  private void advance() {
    in = lines.get(next).cursor();
    next++;
    expressions.line(in);
  }

  // ---- functions

  private Unit unit() {
    if (!more()) {
      throw new IrSyntaxException(1, 1, "'" + Words.HEADER + Unit.VERSION + "' expected");
    }
    advance();
    in.expectWord("smalti");
    in.expectWord("ir");
    int version = in.integer("the version");
    if (version != Unit.VERSION) {
      throw in.errorHere(
          "written by form version "
              + version
              + ", this compiler reads "
              + Unit.VERSION
              + "; compile both with the same version");
    }
    endOfLine();
    List<Function> functions = new ArrayList<>();
    while (more()) {
      functions.add(function());
    }
    return new Unit(version, functions);
  }

  private void endOfLine() {
    if (!in.atEnd()) {
      throw in.error("the end of the line");
    }
  }

  private Function function() {
    expressions = new ExpressionParser();
    advance();
    FunctionKind kind = word(Words.KINDS, "host, jit, incore or inline");
    FunctionId id = id();
    Span span = span();
    List<Parameter> parameters = new ArrayList<>();
    while (indent() == 4 && isParameter()) {
      parameters.add(parameter());
    }
    List<String> elements = names("elements");
    List<String> operators = names("operators");
    List<String> symbols = names("symbols");
    List<Type> results = results();
    Block body = block(0);
    return new Function(id, kind, elements, operators, parameters, symbols, results, body, span);
  }

  private boolean isParameter() {
    return Words.DIRECTIONS.containsKey(lines.get(next).cursor().word());
  }

  private <T> T word(Map<String, T> words, String expected) {
    T found = words.get(in.word());
    if (found == null) {
      throw in.error(expected);
    }
    in.name();
    return found;
  }

  private FunctionId id() {
    String owner = in.dotted();
    in.expect(".");
    String method = in.name("the name of a method");
    return new FunctionId(owner, method, in.accept("~") ? in.tag() : "");
  }

  private Parameter parameter() {
    advance();
    Direction direction = word(Words.DIRECTIONS, "in, out or inout");
    Variable variable = expressions.define();
    return new Parameter(variable, direction, span());
  }

  private boolean isHeader(String word) {
    return indent() == 4 && lines.get(next).cursor().atWord(word);
  }

  private List<String> names(String word) {
    if (!isHeader(word)) {
      return List.of();
    }
    advance();
    in.expectWord(word);
    List<String> names = new ArrayList<>();
    do {
      names.add(in.name());
    } while (in.accept(","));
    endOfLine();
    return names;
  }

  private List<Type> results() {
    if (!isHeader("results")) {
      return List.of();
    }
    advance();
    in.expectWord("results");
    List<Type> results = new ArrayList<>();
    do {
      results.add(expressions.type());
    } while (in.accept(","));
    endOfLine();
    return results;
  }

  private Span span() {
    List<Span> spans = spans();
    if (spans.size() > 1) {
      throw in.errorHere("one place expected");
    }
    return spans.getFirst();
  }

  private Origin origin() {
    return new Origin(spans());
  }

  /** {@code @ Scores.java:14:9,15:4,Base.java:3:1}, up to the end of the line. */
  private List<Span> spans() {
    in.expect("@");
    List<Span> spans = new ArrayList<>();
    String file = "";
    do {
      if (spans.isEmpty() || !in.atNumber()) {
        in.atEnd();
        file = in.file();
        in.expect(":");
      }
      int line = in.integer("the line");
      in.expect(":");
      spans.add(new Span(file, line, in.integer("the column")));
    } while (in.accept(","));
    endOfLine();
    return spans;
  }

  // ---- statements

  /** What is indented deeper than the line above, which has {@code indent}. */
  private Block block(int indent) {
    List<Stmt> statements = new ArrayList<>();
    int inner = indent();
    while (indent() > indent) {
      if (indent() != inner) {
        advance();
        throw in.errorHere(
            "an indentation of " + inner + " expected, not " + lines.get(next - 1).indent());
      }
      statements.add(stmt());
    }
    return new Block(statements);
  }

  private Stmt stmt() {
    int indent = indent();
    advance();
    if (isVariable()) {
      return binding();
    }
    String word = in.word();
    switch (word) {
      case "store",
          "write",
          "put",
          "get",
          "notify",
          "await",
          "barrier",
          "join",
          "choose",
          "complete",
          "require",
          "for",
          "blocks",
          "cores",
          "while",
          "if",
          "break",
          "continue",
          "return",
          "call",
          "keep",
          "submit",
          "tell",
          "foreachrank" ->
          in.name();
      default -> throw in.error("a statement");
    }
    return switch (word) {
      case "store" -> store();
      case "write" -> write();
      case "put" -> put();
      case "get" -> get();
      case "notify" -> notifyCell();
      case "await" -> await();
      case "barrier" -> new Stmt.Barrier(expressions.use(), origin());
      case "join" -> join();
      case "complete" -> new Stmt.Announce(new Announcement.Completes(), origin());
      case "choose" -> new Stmt.Announce(new Announcement.Chooses(in.quoted('"')), origin());
      case "require" -> require();
      case "for" -> loop(indent, Stmt.Rounds.IN_ORDER);
      case "blocks" -> loop(indent, Stmt.Rounds.BLOCKS);
      case "cores" -> loop(indent, Stmt.Rounds.CORES);
      case "while" -> {
        Scalar condition = expressions.scalar();
        Origin origin = origin();
        yield new Stmt.While(condition, block(indent), origin);
      }
      case "if" -> branch(indent);
      case "break" -> new Stmt.Break(origin());
      case "continue" -> new Stmt.Continue(origin());
      case "return" -> leave();
      case "call" -> call();
      case "keep" -> keep();
      case "submit" -> submit(indent);
      case "tell" -> tell();
      default -> forEachRank(indent);
    };
  }

  /** Whether the line binds a variable: behind the name comes a type or {@code :=}. */
  private boolean isVariable() {
    if (in.at("%")) {
      return true;
    }
    if (!in.atName()) {
      return false;
    }
    Cursor behind = in.behindName();
    return behind.at(":") || behind.at("{");
  }

  private Stmt binding() {
    in.accept("%");
    Cursor behind = in.behindName();
    if (behind.at(":") && !behind.at(":=")) {
      Variable variable = expressions.declared();
      in.expect("=");
      Expr value = expressions.value(variable.type());
      expressions.define(variable);
      return new Stmt.Let(variable, value, origin());
    }
    Variable variable = expressions.use();
    in.expect(":=");
    return new Stmt.Assign(variable, expressions.value(variable.type()), origin());
  }

  private Stmt store() {
    Tile value = expressions.tile();
    in.expect("->");
    Variable target = expressions.use();
    List<Scalar> offsets = expressions.position();
    if (in.acceptWord("of")) {
      Scalar peer = expressions.scalar();
      return new Stmt.RemoteStore(target, peer, offsets, value, update(), origin());
    }
    return new Stmt.Store(target, offsets, value, update(), origin());
  }

  private Update update() {
    return in.acceptWord("add") ? Update.ADD : Update.SET;
  }

  private Stmt write() {
    Scalar value = expressions.scalar();
    in.expect("->");
    Variable target = expressions.use();
    return new Stmt.WriteElement(target, expressions.position(), value, origin());
  }

  private Stmt put() {
    Variable local = expressions.use();
    in.expect("->");
    Variable window = expressions.use();
    in.expectWord("of");
    Scalar peer = expressions.scalar();
    Stmt.Way way = update() == Update.ADD ? Stmt.Way.ADD : Stmt.Way.PUT;
    return new Stmt.Transfer(
        window, peer, local, way, chunk(), in.acceptWord("pipelined"), origin());
  }

  private Stmt get() {
    Variable window = expressions.use();
    in.expectWord("of");
    Scalar peer = expressions.scalar();
    in.expect("->");
    Variable local = expressions.use();
    return new Stmt.Transfer(
        window, peer, local, Stmt.Way.GET, chunk(), in.acceptWord("pipelined"), origin());
  }

  private List<Scalar> chunk() {
    if (!in.acceptWord("chunk")) {
      return List.of();
    }
    in.expect("(");
    return expressions.list(")", expressions::scalar);
  }

  private Stmt notifyCell() {
    Variable signal = expressions.use();
    List<Scalar> cell = expressions.position();
    in.expectWord("of");
    Scalar peer = expressions.scalar();
    Update update = word(Words.UPDATES, "set or add");
    return new Stmt.Notify(signal, peer, cell, update, expressions.scalar(), origin());
  }

  private Stmt await() {
    Variable signal = expressions.use();
    List<Scalar> cell = expressions.position();
    Relation relation = expressions.relation();
    return new Stmt.Await(signal, cell, relation, expressions.scalar(), origin());
  }

  private Stmt join() {
    String collective = in.quoted('"');
    String operator = in.quoted('"');
    String algorithm = in.quoted('"');
    in.expect("(");
    Place signal = place();
    in.expect(")");
    List<Place> memory = List.of();
    if (in.acceptWord("on")) {
      in.expect("(");
      memory = expressions.list(")", this::place);
    }
    Optional<Scalar> root =
        in.acceptWord("root") ? Optional.of(expressions.scalar()) : Optional.empty();
    return new Stmt.Announce(
        new Announcement.Begins(collective, operator, algorithm, signal, memory, root), origin());
  }

  private Place place() {
    if (expressions.expr() instanceof Place place) {
      return place;
    }
    throw in.error("a window or signal");
  }

  private Stmt require() {
    Scalar condition = expressions.scalar();
    in.expectWord("else");
    List<String> texts = new ArrayList<>(List.of(in.quoted('"')));
    List<Scalar> values = new ArrayList<>();
    while (!in.at("@")) {
      values.add(expressions.scalar());
      texts.add(in.quoted('"'));
    }
    return new Stmt.Require(condition, texts, values, origin());
  }

  private Stmt keep() {
    Tasks value = expressions.tasks();
    in.expect("->");
    Variable array = expressions.use();
    Scalar index = expressions.index();
    return new Stmt.PutTask(array, index, value, origin());
  }

  private Stmt submit(int indent) {
    Variable task = expressions.declared();
    List<Tasks> after = new ArrayList<>();
    if (in.acceptWord("after")) {
      do {
        after.add(expressions.tasks());
      } while (in.accept(","));
    }
    Origin origin = origin();
    Block body = block(indent);
    expressions.define(task);
    return new Stmt.Submit(task, body, after, origin);
  }

  private Stmt tell() {
    Variable callback = expressions.use();
    in.expect("(");
    return new Stmt.Callback(callback, expressions.list(")", expressions::expr), origin());
  }

  private Stmt loop(int indent, Stmt.Rounds rounds) {
    Variable variable = expressions.counter();
    in.expectWord("in");
    Scalar from = expressions.scalar();
    in.expect("..");
    Scalar to = expressions.scalar();
    Scalar step = in.acceptWord("step") ? expressions.scalar() : Scalar.Constant.of(1);
    Origin origin = origin();
    expressions.define(variable);
    return new Stmt.For(variable, from, to, step, block(indent), rounds, origin);
  }

  private Stmt branch(int indent) {
    Scalar condition = expressions.scalar();
    Origin origin = origin();
    Block then = block(indent);
    Block otherwise = Block.of();
    if (indent() == indent && isElse()) {
      advance();
      in.expectWord("else");
      endOfLine();
      otherwise = block(indent);
    }
    return new Stmt.If(condition, then, otherwise, origin);
  }

  private boolean isElse() {
    return lines.get(next).cursor().atWord("else");
  }

  private Stmt leave() {
    List<Expr> values = new ArrayList<>();
    if (!in.at("@")) {
      do {
        values.add(expressions.expr());
      } while (in.accept(","));
    }
    return new Stmt.Return(values, origin());
  }

  private Stmt call() {
    FunctionId callee = id();
    in.expect("(");
    List<Expr> arguments = expressions.list(")", expressions::expr);
    List<Variable> results = new ArrayList<>();
    if (in.accept("->")) {
      do {
        results.add(expressions.define());
      } while (in.accept(","));
    }
    return new Stmt.Call(callee, arguments, results, origin());
  }

  private Stmt forEachRank(int indent) {
    Variable rank = expressions.counter();
    Optional<Variable> domain = expressions.domain();
    expressions.define(rank);
    Origin origin = origin();
    return new Stmt.ForEachRank(rank, domain, block(indent), origin);
  }
}
