package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileFunction;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.TileTypes;
import dev.smalti.processor.ir.UnaryScalar;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Functions of whole tiles: elements in other places, in other shapes, or from nowhere. */
final class WholeCalls {
  private static final List<Scalar> FIRST_ROW = List.of(Expressions.zero(ScalarType.INT));

  private final Frame frame;
  private final Expressions expressions;
  private final TileCalls tiles;

  WholeCalls(Frame frame, Expressions expressions, TileCalls tiles) {
    this.frame = frame;
    this.expressions = expressions;
    this.tiles = tiles;
  }

  /** Called on a tile, which a variable holds. */
  Value onTile(MethodInvocationTree tree, Tile tile, String name, List<Value> arguments) {
    return switch (name) {
      case "rowArgMax" -> places(tree, name, TileFunction.ROW_ARG_MAX, tile);
      case "rowArgMin" -> places(tree, name, TileFunction.ROW_ARG_MIN, tile);
      case "colArgMax" -> places(tree, name, TileFunction.COL_ARG_MAX, tile);
      case "colArgMin" -> places(tree, name, TileFunction.COL_ARG_MIN, tile);
      case "rowArgTop" -> top(tree, tile, arguments);
      case "transpose" -> whole(TileFunction.TRANSPOSE, List.of(tile), List.of(), tile.type());
      case "reshape" -> reshape(tree, tile, arguments);
      case "slice" -> slice(tree, tile, arguments);
      case "concat" -> concat(tree, tile, arguments);
      case "assemble" -> assemble(tree, tile, arguments);
      case "pad" -> pad(tree, tile, arguments);
      case "narrow" -> narrow(tree, tile, arguments);
      case "gather" -> gather(tree, tile, arguments);
      case "gatherRows" -> gatherRows(tree, tile, arguments);
      case "scatter" -> scatter(tree, tile, arguments);
      default -> scatterRows(tree, tile, arguments);
    };
  }

  private static Value whole(
      TileFunction function, List<Tile> operands, List<Scalar> scalars, TileType given) {
    TileType type = TileTypes.whole(function, operands.stream().map(Tile::type).toList(), given);
    return new Value.OfTile(new Tile.Whole(function, operands, scalars, type), false);
  }

  private Tile operand(Value value, Tree at) {
    return tiles.tile(value, at);
  }

  private Rejected differ(Tree at, String what, Tile a, Tile b) {
    return frame.error(
        Code.SHAPES_DIFFER,
        at,
        what + ": " + Shapes.text(a.type()) + " and " + Shapes.text(b.type()),
        "Extents that are equal at run time have the same symbol in @Shape.");
  }

  private static boolean sameRows(TileType a, TileType b) {
    return a.rows().equals(b.rows()) && a.validRows().equals(b.validRows());
  }

  private static boolean sameColumns(TileType a, TileType b) {
    return a.columns().equals(b.columns()) && a.validColumns().equals(b.validColumns());
  }

  // ---- places of elements

  private Value places(MethodInvocationTree tree, String name, TileFunction function, Tile tile) {
    tiles.requireArithmetic(tree, name, tile, false);
    return whole(function, List.of(tile), List.of(), tile.type());
  }

  private Value top(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    tiles.requireArithmetic(tree, "rowArgTop", tile, false);
    Tree at = tree.getArguments().getFirst();
    Dim count = frame.extent(expressions.scalar(arguments.getFirst(), at), at);
    Shapes.checkPositive(frame, List.of(count), 1, at);
    TileType of = tile.type();
    Shapes.checkInside(
        frame,
        "a row",
        List.of(of.validColumns()),
        List.of(Expressions.zero(ScalarType.INT)),
        List.of(count),
        at);
    TileType type = new TileType(Element.I32, of.rows(), count, of.validRows(), count);
    return whole(TileFunction.ROW_ARG_TOP, List.of(tile), List.of(), type);
  }

  // ---- boxes

  /** A shape of rows and columns, every element valid. */
  private TileType shape(Value value, dev.smalti.processor.ir.ElementType element, Tree at) {
    List<Dim> shape = two(value, at);
    Shapes.checkPositive(frame, shape, 1, at);
    return TileType.of(element, shape.get(0), shape.get(1));
  }

  private List<Dim> two(Value value, Tree at) {
    if (value instanceof Value.OfExtent(List<Dim> shape) && shape.size() == 2) {
      return shape;
    }
    throw frame.error(
        Code.AXES_DIFFER, at, "a tile has rows and columns", "Write shape(rows, columns).");
  }

  private List<Scalar> position(Value value, Tree at) {
    if (value instanceof Value.OfIndex(List<Scalar> position) && position.size() == 2) {
      return position;
    }
    throw frame.error(
        Code.AXES_DIFFER, at, "a tile has rows and columns", "Write at(row, column).");
  }

  private Value reshape(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    TileType of = tile.type();
    TileType type = shape(arguments.getFirst(), of.element(), tree);
    boolean fits =
        of.isFullyValid()
            && of.rows().times(of.columns()).equals(type.rows().times(type.columns()));
    if (!fits) {
      throw frame.error(
          Code.SHAPES_DIFFER,
          tree,
          "a tile of " + Shapes.text(of) + " cannot become " + Shapes.text(type),
          "There have to be as many elements, every one of them valid.");
    }
    return whole(TileFunction.RESHAPE, List.of(tile), List.of(), type);
  }

  private Value slice(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    List<Scalar> at = position(arguments.get(0), tree);
    TileType type = shape(arguments.get(1), tile.type().element(), tree);
    checkInside(tree, at, type, tile.type());
    return whole(TileFunction.SLICE, List.of(tile), captured(at, tree), type);
  }

  private void checkInside(Tree tree, List<Scalar> at, TileType part, TileType all) {
    Shapes.checkInside(
        frame,
        "the valid box of the tile",
        List.of(all.validRows(), all.validColumns()),
        at,
        List.of(part.validRows(), part.validColumns()),
        tree);
  }

  private List<Scalar> captured(List<Scalar> scalars, Tree at) {
    List<Scalar> captured = new ArrayList<>();
    for (Scalar scalar : scalars) {
      captured.add(frame.captured(scalar, "at", at));
    }
    return captured;
  }

  private Value concat(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    Tile other = operand(arguments.getFirst(), tree);
    TileType of = tile.type();
    if (!sameRows(of, other.type()) || !of.columns().equals(of.validColumns())) {
      throw differ(
          tree, "columns stand behind columns of the same rows, all of them valid", tile, other);
    }
    return whole(TileFunction.CONCAT, List.of(tile, other), List.of(), of);
  }

  private Value assemble(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    Tile part = operand(arguments.get(0), tree);
    List<Scalar> at = position(arguments.get(1), tree);
    checkInside(tree, at, part.type(), tile.type());
    return whole(TileFunction.ASSEMBLE, List.of(tile, part), captured(at, tree), tile.type());
  }

  private Value pad(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    TileType of = tile.type();
    TileType type =
        arguments.size() == 1
            ? TileType.of(of.element(), of.rows(), of.columns())
            : shape(arguments.getFirst(), of.element(), tree);
    if (isLess(type.rows(), of.validRows()) || isLess(type.columns(), of.validColumns())) {
      throw frame.error(
          Code.OUT_OF_BOUNDS,
          tree,
          "the valid box of " + Shapes.text(of) + " does not fit " + Shapes.text(type),
          "Pad to at least the valid box.");
    }
    Tree last = tree.getArguments().getLast();
    Scalar value = tiles.operandScalar((Element) of.element(), arguments.getLast(), last);
    return whole(TileFunction.PAD, List.of(tile), List.of(value), type);
  }

  private static boolean isLess(Dim a, Dim b) {
    Dim difference = a.minus(b);
    return difference.constant().isPresent() && difference.constant().getAsLong() < 0;
  }

  private Value narrow(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    List<Dim> valid = two(arguments.getFirst(), tree);
    Shapes.checkPositive(frame, valid, 0, tree);
    TileType of = tile.type();
    if (isLess(of.validRows(), valid.get(0)) || isLess(of.validColumns(), valid.get(1))) {
      throw frame.error(
          Code.OUT_OF_BOUNDS,
          tree,
          "the valid box " + Shapes.text(valid) + " is not inside " + Shapes.text(of),
          "Only fewer elements can be valid; pad makes more.");
    }
    TileType type = new TileType(of.element(), of.rows(), of.columns(), valid.get(0), valid.get(1));
    return whole(TileFunction.NARROW, List.of(tile), List.of(), type);
  }

  // ---- by an index

  private Value gather(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    Tile index = operand(arguments.getFirst(), tree);
    if (!sameRows(tile.type(), index.type())) {
      throw differ(tree, "the index names elements of the same rows", tile, index);
    }
    return whole(TileFunction.GATHER, List.of(tile, index), FIRST_ROW, tile.type());
  }

  private Tile column(Value value, Tree tree) {
    Tile index = operand(value, tree);
    TileType type = index.type();
    if (!type.columns().isConstant(1) || !type.validColumns().isConstant(1)) {
      throw frame.error(
          Code.SHAPES_DIFFER,
          tree,
          "the index of rows is " + Shapes.text(type) + ", it has one column",
          "Use transpose() or reshape(shape(n, 1)).");
    }
    return index;
  }

  private Value gatherRows(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    Tile index = column(arguments.getFirst(), tree);
    return whole(TileFunction.GATHER_ROWS, List.of(tile, index), FIRST_ROW, tile.type());
  }

  private Value scatter(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    Tile index = operand(arguments.get(0), tree);
    Tile source = operand(arguments.get(1), tree);
    if (!sameRows(tile.type(), index.type())) {
      throw differ(tree, "the index names elements of the same rows", tile, index);
    }
    if (!index.type().sameBox(source.type())) {
      throw differ(tree, "each element needs its place in the index", index, source);
    }
    return whole(TileFunction.SCATTER, List.of(tile, index, source), FIRST_ROW, tile.type());
  }

  private Value scatterRows(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    Tile index = column(arguments.get(0), tree);
    Tile source = operand(arguments.get(1), tree);
    if (!sameRows(index.type(), source.type())) {
      throw differ(tree, "each row needs its place in the index", index, source);
    }
    if (!sameColumns(tile.type(), source.type())) {
      throw differ(tree, "rows have the same columns", tile, source);
    }
    return whole(TileFunction.SCATTER_ROWS, List.of(tile, index, source), List.of(), tile.type());
  }

  // ---- from nothing

  Value fromNothing(MethodInvocationTree tree, String name, List<Value> arguments) {
    MemoryCalls.requireKernel(frame, tree, name);
    return switch (name) {
      case "iota" -> iota(tree, arguments);
      case "lower" -> triangle(tree, Relation.LE, arguments);
      case "upper" -> triangle(tree, Relation.GE, arguments);
      default -> {
        TileType type = shape(arguments.getFirst(), Element.I32, tree);
        List<Scalar> numbers = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
          Tree at = tree.getArguments().get(i);
          numbers.add(frame.captured(expressions.scalar(arguments.get(i), at), "number", at));
        }
        yield whole(TileFunction.RANDOM, List.of(), numbers, type);
      }
    };
  }

  private Value iota(MethodInvocationTree tree, List<Value> arguments) {
    Optional<Element> element =
        arguments.getFirst() instanceof Value.OfElement(Element known)
            ? Optional.of(known)
            : Optional.empty();
    if (element.filter(e -> e.isInteger() && !e.isNarrow()).isEmpty()) {
      throw frame.error(
          Code.NO_OPERATION, tree, "iota counts in I32 or I64", "Count in I32, then cast.");
    }
    TileType type = shape(arguments.get(1), element.get(), tree);
    Scalar start = tiles.operandScalar(element.get(), arguments.get(2), tree.getArguments().get(2));
    return whole(TileFunction.IOTA, List.of(), List.of(start), type);
  }

  /** Columns beside rows and the diagonal; beyond the tile a diagonal makes no difference. */
  private Value triangle(MethodInvocationTree tree, Relation relation, List<Value> arguments) {
    TileType type = shape(arguments.getFirst(), Element.I32, tree);
    Tree at = tree.getArguments().get(1);
    Scalar given = frame.captured(expressions.scalar(arguments.get(1), at), "diagonal", at);
    Scalar most = new Scalar.Extent(type.columns());
    Scalar least = new Scalar.Unary(UnaryScalar.NEGATE, new Scalar.Extent(type.rows()));
    Scalar diagonal = call(MathFunction.MAX, call(MathFunction.MIN, given, most), least);
    TileType across = TileType.of(Element.I32, Dim.ONE, type.columns());
    TileType down = TileType.of(Element.I32, type.rows(), Dim.ONE);
    Tile columns = iota(Expressions.zero(ScalarType.INT), across, tree);
    Tile rows = iota(diagonal, down, tree);
    return new Value.OfTile(
        new Tile.Compare(relation, columns, rows, type.withElement(Element.BOOL)), true);
  }

  private Tile iota(Scalar start, TileType type, Tree at) {
    return frame.operand(new Tile.Whole(TileFunction.IOTA, List.of(), List.of(start), type), at);
  }

  private static Scalar call(MathFunction function, Scalar a, Scalar b) {
    return new Scalar.Call(function, List.of(a, b), ScalarType.INT);
  }
}
