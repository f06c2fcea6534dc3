package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Tile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;

/** The vectors of one round of a loop: several side by side, each an expression in Java. */
final class VectorCode {
  /** Longer expressions get a local. */
  private static final int LONGEST = 72;

  private static final String OPS = VectorType.OPERATORS;

  /** Reads the vector with a number from a row, in the code of this round. */
  interface Reads {
    /**
     * The vector as it is in lanes of the type: elements of 8 and 16 bits are unpacked.
     *
     * @param out takes what stands before
     */
    String read(VectorLeaf.Row row, VectorType type, int number, Lines out);
  }

  private final Map<Tile, VectorLeaf> leaves;
  private final Map<VectorLeaf.Lane, String> scalars;
  private final VectorConstants constants;
  private final LocalNames names;
  private final int count;
  private final Reads reads;
  private final Routines routines;
  private final Lines out;
  private final Map<Tile, List<String>> rows = new HashMap<>();

  /** What is needed more than once, and the locals that hold it. */
  private final Set<Tile> shared = new HashSet<>();

  private final Map<Tile, List<String>> held = new HashMap<>();

  /**
   * For one round.
   *
   * @param leaves what each leaf of the tree is
   * @param scalars the parameters that hold values which are no constants
   * @param constants vectors in front of the loop
   * @param names of the round
   * @param count how many vectors
   * @param reads how rows are read
   * @param routines takes methods that the code calls
   * @param out takes locals
   */
  VectorCode(
      Map<Tile, VectorLeaf> leaves,
      Map<VectorLeaf.Lane, String> scalars,
      VectorConstants constants,
      LocalNames names,
      int count,
      Reads reads,
      Routines routines,
      Lines out) {
    this.leaves = leaves;
    this.scalars = scalars;
    this.constants = constants;
    this.names = names;
    this.count = count;
    this.reads = reads;
    this.routines = routines;
    this.out = out;
  }

  /** The vectors of a whole tree; what they need is computed before in locals. */
  List<String> tree(Tile tree) {
    shared.addAll(Operands.shared(tree));
    return of(tree);
  }

  /** The bits of a tree of a narrow element type, in the lower bits of lanes of 32. */
  List<String> bits(Tile tree, Element element) {
    shared.addAll(Operands.shared(tree));
    boolean rounds = tree instanceof Tile.Cast && !leaves.containsKey(tree);
    return rounds
        ? narrow().bits(element, of(((Tile.Cast) tree).operand()))
        : narrow().exactBits(element, of(tree));
  }

  private NarrowSteps narrow() {
    return new NarrowSteps(constants, names, count, out);
  }

  private List<String> of(Tile tile) {
    VectorLeaf leaf = leaves.get(tile);
    if (leaf != null) {
      return leaf(tile, leaf);
    }
    if (!shared.contains(tile)) {
      return operation(tile);
    }
    List<String> known = held.get(tile);
    if (known == null) {
      boolean mask = Api.concrete(tile.type().element()) == Element.BOOL;
      String type =
          mask
              ? maskType(tile).maskType()
              : VectorType.of(Api.concrete(tile.type().element())).vector;
      known = numbered(group(type, mask ? "mask" : "v", operation(tile)));
      held.put(tile, known);
    }
    return known;
  }

  private List<String> operation(Tile tile) {
    Element element = Api.concrete(tile.type().element());
    return switch (tile) {
      case Tile.Unary u -> unary(u);
      case Tile.Binary b -> binary(b);
      case Tile.Fma f -> {
        List<String> a = of(f.a());
        List<String> b = of(f.b());
        List<String> c = of(f.c());
        yield each(
            VectorType.of(element),
            k ->
                element.isFloating()
                    ? a.get(k) + ".fma(" + b.get(k) + ", " + c.get(k) + ")"
                    : a.get(k) + ".mul(" + b.get(k) + ").add(" + c.get(k) + ")");
      }
      case Tile.Compare c when Api.concrete(c.left().type().element()) == Element.BOOL -> {
        List<String> left = of(c.left());
        List<String> right = mask(c.right(), maskType(c.left()));
        String method = c.relation() == Relation.EQ ? ".eq(" : ".xor(";
        yield masks(tile, k -> left.get(k) + method + right.get(k) + ")");
      }
      case Tile.Compare c -> {
        List<String> left = of(c.left());
        List<String> right = of(c.right());
        String relation = relation(c.relation());
        yield masks(tile, k -> left.get(k) + ".compare(" + relation + ", " + right.get(k) + ")");
      }
      case Tile.Select s -> {
        VectorType type = VectorType.of(element);
        List<String> mask = mask(s.mask(), type);
        List<String> yes = of(s.yes());
        List<String> no = of(s.no());
        yield each(type, k -> no.get(k) + ".blend(" + yes.get(k) + ", " + mask.get(k) + ")");
      }
      case Tile.Cast c -> cast(c, element);
      default -> throw new IllegalArgumentException("not element-wise: " + tile);
    };
  }

  private List<String> leaf(Tile tile, VectorLeaf leaf) {
    return switch (leaf) {
      case VectorLeaf.Row row ->
          rows.computeIfAbsent(
              tile,
              _ -> {
                Element element = row.element();
                VectorType type = VectorType.of(element);
                if (element.isNarrow() && element.isFloating()) {
                  List<String> bits = read(row, VectorType.I32, row.name() + "Bits");
                  return numbered(group(type.vector, row.name(), narrow().widened(element, bits)));
                }
                return read(row, type, row.name());
              });
      case VectorLeaf.Lane lane -> {
        Java value =
            lane.constant()
                ? lane.value()
                : Java.primary(Objects.requireNonNull(scalars.get(lane), lane.name()));
        String local =
            constants.of(
                VectorType.of(lane.element()),
                Primitives.widened(lane.element(), value),
                lane.constant() ? "k" : value.text() + "Lanes");
        yield same(local);
      }
    };
  }

  private List<String> read(VectorLeaf.Row row, VectorType type, String hint) {
    String group = names.freshGroup(hint, count);
    for (int k = 0; k < count; k++) {
      String vector = reads.read(row, type, k, out);
      out.line(type.vector + " " + group + k + " = " + vector + ";");
    }
    return numbered(group);
  }

  private List<String> same(String vector) {
    return Collections.nCopies(count, vector);
  }

  private List<String> unary(Tile.Unary u) {
    if (Api.concrete(u.type().element()) == Element.BOOL) {
      List<String> mask = of(u.operand());
      return masks(u, k -> mask.get(k) + ".not()");
    }
    VectorType type = VectorType.of(Api.concrete(u.type().element()));
    List<String> x = of(u.operand());
    return switch (u.op()) {
      case NEG -> each(type, k -> x.get(k) + ".neg()");
      case ABS -> each(type, k -> x.get(k) + ".abs()");
      case SQRT -> each(type, k -> x.get(k) + ".sqrt()");
      case RSQRT -> {
        String one = one(type);
        yield each(type, k -> one + ".div(" + x.get(k) + ".sqrt())");
      }
      case RECIP -> {
        String one = one(type);
        yield each(type, k -> one + ".div(" + x.get(k) + ")");
      }
      case SIGN -> {
        String zero = zero(type);
        String one = constants.of(type, number(type, 1), "one");
        String less = constants.of(type, number(type, -1), "minusOne");
        List<String> v = numbered(group(type, x));
        List<String> below =
            each(
                type,
                k -> v.get(k) + ".blend(" + less + ", " + v.get(k) + compared("LT", zero) + ")");
        yield each(
            type,
            k -> below.get(k) + ".blend(" + one + ", " + v.get(k) + compared("GT", zero) + ")");
      }
      case NOT -> each(type, k -> x.get(k) + ".not()");
      case EXP,
          LOG,
          SIN,
          COS,
          TANH,
          SIGMOID,
          ERF,
          GELU,
          GELU_TANH,
          FLOOR,
          CEIL,
          RINT,
          ROUND,
          TRUNC -> {
        VectorSteps.Context round = new VectorSteps.Context(constants, names, count, out, routines);
        yield numbered(new VectorSteps(type, round).write(u.op(), group(type, x)));
      }
    };
  }

  private static String compared(String relation, String with) {
    return ".compare(" + OPS + "." + relation + ", " + with + ")";
  }

  private String one(VectorType type) {
    Java one = type == VectorType.F32 ? Literals.of(1f) : Literals.of(1.0);
    return constants.of(type, one, "one");
  }

  /** The group of locals that hold vectors; a new one unless they are one. */
  private String group(VectorType type, List<String> vectors) {
    return group(type.vector, "x", vectors);
  }

  private String group(String type, String hint, List<String> vectors) {
    String first = vectors.getFirst();
    if (first.endsWith("0")) {
      String group = first.substring(0, first.length() - 1);
      if (vectors.equals(numbered(group))) {
        return group;
      }
    }
    String group = names.freshGroup(hint, count);
    for (int k = 0; k < count; k++) {
      out.line(type + " " + group + k + " = " + vectors.get(k) + ";");
    }
    return group;
  }

  private List<String> numbered(String group) {
    List<String> locals = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      locals.add(group + k);
    }
    return locals;
  }

  private List<String> binary(Tile.Binary b) {
    String method =
        switch ((BinaryOp) b.op()) {
          case ADD -> "add(";
          case SUB -> "sub(";
          case MUL -> "mul(";
          case DIV -> "div(";
          case MAX -> "max(";
          case MIN -> "min(";
          case AND -> "and(";
          case OR -> "or(";
          case XOR ->
              Api.concrete(b.type().element()) == Element.BOOL
                  ? "xor("
                  : "lanewise(" + OPS + ".XOR, ";
          case SHL -> "lanewise(" + OPS + ".LSHL, ";
          case SHR -> "lanewise(" + OPS + ".ASHR, ";
          case USHR -> "lanewise(" + OPS + ".LSHR, ";
          case REM, MOD -> throw new IllegalArgumentException("not in vectors: " + b.op());
        };
    List<String> left = of(b.left());
    if (Api.concrete(b.type().element()) == Element.BOOL) {
      List<String> right = mask(b.right(), maskType(b.left()));
      return masks(b, k -> left.get(k) + "." + method + right.get(k) + ")");
    }
    List<String> right = of(b.right());
    return each(
        VectorType.of(Api.concrete(b.type().element())),
        k -> left.get(k) + "." + method + right.get(k) + ")");
  }

  private static String relation(Relation relation) {
    return OPS + "." + relation.name();
  }

  private List<String> cast(Tile.Cast c, Element to) {
    Element from = Api.concrete(c.operand().type().element());
    if (from == to || from.isNarrow() && from.wide() == to) {
      return of(c.operand());
    }
    if (to.isNarrow()) {
      return numbered(group(VectorType.of(to), narrow().narrowed(to, of(c.operand()))));
    }
    if (to == Element.BOOL) {
      VectorType type = VectorType.of(from);
      String zero = zero(type);
      List<String> x = of(c.operand());
      return masks(c, k -> x.get(k) + ".compare(" + OPS + ".NE, " + zero + ")");
    }
    VectorType type = VectorType.of(to);
    if (from == Element.BOOL) {
      List<String> mask = mask(c.operand(), type);
      String zero = zero(type);
      String one = constants.of(type, number(type, 1), "one");
      return each(type, k -> zero + ".blend(" + one + ", " + mask.get(k) + ")");
    }
    List<String> x = of(c.operand());
    String conversion = from == Element.F32 ? "F2I" : "I2F";
    return each(
        type,
        k -> "((" + type.vector + ") " + x.get(k) + ".convert(" + OPS + "." + conversion + ", 0))");
  }

  private String zero(VectorType type) {
    return constants.of(type, number(type, 0), "zero");
  }

  private static Java number(VectorType type, int value) {
    return switch (type) {
      case F32 -> Literals.of((float) value);
      case F64 -> Literals.of((double) value);
      case I32 -> Literals.of(value);
      case I64 -> Literals.of((long) value);
    };
  }

  // ---- masks

  /** A mask for vectors of a type. */
  private List<String> mask(Tile tile, VectorType type) {
    List<String> mask = of(tile);
    return maskType(tile) == type
        ? mask
        : mask.stream().map(m -> m + ".cast(" + type.species() + ")").toList();
  }

  /** The vectors whose comparison a mask is. */
  private static VectorType maskType(Tile tile) {
    return switch (tile) {
      case Tile.Compare c when Api.concrete(c.left().type().element()) == Element.BOOL ->
          maskType(c.left());
      case Tile.Compare c -> VectorType.of(Api.concrete(c.left().type().element()));
      case Tile.Unary u -> maskType(u.operand());
      case Tile.Binary b -> maskType(b.left());
      case Tile.Cast c when Api.concrete(c.operand().type().element()) != Element.BOOL ->
          VectorType.of(Api.concrete(c.operand().type().element()));
      case Tile.Cast c -> maskType(c.operand());
      default -> throw new IllegalArgumentException("no mask: " + tile);
    };
  }

  private List<String> masks(Tile tile, IntFunction<String> code) {
    return locals(maskType(tile).maskType(), "mask", code);
  }

  private List<String> each(VectorType type, IntFunction<String> code) {
    return locals(type.vector, "v", code);
  }

  /** An expression for each vector; locals where they are long. */
  private List<String> locals(String type, String hint, IntFunction<String> code) {
    List<String> texts = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      texts.add(code.apply(k));
    }
    if (texts.stream().allMatch(text -> Api.withoutMarks(text).length() <= LONGEST)) {
      return texts;
    }
    String group = names.freshGroup(hint, count);
    for (int k = 0; k < count; k++) {
      out.line(type + " " + group + k + " = " + texts.get(k) + ";");
    }
    return numbered(group);
  }
}
