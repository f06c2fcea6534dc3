package dev.smalti.processor.lower;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Article;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.lang.model.element.Element;

/** One method body that is being read: the annotated method itself, or a helper spliced into it. */
final class Frame {
  final Lowering lowering;
  final Source source;
  final Instance instance;
  final Environment environment;
  final List<Span> callers;
  final List<Element> chain;
  private int conditional;

  /** The call that is evaluated conditionally, if this is a helper spliced in for it. */
  private Optional<Call> conditionalCall = Optional.empty();

  private record Call(Frame frame, Tree tree) {}

  /**
   * Where reports about the body stand if its file is not part of this compilation, or what is
   * wrong is wrong for some instances only: at the call.
   */
  private Optional<Site> call = Optional.empty();

  /** A tree in a file of this compilation. */
  record Site(CompilationUnitTree unit, Tree tree) {}

  Frame(
      Lowering lowering,
      Source source,
      Instance instance,
      Environment environment,
      List<Span> callers,
      List<Element> chain) {
    this.lowering = lowering;
    this.source = source;
    this.instance = instance;
    this.environment = environment;
    this.callers = List.copyOf(callers);
    this.chain = List.copyOf(chain);
  }

  /** The same body, of which reports stand at a call. */
  Frame calledAt(Site site) {
    Frame called = new Frame(lowering, source, instance, environment, callers, chain);
    called.call = Optional.of(site);
    return called;
  }

  /** The same body with a block's own locals. */
  Frame inner() {
    return with(environment.inner());
  }

  /** The same body in a round of the parallel loop at a line. */
  Frame round(int line) {
    return with(environment.round(line));
  }

  private Frame with(Environment locals) {
    Frame inner = new Frame(lowering, source, instance, locals, callers, chain);
    inner.conditional = conditional;
    inner.conditionalCall = conditionalCall;
    inner.call = call;
    return inner;
  }

  /** The body of a helper, spliced in here: evaluated when this is. */
  Frame spliced(Source helper, Instance fixed, Tree call, List<Span> from, List<Element> through) {
    Frame inside = new Frame(lowering, helper, fixed, new Environment(), from, through);
    inside.conditional = conditional;
    if (conditional > 0) {
      inside.conditionalCall = Optional.of(conditionalCall.orElse(new Call(this, call)));
    }
    if (helper.carried() || AnnotatedMethod.isGeneric(helper.element())) {
      inside.call = Optional.of(site(call));
    }
    return inside;
  }

  Rejected error(Code code, Tree at, String text, String... details) {
    lowering.fail();
    Site site = site(at);
    lowering.report.error(code, site.unit(), site.tree(), text, placed(code, at, details));
    return new Rejected();
  }

  /** Says something about a tree that is right. */
  void note(Code code, Tree at, String text, String... details) {
    Site site = site(at);
    lowering.report.note(code, site.unit(), site.tree(), text, placed(code, at, details));
  }

  /** Where reports about a tree stand. */
  Site site(Tree at) {
    return call.orElseGet(() -> new Site(source.unit(), at));
  }

  private String[] placed(Code code, Tree at, String... details) {
    Optional<String> within = within(at);
    if (within.isEmpty()) {
      return details;
    }
    List<String> all = new ArrayList<>(List.of(within.get()));
    all.addAll(details.length == 0 ? List.of(code.help()) : List.of(details));
    return all.toArray(String[]::new);
  }

  /** The place of a tree in words, if reports about it stand at the call. */
  private Optional<String> within(Tree at) {
    return call.isEmpty()
        ? Optional.empty()
        : Optional.of(instance.within(source, lowering.sources.position(source.unit(), at)));
  }

  /** Notes that the body reads from its own memory here. */
  void reads(Variable memory, Tree at) {
    lowering.effects.read(memory, located(at));
  }

  /** Notes that the body writes to its own memory here. */
  void writes(Variable memory, Tree at) {
    lowering.effects.write(memory, located(at));
  }

  Sources.Located located(Tree at) {
    Site site = site(at);
    return new Sources.Located(site.unit(), site.tree(), within(at));
  }

  /** What is being read, for messages: {@code "an @InCore method"}; a helper is one of its own. */
  String here() {
    FunctionKind written =
        AnnotatedMethod.planes(source.element()).stream().findFirst().orElse(lowering.plane);
    return Article.with(AnnotatedMethod.annotation(written)) + " method";
  }

  Span span(Tree tree) {
    Span span = lowering.sources.position(source.unit(), tree);
    lowering.sources.locate(lowering.id, span, located(tree));
    return span;
  }

  Origin origin(Tree tree) {
    List<Span> spans = new ArrayList<>();
    spans.add(span(tree));
    spans.addAll(callers);
    return new Origin(spans.stream().distinct().toList());
  }

  /** Adds a statement; refused where the source evaluates only under a condition. */
  void emit(Stmt statement, Tree at) {
    if (conditional > 0) {
      Call refused = conditionalCall.orElse(new Call(this, at));
      throw refused.frame.error(
          Code.CALL_PLACE,
          refused.tree,
          "this takes statements of its own, and a loop would evaluate it again in every round",
          Code.CALL_PLACE.help());
    }
    lowering.builder.emit(statement);
  }

  /** Evaluates something that Java evaluates conditionally, so that it must not emit. */
  <V> V conditionally(Supplier<V> expression) {
    conditional++;
    try {
      return expression.get();
    } finally {
      conditional--;
    }
  }

  /** A new variable with this value, never assigned again. */
  Variable let(String name, Expr value, Tree at) {
    Variable variable = lowering.builder.variable(name, value.type());
    emit(new Stmt.Let(variable, value, origin(at)), at);
    if (value instanceof Scalar scalar) {
      lowering.remember(variable, scalar);
    }
    Optional<Dim> dim =
        value instanceof Scalar scalar && scalar.type() == ScalarType.INT
            ? lowering.dimOf(scalar)
            : Optional.empty();
    lowering.fix(variable, dim);
    if (value instanceof Place.View view) {
      lowering.effects.view(variable, view.base());
      lowering.views.put(variable, view);
    }
    switch (value) {
      case Place.NewWindow(var _, Optional<Variable> domain) ->
          domain.ifPresent(d -> lowering.domains.put(variable, d));
      case Place.NewSignal(var _, Optional<Variable> domain) ->
          domain.ifPresent(d -> lowering.domains.put(variable, d));
      default -> {}
    }
    if (value instanceof Place.Reshaped reshaped) {
      lowering.effects.view(variable, reshaped.base());
      lowering.reshaped.put(variable, reshaped);
    }
    return variable;
  }

  /** The tile as an operand: held by a variable, or a scalar. */
  Tile operand(Tile tile, Tree at) {
    return switch (tile) {
      case Tile.Ref _, Tile.Splat _ -> tile;
      default -> new Tile.Ref(let(nameFor(tile), tile, at));
    };
  }

  private static String nameFor(Tile tile) {
    return switch (tile) {
      case Tile.Load load -> load.source().name() + "Tile";
      case Tile.RemoteLoad load -> load.source().name() + "Remote";
      case Tile.Reduce reduce ->
          switch (reduce.op()) {
            case dev.smalti.processor.ir.BinaryOp op ->
                (reduce.axis() == Tile.Axis.ROW ? "row" : "column") + capitalised(op.name());
            case dev.smalti.processor.ir.OperatorParameter p -> p.name();
          };
      case Tile.Matmul _ -> "product";
      case Tile.Whole whole -> nameFor(whole.function());
      case Tile.Compare _, Tile.Select _ -> "chosen";
      case Tile.Unary(var op, var _) when op == dev.smalti.processor.ir.UnaryOp.GELU_TANH -> "gelu";
      case Tile.Unary unary -> unary.op().name().toLowerCase(java.util.Locale.ROOT);
      case Tile.Binary binary ->
          switch (binary.op()) {
            case dev.smalti.processor.ir.BinaryOp op ->
                switch (op) {
                  case ADD -> "sum";
                  case SUB -> "difference";
                  case MUL -> "product";
                  case DIV -> "quotient";
                  case MAX -> "larger";
                  case MIN -> "smaller";
                  case REM, MOD -> "rest";
                  case AND, OR, XOR ->
                      binary.type().element() == dev.smalti.processor.ir.Element.BOOL
                          ? "mask"
                          : "bits";
                  case SHL, SHR, USHR -> "shifted";
                };
            case dev.smalti.processor.ir.OperatorParameter p -> p.name();
          };
      case Tile.Cast _ -> "converted";
      case Tile.Fill _ -> "filled";
      case Tile.Fma _ -> "fma";
      case Tile.Ref ref -> ref.variable().name();
      case Tile.Splat _ -> "splat";
    };
  }

  private static String nameFor(dev.smalti.processor.ir.TileFunction function) {
    return switch (function) {
      case ROW_ARG_MAX, ROW_ARG_MIN, COL_ARG_MAX, COL_ARG_MIN, ROW_ARG_TOP -> "places";
      case TRANSPOSE -> "transposed";
      case RESHAPE -> "reshaped";
      case SLICE -> "part";
      case CONCAT, ASSEMBLE -> "joined";
      case PAD -> "padded";
      case NARROW -> "narrowed";
      case IOTA -> "counted";
      case RANDOM -> "random";
      case GATHER, GATHER_ROWS -> "gathered";
      case SCATTER, SCATTER_ROWS -> "scattered";
    };
  }

  private static String capitalised(String name) {
    return switch (name) {
      case "ADD" -> "Sum";
      case "MUL" -> "Prod";
      case "AND" -> "All";
      case "OR" -> "Any";
      case "MAX" -> "Max";
      case "MIN" -> "Min";
      default -> name;
    };
  }

  /** The memory as a variable. */
  Variable memory(Place place, Tree at) {
    return switch (place) {
      case Place.Named(Variable variable) -> variable;
      case Place.View view -> let(view.base().name() + "View", view, at);
      case Place.Reshaped reshaped ->
          let(
              reshaped.base().name()
                  + (reshaped.isSame() ? "Flat" : "As" + reshaped.type().element()),
              reshaped,
              at);
      case Place.NewTensor _ -> let("tensor", place, at);
      case Place.Devices _, Place.NewWindow _, Place.NewArray _, Place.NewSignal _ ->
          throw error(
              Code.ALLOCATION_PLACE,
              at,
              "a window or signal is allocated by a declaration",
              "Write `var data = world.window(...);` and use data.");
    };
  }

  /** The expression if it keeps its value, else a variable that holds it. */
  Scalar captured(Scalar scalar, String name, Tree at) {
    return lowering.isStable(scalar) ? scalar : new Scalar.Read(let(name, scalar, at));
  }

  /**
   * Reads what Java evaluates after some values. If that takes statements, which could change what
   * the values read, the values are held by variables first.
   *
   * @param earlier replaced by what holds them
   */
  <V> V after(List<Value> earlier, Tree at, Supplier<V> later) {
    if (earlier.stream().allMatch(Frame::isQuiet)) {
      return later.get();
    }
    List<V> read = new ArrayList<>();
    Block needed = lowering.builder.block(() -> read.add(later.get()));
    if (!needed.isEmpty()) {
      earlier.replaceAll(value -> held(value, at));
      needed.statements().forEach(lowering.builder::emit);
    }
    return read.getFirst();
  }

  private static boolean isQuiet(Value value) {
    return switch (value) {
      case Value.OfScalar(Scalar scalar) -> Expressions.isQuiet(scalar);
      case Value.OfIndex(List<Scalar> axes) -> axes.stream().allMatch(Expressions::isQuiet);
      default -> true; // tiles, views and records are held by variables already
    };
  }

  private Value held(Value value, Tree at) {
    return switch (value) {
      case Value.OfScalar(Scalar scalar) -> new Value.OfScalar(held(scalar, "first", at));
      case Value.OfIndex(List<Scalar> axes) ->
          new Value.OfIndex(axes.stream().map(axis -> held(axis, "index", at)).toList());
      default -> value;
    };
  }

  private Scalar held(Scalar scalar, String name, Tree at) {
    return Expressions.isQuiet(scalar) ? scalar : captured(scalar, name, at);
  }

  /** The expression as an extent, held by a variable if need be. */
  Dim extent(Scalar scalar, Tree at) {
    return lowering
        .dimOf(scalar)
        .orElseGet(
            () -> {
              if (scalar.type() != ScalarType.INT) {
                throw error(
                    Code.EXTENT_FORM,
                    at,
                    "an extent is an int, this is " + Article.with(scalar.type().keyword()),
                    "Compute it as an int, or convert it with Math.toIntExact before the kernel.");
              }
              Variable held = let("extent", scalar, at);
              return lowering.dimOf(new Scalar.Read(held)).orElseThrow();
            });
  }
}
