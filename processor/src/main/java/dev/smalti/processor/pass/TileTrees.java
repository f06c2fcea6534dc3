package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Questions about one tile expression. */
final class TileTrees {
  private TileTrees() {}

  /** The operands of a node, in the order of evaluation. */
  static List<Tile> operands(Tile tile) {
    return switch (tile) {
      case Tile.Ref _, Tile.Splat _, Tile.Load _, Tile.RemoteLoad _, Tile.Fill _ -> List.of();
      case Tile.Unary e -> List.of(e.operand());
      case Tile.Binary e -> List.of(e.left(), e.right());
      case Tile.Fma e -> List.of(e.a(), e.b(), e.c());
      case Tile.Compare e -> List.of(e.left(), e.right());
      case Tile.Select e -> List.of(e.mask(), e.yes(), e.no());
      case Tile.Cast e -> List.of(e.operand());
      case Tile.Reduce e -> List.of(e.operand());
      case Tile.Matmul e -> List.of(e.accumulator(), e.left(), e.right());
      case Tile.Whole e -> e.operands();
    };
  }

  /**
   * How much code a tree becomes: a node counts one, an elementary function as many as its steps. A
   * part that stands in it several times is computed once.
   */
  static int weight(Tile tile) {
    return weight(tile, new HashSet<>());
  }

  private static int weight(Tile tile, Set<Tile> counted) {
    if (!counted.add(tile)) {
      return 0;
    }
    int own = tile instanceof Tile.Unary u ? u.op().weight() : 1;
    return own + operands(tile).stream().mapToInt(operand -> weight(operand, counted)).sum();
  }

  /** How many nodes a tree has when each part is counted as often as it stands there. */
  static int size(Tile tile) {
    return 1 + operands(tile).stream().mapToInt(TileTrees::size).sum();
  }

  /** Every tile variable that is read, in the order of evaluation, with repetition. */
  static List<Variable> refs(Tile tile) {
    return all(tile, Tile.Ref.class).stream().map(Tile.Ref::variable).toList();
  }

  /** Every load of own memory, in the order of evaluation. */
  static List<Tile.Load> loads(Tile tile) {
    return all(tile, Tile.Load.class);
  }

  /** Every load from a peer in the tile, from left to right. */
  static List<Tile.RemoteLoad> remoteLoads(Tile tile) {
    return all(tile, Tile.RemoteLoad.class);
  }

  private static <T extends Tile> List<T> all(Tile tree, Class<T> kind) {
    List<T> found = new ArrayList<>();
    new IrVisitor() {
      @Override
      public void tile(Tile inner) {
        if (kind.isInstance(inner)) {
          found.add(kind.cast(inner));
        }
        super.tile(inner);
      }
    }.tile(tree);
    return found;
  }

  /** Every read of an element by a scalar in the tile. */
  static List<Scalar.ReadElement> elements(Tile tile) {
    List<Scalar.ReadElement> elements = new ArrayList<>();
    new IrVisitor() {
      @Override
      public void scalar(Scalar scalar) {
        if (scalar instanceof Scalar.ReadElement element) {
          elements.add(element);
        }
        super.scalar(scalar);
      }
    }.tile(tile);
    return elements;
  }

  /**
   * Whether the variable, of that type, or what is made of its elements is an operand that is
   * stretched, or of which elements are taken more than once or in another order.
   */
  static boolean stretches(Tile tree, Variable variable) {
    boolean elementwise = !(tree instanceof Tile.Reduce);
    TileType box = tree.type();
    if (tree instanceof Tile.Matmul e) {
      return isRef(e.left(), variable)
          || isRef(e.right(), variable)
          || isRef(e.accumulator(), variable) && !box.sameBox(variable.tile());
    }
    return operands(tree).stream()
        .anyMatch(
            operand ->
                operand instanceof Tile.Ref(Variable read) && read.name().equals(variable.name())
                    ? stretches(tree, box, variable)
                    : stretches(operand, variable)
                        || elementwise && !box.sameBox(operand.type()) && reads(operand, variable));
  }

  private static boolean stretches(Tile tree, TileType box, Variable operand) {
    return switch (tree) {
      case Tile.Whole e -> !isGathered(e, operand);
      case Tile.Reduce _ -> false;
      default -> !box.sameBox(operand.tile());
    };
  }

  /** Whether a load in the place of the variable would be read element by element or row by row. */
  static boolean isGathered(Tile.Whole tree, Variable variable) {
    return IntStream.range(0, tree.operands().size())
        .filter(i -> isRef(tree.operands().get(i), variable))
        .allMatch(tree.function()::mayRead);
  }

  private static boolean reads(Tile tree, Variable variable) {
    return refs(tree).stream().anyMatch(read -> read.name().equals(variable.name()));
  }

  /**
   * Whether a load in the place of the variable would be read as memory, and not element by element
   * of what is computed: the factors of a product are.
   */
  static boolean isFactor(Tile tree, Variable variable) {
    return tree instanceof Tile.Matmul e
            && (isRef(e.left(), variable) || isRef(e.right(), variable))
            && !isRef(e.accumulator(), variable)
        || operands(tree).stream().anyMatch(operand -> isFactor(operand, variable));
  }

  private static boolean isRef(Tile tile, Variable variable) {
    return tile instanceof Tile.Ref(Variable read) && read.name().equals(variable.name());
  }

  /** The products in a tree. */
  static List<Tile.Matmul> products(Tile tree) {
    return all(tree, Tile.Matmul.class);
  }

  /** The load that a tile is, or that it converts from a narrow type. */
  static Optional<Tile.Load> loadOf(Tile tile) {
    return switch (tile) {
      case Tile.Load load -> Optional.of(load);
      case Tile.Cast(Tile.Load load, TileType _) when isNarrow(load) -> Optional.of(load);
      default -> Optional.empty();
    };
  }

  private static boolean isNarrow(Tile.Load load) {
    return load.type().element() instanceof Element element && element.isNarrow();
  }

  /** The loads that are factors of a product in a tree. */
  static List<Tile.Load> factors(Tile tree) {
    return products(tree).stream()
        .flatMap(e -> List.of(e.left(), e.right()).stream())
        .flatMap(factor -> loadOf(factor).stream())
        .toList();
  }

  static Tile substitute(Tile tree, Variable variable, Tile value) {
    return new IrRewriter() {
      @Override
      public Tile tile(Tile tile) {
        return tile instanceof Tile.Ref(Variable read) && read.name().equals(variable.name())
            ? value
            : super.tile(tile);
      }
    }.tile(tree);
  }
}
