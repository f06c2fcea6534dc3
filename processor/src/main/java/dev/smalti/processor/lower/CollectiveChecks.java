package dev.smalti.processor.lower;

import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What of a call of a collective is compared when it runs, because it is not known before: each is
 * one statement in front of the call, in the words of eager runs.
 */
final class CollectiveChecks {
  private final Frame frame;
  private final String name;
  private final Dim ranks;
  private final Tree call;

  CollectiveChecks(Frame frame, String name, Dim ranks, Tree call) {
    this.frame = frame;
    this.name = name;
    this.ranks = ranks;
    this.call = call;
  }

  /**
   * So many elements as needed.
   *
   * @param operand its name
   * @param count the factors of how many it has
   * @param needed the factors of how many it needs
   */
  void same(String operand, List<Dim> count, List<Dim> needed) {
    if (product(count).equals(product(needed))) {
      return;
    }
    require(
        new Scalar.Binary(BinaryScalar.EQUAL, asLong(count), asLong(needed)),
        List.of(
            operand + " has ",
            " elements, " + name + " on ",
            " ranks needs ",
            "; take a view of the larger, or allocate it with the shape that is needed"),
        asLong(count),
        new Scalar.Extent(ranks),
        asLong(needed));
  }

  /** The same extent along an axis. */
  void sameExtent(String operand, int axis, Dim extent, String other, Dim needed) {
    if (extent.equals(needed)) {
      return;
    }
    require(
        new Scalar.Binary(BinaryScalar.EQUAL, new Scalar.Extent(extent), new Scalar.Extent(needed)),
        List.of(
            "axis " + axis + " of " + operand + " is ",
            ", of " + other + " ",
            ": " + name + " needs the same shape"),
        new Scalar.Extent(extent),
        new Scalar.Extent(needed));
  }

  /** A part for each rank. */
  void divides(String operand, List<Dim> count, String what) {
    if (isMultiple(product(count))) {
      return;
    }
    Scalar all = asLong(count);
    Scalar parts = new Scalar.Extent(ranks);
    Scalar rest =
        new Scalar.Binary(BinaryScalar.REMAINDER, all, new Scalar.Cast(ScalarType.LONG, parts));
    require(
        new Scalar.Binary(BinaryScalar.EQUAL, rest, Scalar.Constant.of(0L)),
        List.of(
            operand + " has ", " " + what + ", " + name + " needs a part for each of ", " ranks"),
        all,
        parts);
  }

  /** A root or a peer is a rank. */
  void rank(Scalar given) {
    List<Scalar> conditions = new ArrayList<>();
    OptionalLong known =
        frame.lowering.dimOf(given).map(Dim::constant).orElseGet(OptionalLong::empty);
    if (known.isEmpty()) {
      conditions.add(new Scalar.Binary(BinaryScalar.GREATER_EQUAL, given, Scalar.Constant.of(0)));
    }
    boolean below =
        known.isPresent()
            && (known.getAsLong() == 0
                || ranks.constant().isPresent()
                    && known.getAsLong() < ranks.constant().getAsLong());
    if (!below) {
      conditions.add(new Scalar.Binary(BinaryScalar.LESS, given, new Scalar.Extent(ranks)));
    }
    conditions.stream()
        .reduce((left, right) -> new Scalar.Binary(BinaryScalar.LOGICAL_AND, left, right))
        .ifPresent(
            condition ->
                require(
                    condition,
                    List.of(name + " is given rank ", "; ranks are 0 to ", ""),
                    given,
                    new Scalar.Extent(ranks.minus(Dim.ONE))));
  }

  /** A cell for each rank. */
  void cells(String signal, List<Dim> shape) {
    Dim spare = product(shape).minus(ranks);
    boolean positive =
        spare.terms().values().stream().allMatch(coefficient -> coefficient >= 0)
            || shape.contains(ranks);
    if (positive) {
      return; // No extent is below 1.
    }
    require(
        new Scalar.Binary(BinaryScalar.GREATER_EQUAL, asLong(shape), asLong(List.of(ranks))),
        List.of(
            signal + " has ",
            " cells, " + name + " on ",
            " ranks needs one for each; make it with world.signalFor"),
        asLong(shape),
        new Scalar.Extent(ranks));
  }

  /** A row for each rank and a column for each core. */
  void lanes(String signal, List<Dim> shape, Scalar cores, boolean known) {
    if (!known) {
      require(
          new Scalar.Binary(BinaryScalar.GREATER_EQUAL, cores, Scalar.Constant.of(1)),
          List.of(name + " is given cores(", "); it runs on at least 1"),
          cores);
    }
    if (!shape.getFirst().equals(ranks)) {
      require(
          new Scalar.Binary(
              BinaryScalar.EQUAL, new Scalar.Extent(shape.getFirst()), new Scalar.Extent(ranks)),
          List.of(signal + " has ", " rows, " + name + " on ", " ranks needs one for each"),
          new Scalar.Extent(shape.getFirst()),
          new Scalar.Extent(ranks));
    }
    if (!known || shape.getLast().constant().isEmpty()) {
      require(
          new Scalar.Binary(BinaryScalar.GREATER_EQUAL, new Scalar.Extent(shape.getLast()), cores),
          List.of(signal + " has ", " columns, " + name + " on ", " cores needs one for each"),
          new Scalar.Extent(shape.getLast()),
          cores);
    }
  }

  private void require(Scalar condition, List<String> texts, Scalar... values) {
    frame.emit(new Stmt.Require(condition, texts, List.of(values), frame.origin(call)), call);
  }

  private static Dim product(List<Dim> factors) {
    return factors.stream().reduce(Dim.ONE, Dim::times);
  }

  /** The product as a {@code long}, which no int may hold. */
  private static Scalar asLong(List<Dim> factors) {
    Dim all = product(factors);
    if (all.constant().isPresent()) {
      return Scalar.Constant.of(all.constant().getAsLong());
    }
    return factors.stream()
        .filter(factor -> !factor.isConstant(1))
        .<Scalar>map(CollectiveChecks::asLong)
        .reduce((left, right) -> new Scalar.Binary(BinaryScalar.MULTIPLY, left, right))
        .orElseThrow();
  }

  private static Scalar asLong(Dim factor) {
    return factor.constant().isPresent()
        ? Scalar.Constant.of(factor.constant().getAsLong())
        : new Scalar.Cast(ScalarType.LONG, new Scalar.Extent(factor));
  }

  /** Whether the number of ranks divides it, whatever the values of its names. */
  private boolean isMultiple(Dim count) {
    OptionalLong parts = ranks.constant();
    if (parts.isPresent()) {
      return count.terms().values().stream()
          .allMatch(coefficient -> coefficient % parts.getAsLong() == 0);
    }
    Map<List<Dim.Atom>, Long> one = ranks.terms();
    return one.size() == 1
        && one.values().iterator().next() == 1
        && count.terms().keySet().stream()
            .allMatch(product -> product.containsAll(one.keySet().iterator().next()));
  }
}
