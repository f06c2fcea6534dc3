package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.TileTypes;
import dev.smalti.processor.ir.UnaryOp;
import dev.smalti.processor.message.Article;
import dev.smalti.processor.message.Code;
import java.util.List;
import java.util.Locale;
import javax.lang.model.element.ExecutableElement;

/** Operations of tiles and masks. */
final class TileCalls {
  private final Frame frame;
  private final Expressions expressions;

  TileCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  Value onTile(MethodInvocationTree tree, Tile tile, String name, List<Value> arguments) {
    return switch (name) {
      case "add", "sub", "mul", "div", "rem", "mod", "max", "min" -> {
        requireArithmetic(tree, name, tile, false);
        yield binary(tree, BinaryOp.valueOf(name.toUpperCase(Locale.ROOT)), tile, arguments);
      }
      case "and", "or", "xor" -> {
        requireBits(tree, name, tile, true);
        yield binary(tree, BinaryOp.valueOf(name.toUpperCase(Locale.ROOT)), tile, arguments);
      }
      case "shl", "shr", "ushr" -> {
        requireBits(tree, name, tile, false);
        yield binary(tree, BinaryOp.valueOf(name.toUpperCase(Locale.ROOT)), tile, arguments);
      }
      case "not" -> {
        requireBits(tree, name, tile, true);
        yield new Value.OfTile(new Tile.Unary(UnaryOp.NOT, tile), false);
      }
      case "neg", "abs", "sign" ->
          unary(tree, UnaryOp.valueOf(name.toUpperCase(Locale.ROOT)), name, tile, false);
      case "exp",
          "log",
          "sin",
          "cos",
          "tanh",
          "sigmoid",
          "erf",
          "gelu",
          "sqrt",
          "rsqrt",
          "recip",
          "floor",
          "ceil",
          "rint",
          "round",
          "trunc" ->
          unary(tree, UnaryOp.valueOf(name.toUpperCase(Locale.ROOT)), name, tile, true);
      case "geluTanh" -> unary(tree, UnaryOp.GELU_TANH, name, tile, true);
      case "leakyRelu", "prelu" -> leaky(tree, name, tile, arguments.getFirst());
      case "relu" -> {
        requireArithmetic(tree, name, tile, false);
        Tile zero = new Tile.Splat(element(tile), Expressions.zero(ScalarType.INT));
        yield new Value.OfTile(new Tile.Binary(BinaryOp.MAX, tile, zero, tile.type()), false);
      }
      case "fma" -> fma(tree, tile, arguments);
      case "matmul" -> {
        requireArithmetic(tree, name, tile, false);
        Element sum = arguments.size() == 1 ? element(tile) : sum(tree, arguments.get(1));
        Tile zero = new Tile.Splat(sum, Expressions.zero(ScalarType.INT));
        yield matmul(tree, zero, tile, tile(arguments.getFirst(), argument(tree, 0)));
      }
      case "addMatmul" -> {
        requireArithmetic(tree, name, tile, false);
        Tile left = tile(arguments.get(0), argument(tree, 0));
        yield matmul(tree, tile, left, tile(arguments.get(1), argument(tree, 1)));
      }
      case "lt", "le", "gt", "ge", "eq", "ne" ->
          compare(tree, Relation.valueOf(name.toUpperCase(Locale.ROOT)), tile, arguments);
      case "combine" -> {
        BinaryOp op = operator(tree, name, tile, arguments.get(1));
        yield binary(tree, op, tile, arguments);
      }
      case "rowReduce" ->
          reduce(tree, fold(tree, name, tile, arguments), Tile.Axis.ROW, tile, name);
      case "colReduce" ->
          reduce(tree, fold(tree, name, tile, arguments), Tile.Axis.COLUMN, tile, name);
      case "rowSum" -> reduce(tree, BinaryOp.ADD, Tile.Axis.ROW, tile, name);
      case "rowMax" -> reduce(tree, BinaryOp.MAX, Tile.Axis.ROW, tile, name);
      case "rowProd" -> reduce(tree, BinaryOp.MUL, Tile.Axis.ROW, tile, name);
      case "colProd" -> reduce(tree, BinaryOp.MUL, Tile.Axis.COLUMN, tile, name);
      case "rowMin" -> reduce(tree, BinaryOp.MIN, Tile.Axis.ROW, tile, name);
      case "colSum" -> reduce(tree, BinaryOp.ADD, Tile.Axis.COLUMN, tile, name);
      case "colMax" -> reduce(tree, BinaryOp.MAX, Tile.Axis.COLUMN, tile, name);
      case "colMin" -> reduce(tree, BinaryOp.MIN, Tile.Axis.COLUMN, tile, name);
      case "rowArgMax",
          "rowArgMin",
          "colArgMax",
          "colArgMin",
          "rowArgTop",
          "transpose",
          "reshape",
          "slice",
          "concat",
          "assemble",
          "pad",
          "narrow",
          "gather",
          "gatherRows",
          "scatter",
          "scatterRows" ->
          new WholeCalls(frame, expressions, this).onTile(tree, tile, name, arguments);
      case "cast" -> cast(tree, tile, arguments, false);
      case "dtype" -> new Value.OfElement(element(tile));
      case "dim" -> {
        int axis = expressions.axis(arguments.getFirst(), 2, tree);
        Dim dim = axis == 0 ? tile.type().rows() : tile.type().columns();
        yield new Value.OfScalar(new Scalar.Extent(dim));
      }
      default ->
          throw frame.error(
              Code.EXPRESSION, tree, "Tile." + name + " cannot be called in " + frame.here());
    };
  }

  Value onMask(MethodInvocationTree tree, Tile mask, String name, List<Value> arguments) {
    return switch (name) {
      case "and", "or", "xor" -> {
        Tile other = tile(arguments.getFirst(), tree);
        TileType type = Shapes.stretch(frame, mask, other, tree);
        BinaryOp op = BinaryOp.valueOf(name.toUpperCase(Locale.ROOT));
        yield new Value.OfTile(new Tile.Binary(op, mask, other, type), true);
      }
      case "not" -> new Value.OfTile(new Tile.Unary(UnaryOp.NOT, mask), true);
      case "rowAny" -> fold(tree, BinaryOp.OR, Tile.Axis.ROW, mask, true);
      case "rowAll" -> fold(tree, BinaryOp.AND, Tile.Axis.ROW, mask, true);
      case "colAny" -> fold(tree, BinaryOp.OR, Tile.Axis.COLUMN, mask, true);
      case "colAll" -> fold(tree, BinaryOp.AND, Tile.Axis.COLUMN, mask, true);
      case "cast" -> cast(tree, mask, arguments, true);
      case "select" -> select(tree, mask, arguments);
      default ->
          throw frame.error(
              Code.EXPRESSION, tree, "Mask." + name + " cannot be called in " + frame.here());
    };
  }

  private Value select(MethodInvocationTree tree, Tile mask, List<Value> arguments) {
    Tile yes = tile(arguments.get(0), tree);
    Tile no = tile(arguments.get(1), tree);
    TileType sides = Shapes.stretch(frame, yes, no, tree);
    TileType box =
        Shapes.stretch(frame, mask, new Tile.Fill(sides, Expressions.zero(ScalarType.INT)), tree);
    TileType type = box.withElement(sides.element());
    return new Value.OfTile(new Tile.Select(mask, yes, no, type), false);
  }

  Value fill(MethodInvocationTree tree, ExecutableElement method, List<Value> arguments) {
    frame.lowering.resolutions.add(frame.source.unit(), tree.getMethodSelect(), method);
    requireKernel(tree, "Tile.fill");
    if (arguments.get(0) instanceof Value.OfElement(Element element)
        && arguments.get(1) instanceof Value.OfExtent(List<Dim> shape)) {
      Shapes.checkPositive(frame, shape, 1, tree);
      Scalar value = operandScalar(element, arguments.get(2), tree);
      return new Value.OfTile(
          new Tile.Fill(Shapes.tile(frame, element, shape, shape, tree), value), false);
    }
    throw frame.error(Code.EXPRESSION, tree, "Tile.fill takes an element type, a shape, a value");
  }

  private void requireKernel(Tree tree, String operation) {
    MemoryCalls.requireKernel(frame, tree, operation);
  }

  private static Element element(Tile tile) {
    return (Element) tile.type().element();
  }

  Tile tile(Value value, Tree at) {
    if (value instanceof Value.OfTile(Tile tile, boolean _)) {
      return tile;
    }
    throw frame.error(Code.EXPRESSION, at, "a tile is needed here, this is " + value.noun());
  }

  /** A tile or scalar operand beside a tile of this element type. */
  private Tile operand(Element element, Value value, Tree at) {
    return value instanceof Value.OfTile(Tile tile, boolean _)
        ? tile
        : new Tile.Splat(element, operandScalar(element, value, at));
  }

  Scalar operandScalar(Element element, Value value, Tree at) {
    Scalar scalar = expressions.scalar(value, at);
    boolean fits =
        switch (element) {
          case F16, BF16, F32, F64 -> scalar.type().isNumeric();
          case I8, I16, I32, I64, U8 -> scalar.type().isInteger();
          case BOOL -> isTruth(scalar);
        };
    if (!fits) {
      throw frame.error(
          Code.SCALAR_KIND,
          at,
          Article.with(scalar.type().keyword()) + " scalar beside a tile of " + element,
          element == Element.BOOL
              ? "Write 0 or 1, or a tile of BOOL."
              : "Cast the tile to F32 first, or the scalar to int.");
    }
    if (element.isFloating() && dividesIntegers(scalar)) {
      throw frame.error(
          Code.INTEGER_DIVISION,
          at,
          "an int division gives the scalar of a tile of " + element + ": it drops the fraction",
          "Write .div(n), or divide by a double, as in 1.0 / n.");
    }
    requireInRange(frame, element, scalar, at);
    return frame.captured(scalar, "scalar", at);
  }

  /** A constant is an element of the type. */
  static void requireInRange(Frame frame, Element element, Scalar scalar, Tree at) {
    if (!element.isInteger() || !scalar.type().isInteger()) {
      return;
    }
    Object constant = frame.lowering.constant(scalar).orElse(null);
    if (constant instanceof Number number && !isInRange(element, number.longValue())) {
      throw frame.error(
          Code.SCALAR_KIND,
          at,
          "%s is outside %s, which holds %d to %d"
              .formatted(constant, element, element.least(), element.greatest()),
          "Use a wider element type.");
    }
  }

  private static boolean isInRange(Element element, long value) {
    return element.least() <= value && value <= element.greatest();
  }

  /** Whether a scalar beside a tile of BOOL is known to be 0 or 1. */
  private static boolean isTruth(Scalar scalar) {
    return scalar instanceof Scalar.Constant(ScalarType type, Object constant)
        && type.isInteger()
        && (((Number) constant).longValue() == 0 || ((Number) constant).longValue() == 1);
  }

  private static boolean dividesIntegers(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Binary binary ->
          binary.type().isInteger()
              && (binary.operator() == BinaryScalar.DIVIDE
                  || dividesIntegers(binary.left())
                  || dividesIntegers(binary.right()));
      case Scalar.Extent(Dim dim) -> dim.toString().contains(" / ");
      case Scalar.Cast(ScalarType _, Scalar operand) -> dividesIntegers(operand);
      case Scalar.Unary unary -> dividesIntegers(unary.operand());
      default -> false;
    };
  }

  void requireArithmetic(Tree tree, String name, Tile tile, boolean floating) {
    Element element = element(tile);
    if (element == Element.BOOL || floating && !element.isFloating()) {
      throw frame.error(
          Code.NO_OPERATION,
          tree,
          name + " is not defined for " + element,
          floating ? "Cast to F32 or F64 first." : "Compare or select instead, or cast first.");
    }
  }

  /** What is positive stays, the rest is multiplied. */
  private Value leaky(MethodInvocationTree tree, String name, Tile tile, Value slope) {
    requireArithmetic(tree, name, tile, true);
    Tile factor = operand(element(tile), slope, argument(tree, 0));
    TileType type = Shapes.stretch(frame, tile, factor, tree);
    Tile zero = new Tile.Splat(element(tile), Expressions.zero(ScalarType.INT));
    TileType box = tile.type().withElement(Element.BOOL);
    Tile positive = frame.operand(new Tile.Compare(Relation.GT, tile, zero, box), tree);
    Tile product = frame.operand(new Tile.Binary(BinaryOp.MUL, tile, factor, type), tree);
    return new Value.OfTile(new Tile.Select(positive, tile, product, type), false);
  }

  private void requireBits(Tree tree, String name, Tile tile, boolean masks) {
    Element element = element(tile);
    if (!element.isInteger() && !(masks && element == Element.BOOL)) {
      throw frame.error(
          Code.NO_OPERATION,
          tree,
          name + " is not defined for " + element,
          "Cast to I32 or I64 first.");
    }
  }

  private Value unary(
      MethodInvocationTree tree, UnaryOp op, String name, Tile tile, boolean floating) {
    requireArithmetic(tree, name, tile, floating);
    return new Value.OfTile(new Tile.Unary(op, tile), false);
  }

  private Value binary(MethodInvocationTree tree, BinaryOp op, Tile tile, List<Value> arguments) {
    Tile other = operand(element(tile), arguments.getFirst(), argument(tree, 0));
    TileType type = Shapes.stretch(frame, tile, other, tree);
    return new Value.OfTile(new Tile.Binary(op, tile, other, type), false);
  }

  private static Tree argument(MethodInvocationTree tree, int index) {
    return tree.getArguments().get(index);
  }

  private Value fma(MethodInvocationTree tree, Tile tile, List<Value> arguments) {
    requireArithmetic(tree, "fma", tile, true);
    Tile b = operand(element(tile), arguments.get(0), argument(tree, 0));
    Tile c = operand(element(tile), arguments.get(1), argument(tree, 1));
    TileType product = Shapes.stretch(frame, tile, b, tree);
    TileType type =
        Shapes.stretch(frame, new Tile.Fill(product, Expressions.zero(ScalarType.INT)), c, tree);
    return new Value.OfTile(new Tile.Fma(tile, b, c, type), false);
  }

  private Value matmul(MethodInvocationTree tree, Tile accumulator, Tile left, Tile right) {
    TileType a = left.type();
    TileType b = right.type();
    Element sum = element(accumulator);
    Element factor = element(left);
    if (sum.isNarrow() || sum != factor && sum != factor.wide()) {
      throw frame.error(
          Code.NO_OPERATION,
          tree,
          "products of " + factor + " are not summed in " + sum,
          "They are summed in " + factor.wide() + ": matmul(right, " + factor.wide() + ").");
    }
    boolean shapes = a.columns().equals(b.rows());
    if (!shapes || !a.validColumns().equals(b.validRows())) {
      throw frame.error(
          Code.SHAPES_DIFFER,
          tree,
          "%s columns meet %s rows in the product of %s and %s"
              .formatted(
                  shapes ? a.validColumns() + " valid" : a.columns(),
                  shapes ? b.validRows() + " valid" : b.rows(),
                  Shapes.text(a),
                  Shapes.text(b)),
          "[M, K] times [K, N] gives [M, N]; b.transpose() exchanges rows and columns.");
    }
    TileType of = accumulator.type();
    TileType type = TileTypes.product(a, b).withElement(sum);
    boolean rows = of.rows().equals(type.rows()) && of.validRows().equals(type.validRows());
    boolean columns =
        of.columns().equals(type.columns()) && of.validColumns().equals(type.validColumns());
    boolean tall = rows || TileTypes.stretches(of.rows(), of.validRows());
    boolean wide = columns || TileTypes.stretches(of.columns(), of.validColumns());
    if (!tall || !wide) {
      throw frame.error(
          Code.SHAPES_DIFFER,
          tree,
          "the product is " + Shapes.text(type) + ", what it is added to " + Shapes.text(of),
          "Both have one shape, or the first has an axis of extent 1, which is stretched.");
    }
    Tile first = converted(left, sum, tree);
    Tile second = converted(right, sum, tree);
    return new Value.OfTile(new Tile.Matmul(accumulator, first, false, second, false, type), false);
  }

  private Tile converted(Tile tile, Element to, Tree at) {
    return element(tile) == to
        ? tile
        : frame.operand(new Tile.Cast(tile, tile.type().withElement(to)), at);
  }

  private Element sum(Tree at, Value argument) {
    if (!(argument instanceof Value.OfElement(Element sum))) {
      throw frame.error(Code.EXPRESSION, at, "matmul takes an element type: matmul(right, F32)");
    }
    return sum;
  }

  private Value compare(
      MethodInvocationTree tree, Relation relation, Tile tile, List<Value> arguments) {
    if (relation != Relation.EQ && relation != Relation.NE) {
      requireArithmetic(tree, relation.name().toLowerCase(Locale.ROOT), tile, false);
    }
    Tile other = operand(element(tile), arguments.getFirst(), argument(tree, 0));
    TileType type = Shapes.stretch(frame, tile, other, tree).withElement(Element.BOOL);
    return new Value.OfTile(new Tile.Compare(relation, tile, other, type), true);
  }

  /** The operator that a constant of {@code Reduce} names, of the elements of a tile. */
  private BinaryOp operator(Tree tree, String name, Tile tile, Value argument) {
    if (!(argument instanceof Value.OfEnum given) || !given.type().equals("Reduce")) {
      throw frame.error(
          Code.EXPRESSION, tree, name + " takes an operator, this is " + argument.noun());
    }
    String constant = given.constant();
    BinaryOp op =
        switch (constant) {
          case "SUM" -> BinaryOp.ADD;
          case "PROD" -> BinaryOp.MUL;
          default -> BinaryOp.valueOf(constant);
        };
    switch (op) {
      case AND, OR, XOR -> requireBits(tree, constant, tile, true);
      default -> requireArithmetic(tree, constant, tile, false);
    }
    return op;
  }

  private BinaryOp fold(Tree tree, String name, Tile tile, List<Value> arguments) {
    BinaryOp op = operator(tree, name, tile, arguments.getFirst());
    return switch (op) {
      case AND, OR, XOR ->
          throw frame.error(
              Code.NO_OPERATION,
              tree,
              name + " does not fold by " + op,
              "Fold by SUM, PROD, MAX or MIN.");
      default -> op;
    };
  }

  private Value reduce(
      MethodInvocationTree tree, BinaryOp op, Tile.Axis axis, Tile tile, String name) {
    requireArithmetic(tree, name, tile, false);
    return fold(tree, op, axis, tile, false);
  }

  private Value fold(Tree tree, BinaryOp op, Tile.Axis axis, Tile tile, boolean mask) {
    TileType of = tile.type();
    if (of.validRows().isConstant(0) || of.validColumns().isConstant(0)) {
      throw frame.error(
          Code.EXTENT_NOT_POSITIVE,
          tree,
          "a reduction folds the valid box, and that of " + Shapes.text(of) + " is empty",
          "Reduce only where there are elements.");
    }
    TileType type =
        axis == Tile.Axis.ROW
            ? new TileType(of.element(), of.rows(), Dim.ONE, of.validRows(), Dim.ONE)
            : new TileType(of.element(), Dim.ONE, of.columns(), Dim.ONE, of.validColumns());
    return new Value.OfTile(new Tile.Reduce(op, axis, tile, type), mask);
  }

  private Value cast(MethodInvocationTree tree, Tile tile, List<Value> arguments, boolean mask) {
    if (!(arguments.getFirst() instanceof Value.OfElement(Element to))) {
      throw frame.error(Code.EXPRESSION, tree, "cast takes an element type: cast(F32)");
    }
    if (arguments.size() == 2) {
      return new Value.OfTile(
          new RoundedCasts(frame, tree).cast(tile, to, arguments.get(1)), false);
    }
    if (to != element(tile)) {
      return new Value.OfTile(new Tile.Cast(tile, tile.type().withElement(to)), false);
    }
    if (!mask && frame.instance.elements().isEmpty()) {
      throw frame.error(Code.SAME_TYPE, tree, "the tile is of " + to + " already");
    }
    return new Value.OfTile(tile, false);
  }
}
