package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.hint.Places;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Statements of one block, next to each other, that can run strip by strip.
 *
 * @param from the first of them
 * @param to the last of them
 */
record StripRun(
    int from, int to, List<Stmt> ahead, List<Stmt> body, StripSplit split, StripSize size) {
  StripRun {
    ahead = List.copyOf(ahead);
    body = List.copyOf(body);
  }

  /** What the statements of a block define, change and name. */
  private static final class Names extends IrVisitor {
    final Set<String> defined = new HashSet<>();
    final Set<String> assigned = new HashSet<>();
    final Set<String> mentioned = new HashSet<>();

    static Names of(Stmt stmt) {
      Names names = new Names();
      names.stmt(stmt);
      names.mentioned.addAll(names.assigned);
      return names;
    }

    @Override
    public void define(Variable variable) {
      super.define(variable);
      defined.add(variable.name());
    }

    @Override
    public void assign(Variable variable) {
      assigned.add(variable.name());
    }

    @Override
    public void use(Variable variable) {
      mentioned.add(variable.name());
    }

    @Override
    public void dim(Dim dim) {
      mentioned.addAll(dim.names());
    }
  }

  /**
   * The fewest statements around a definition that are complete in themselves, if they can be taken
   * apart. Tiles of which they need a strip each are made among them.
   *
   * @param statements a block
   * @param at the definition of a tile in it
   * @param axis along which the tile is taken apart
   * @param elements of a strip
   */
  static Optional<StripRun> of(
      List<Stmt> statements,
      int at,
      StripAxis axis,
      int elements,
      VariableFacts facts,
      ExtentBounds bounds) {
    Variable tile = ((Stmt.Let) statements.get(at)).variable();
    int from = at;
    int to = at;
    while (true) {
      Optional<Span> span = closed(statements, from, to, facts);
      Optional<StripSplit> split =
          span.flatMap(s -> StripSplit.of(s.body(statements), tile, axis, facts, bounds));
      if (split.isEmpty() || split.get().fromAhead().isEmpty()) {
        return split.flatMap(s -> run(statements, span.get(), s, elements, facts, bounds));
      }
      from = firstDefinition(statements, span.get().from(), split.get().fromAhead());
      to = span.get().to();
      if (from < 0) {
        return Optional.empty();
      }
    }
  }

  /** Where the first of some tiles is defined before a statement; negative if one is not. */
  private static int firstDefinition(List<Stmt> statements, int end, Set<String> names) {
    Set<String> missing = new HashSet<>(names);
    int first = end;
    for (int i = end - 1; i >= 0; i--) {
      if (statements.get(i) instanceof Stmt.Let let && missing.remove(let.variable().name())) {
        first = i;
      }
    }
    return missing.isEmpty() ? first : -1;
  }

  private record Span(int from, int to, Set<Integer> ahead) {
    List<Stmt> body(List<Stmt> statements) {
      return statements(statements, false);
    }

    List<Stmt> ahead(List<Stmt> statements) {
      return statements(statements, true);
    }

    private List<Stmt> statements(List<Stmt> all, boolean inFront) {
      return IntStream.rangeClosed(from, to)
          .filter(i -> ahead.contains(i) == inFront)
          .mapToObj(all::get)
          .toList();
    }
  }

  private static Optional<StripRun> run(
      List<Stmt> statements,
      Span span,
      StripSplit split,
      int elements,
      VariableFacts facts,
      ExtentBounds bounds) {
    List<Stmt> ahead = span.ahead(statements);
    List<Stmt> body = span.body(statements);
    return new StripMemory(split, facts).keepsOrder(body)
        ? StripSize.of(split, elements, bounds)
            .map(size -> new StripRun(span.from(), span.to(), ahead, body, split, size))
        : Optional.empty();
  }

  /**
   * Grows until nothing that the statements define is named behind them, or changed from before.
   */
  private static Optional<Span> closed(
      List<Stmt> statements, int start, int end, VariableFacts facts) {
    List<Names> names = statements.stream().map(Names::of).toList();
    Map<String, Integer> definitions = new TreeMap<>();
    for (int i = 0; i < statements.size(); i++) {
      if (statements.get(i) instanceof Stmt.Let let) {
        definitions.put(let.variable().name(), i);
      }
    }
    int from = start;
    int to = end;
    while (true) {
      Set<Integer> ahead = ahead(statements, from, to, names, facts);
      int first = from;
      int last = to;
      for (int i = from; i <= to; i++) {
        if (ahead.contains(i)) {
          continue;
        }
        for (String assigned : names.get(i).assigned) {
          if (!names.get(i).defined.contains(assigned)) {
            Integer definition = definitions.get(assigned);
            if (definition == null) {
              return Optional.empty();
            }
            first = Math.min(first, definition);
          }
        }
        if (statements.get(i) instanceof Stmt.Let let) {
          for (int j = to + 1; j < statements.size(); j++) {
            if (names.get(j).mentioned.contains(let.variable().name())) {
              last = Math.max(last, j);
            }
          }
        }
      }
      if (first == from && last == to) {
        return Optional.of(new Span(from, to, ahead));
      }
      from = first;
      to = last;
    }
  }

  /** Scalars among the statements that can as well be computed in front of them. */
  private static Set<Integer> ahead(
      List<Stmt> statements, int from, int to, List<Names> names, VariableFacts facts) {
    Set<String> inside = new HashSet<>();
    for (int i = from; i <= to; i++) {
      inside.addAll(names.get(i).defined);
      inside.addAll(names.get(i).assigned);
    }
    Set<Integer> ahead = new HashSet<>();
    for (int i = from; i <= to; i++) {
      if (statements.get(i) instanceof Stmt.Let let
          && let.value() instanceof Scalar scalar
          && !facts.isAssigned(let.variable())
          && Totality.isTotal(scalar)
          && Collections.disjoint(names.get(i).mentioned, inside)) {
        ahead.add(i);
        inside.remove(let.variable().name());
      }
    }
    return ahead;
  }

  /** Says what is done again for each strip. */
  void report(Variable tile, Hints hints) {
    OptionalLong step = size.step().constant();
    String extent =
        step.isPresent()
            ? String.format(Locale.ROOT, "%,d", step.getAsLong())
            : size.step().toString();
    String strips = extent + (split.axis() == StripAxis.ROWS ? " rows" : " columns");
    for (StripSplit.Again again : split.again()) {
      hints.add(
          Code.READ_AGAIN,
          Places.operation(again.at()),
          "%s again for each strip of %s".formatted(again.what(), strips),
          "The strips are there because of %s %s, which may be larger than scratch."
              .formatted(tile.name(), Hints.extents(tile.tile())));
    }
  }

  /** The loop over the strips, and what stands in front of it. */
  List<Stmt> loop(FreshNames names) {
    List<Stmt> all = new ArrayList<>(ahead);
    StripAxis axis = split.axis();
    Variable counter = names.variable(axis == StripAxis.ROWS ? "r" : "c", ScalarType.INT);
    Dim step = size.step();
    if (step.constant().isEmpty()) {
      Variable held =
          names.variable(axis == StripAxis.ROWS ? "rowsAtOnce" : "columnsAtOnce", ScalarType.INT);
      all.add(new Stmt.Let(held, new Scalar.Extent(step), body.getFirst().origin()));
      step = Dim.named(held.name());
    }
    List<Stmt> inner = new ArrayList<>();
    Dim whole = split.extent();
    Dim extent = step;
    if (!size.divides()) {
      Variable held = names.variable(axis == StripAxis.ROWS ? "height" : "width", ScalarType.INT);
      Dim left = whole.minus(Dim.named(counter.name()));
      inner.add(new Stmt.Let(held, new Scalar.Extent(step.min(left)), body.getFirst().origin()));
      extent = Dim.named(held.name());
    }
    StripForm form = new StripForm(split, counter, extent);
    body.forEach(stmt -> inner.add(form.stmt(stmt)));
    Scalar by =
        step.constant().isPresent()
            ? Scalar.Constant.of((int) step.constant().getAsLong())
            : new Scalar.Extent(step);
    all.add(
        new Stmt.For(
            counter,
            Scalar.Constant.of(0),
            new Scalar.Extent(whole),
            by,
            new Block(inner),
            body.getFirst().origin()));
    return all;
  }

  /** Position and distance, of the type of the position. */
  static Scalar plus(Scalar offset, Variable counter) {
    Scalar by = new Scalar.Read(counter);
    if (offset instanceof Scalar.Constant c && ((Number) c.value()).longValue() == 0) {
      return by;
    }
    return offset.type() == ScalarType.LONG
        ? new Scalar.Binary(BinaryScalar.ADD, offset, new Scalar.Cast(ScalarType.LONG, by))
        : new Scalar.Binary(BinaryScalar.ADD, offset, by);
  }
}
