package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.NarrowConstants;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Loops in vectors, straight from memory and to memory: nothing is staged. What vectors cannot do,
 * and what is nothing but a copy, the plain loops do.
 */
final class VectorLoops implements TileLoops {
  /** Elements of a long row that are held at a time: whole strands. */
  private static final int PART = 2048;

  /** So many elements take less time than a reader to read a hint. */
  private static final int FEW = 256;

  private final Context context;
  private final ScalarLoops plain;
  private final VectorMethods methods;

  /**
   * For one method.
   *
   * @param context of the method
   * @param methods takes the loops
   */
  VectorLoops(Context context, VectorMethods methods) {
    this.context = context;
    this.plain = new ScalarLoops(context);
    this.methods = methods;
  }

  @Override
  public void compute(Tile value, Destination to, int line, Lines out) {
    Optional<Tile.Matmul> product = MatmulLoops.in(value);
    if (product.isPresent()) {
      product(value, product.get(), to, line, out);
    } else if (value instanceof Tile.Reduce reduce) {
      reduce(reduce, (Destination.ToLocal) to, line, out);
    } else {
      elementwise(value, to, line, out);
    }
  }

  private void elementwise(Tile value, Destination to, int line, Lines out) {
    Optional<String> obstacle = obstacle(value, to);
    if (obstacle.isEmpty()) {
      new Statement(value.type(), line, out).compute(value, to);
      return;
    }
    if (isWorthAWord(value, to)) {
      context.hints.notInVectors(obstacle.get());
    }
    plain.compute(value, to, line, out);
  }

  /**
   * Whether an author can do something about a loop of plain Java. What has one number a row comes
   * with a loop over the row itself, unless it is all there is.
   */
  private static boolean isWorthAWord(Tile value, Destination to) {
    boolean copy = Operands.of(value).isEmpty();
    boolean oneColumn = value.type().validColumns().isConstant(1);
    boolean alone =
        to instanceof Destination.ToMemory
            && rowsOf(value).stream().allMatch(row -> row instanceof Tile.Load);
    return !copy && !(value instanceof Tile.Whole) && isLong(value.type()) && (!oneColumn || alone);
  }

  /** A few elements are not worth a word. */
  private static boolean isLong(TileType type) {
    OptionalLong rows = type.rows().constant();
    OptionalLong columns = type.columns().constant();
    return rows.isEmpty() || columns.isEmpty() || rows.getAsLong() * columns.getAsLong() > FEW;
  }

  /** A product in vectors; what follows it too, where that can be. */
  private void product(Tile value, Tile.Matmul product, Destination to, int line, Lines out) {
    MatmulLoops loops = new VectorMatmul(context, methods, product, line, out);
    boolean held =
        to instanceof Destination.ToLocal local
            && (local.tile().isSingle() || loops.reads(local.tile()));
    Optional<String> obstacle =
        value instanceof Tile.Matmul ? Optional.of("") : obstacle(value, to);
    if (held || obstacle.isPresent()) {
      if (held) {
        context.hints.copied(
            "the result of the product is copied to its tile", "the tile is a factor as well");
      } else if (!obstacle.get().isEmpty()) {
        context.hints.notInVectorsAfterProduct(obstacle.get());
      }
      plain.product(value, product, loops, to, line, out);
    } else {
      new Statement(value.type(), line, out).product(value, product, loops, to);
    }
  }

  /** Why a value is left to the plain loops. */
  private static Optional<String> obstacle(Tile value, Destination to) {
    if (to instanceof Destination.ToMemory memory && memory.update() == Update.ADD) {
      return Optional.of("each element is added to memory by itself, as others may add to it");
    }
    if (Operands.of(value).isEmpty()) {
      return Optional.of("it is a copy");
    }
    return value.type().validColumns().isConstant(1)
        ? Optional.of("vectors go along rows, and the tile has one column")
        : obstacle(value);
  }

  private static Optional<String> obstacle(Tile value) {
    Optional<String> without = VectorSupport.obstacle(value).or(() -> VectorSupport.slower(value));
    int rows = rowsOf(value).size();
    return without.isPresent() || VectorCost.fits(value, rows, true)
        ? without
        : Optional.of(
            "it reads %d rows at once, which with vectors is more than HotSpot's first compiler holds"
                .formatted(rows));
  }

  /** What a loop over the value reads. */
  static Set<Tile> rowsOf(Tile value) {
    return switch (value) {
      case Tile.Matmul _ -> Set.of(value);
      case Tile.Ref _, Tile.Load _, Tile.RemoteLoad _ ->
          TileLocal.isSingle(value.type()) ? Set.of() : Set.of(value);
      default ->
          Operands.of(value).stream()
              .flatMap(operand -> rowsOf(operand).stream())
              .collect(Collectors.toSet());
    };
  }

  // ---- reductions

  private void reduce(Tile.Reduce reduce, Destination.ToLocal to, int line, Lines out) {
    Tile operand = reduce.operand();
    TileType box = operand.type();
    boolean narrow = box.validColumns().isConstant(1);
    boolean column = reduce.axis() == Tile.Axis.COLUMN;
    Optional<String> obstacle = obstacle(operand);
    boolean copy = narrow || column && box.validRows().isConstant(1);
    if (copy
        || column && reads(operand, to.tile())
        || !(reduce.op() instanceof BinaryOp op)
        || obstacle.isPresent()) {
      if (!copy && obstacle.isPresent() && isLong(box)) {
        context.hints.notInVectors(obstacle.get());
      }
      plain.compute(reduce, to, line, out);
      return;
    }
    plain.checkNotEmpty(operand, line, out);
    Statement statement = new Statement(box, line, out);
    if (column) {
      statement.foldRows(op, operand, to.tile());
    } else {
      statement.foldColumns(op, operand, to);
    }
  }

  /** Whether a row that is folded would overwrite what the next one needs. */
  private boolean reads(Tile value, TileLocal target) {
    return value instanceof Tile.Ref ref
        ? context.tile(ref.variable()).name().equals(target.name())
        : Operands.of(value).stream().anyMatch(operand -> reads(operand, target));
  }

  /** One loop nest over one box. */
  private final class Statement {
    private final TileType box;
    private final int line;
    private final Lines out;
    private final BoxAccess access;

    /** What each leaf is in a row with a number. */
    private final Map<Tile, RowLeaf> leaves = new LinkedHashMap<>();

    Statement(TileType box, int line, Lines out) {
      this.box = box;
      this.line = line;
      this.out = out;
      this.access = new BoxAccess(context, line, out);
    }

    // ---- whole statements

    void compute(Tile value, Destination to) {
      prepare(value, load -> mayMeet(load, to));
      RowTarget target = target(to);
      if (to instanceof Destination.ToLocal && isFlat(value)) {
        VectorMethods.Count n = count(box.validRows().times(box.validColumns()), "n");
        VectorMethods.Tails tails = tails(value, n, target);
        out.line(
            methods.elementwise(target.method(), value, at(zero()), target.row(zero()), n, tails));
        return;
      }
      VectorMethods.Count n = columns();
      VectorMethods.Tails tails = tails(value, n, target);
      forEachRow(
          0,
          i ->
              out.line(
                  methods.elementwise(target.method(), value, at(i), target.row(i), n, tails)));
    }

    private boolean mayMeet(Tile.RemoteLoad load, Destination to) {
      boolean meets = access.mayMeet(load, box, to);
      if (meets) {
        context.hints.copied(
            "what is read from the peer is copied first",
            "the peer may be the rank whose window is stored to, at other places");
      }
      return meets;
    }

    /** Finishes each row of a block of a product. */
    void product(Tile value, Tile.Matmul product, MatmulLoops loops, Destination to) {
      prepare(value, load -> mayMeet(load, to));
      RowTarget target = target(to);
      VectorMethods.Tails tails = tails(target.row(zero()).element());
      loops.write(
          row -> {
            Map<Tile, VectorLeaf> here = new LinkedHashMap<>();
            leaves.forEach((tile, leaf) -> here.put(tile, moved(leaf.in(row.row()), row.column())));
            here.put(product, array(row.array(), Api.concrete(product.type().element()), row.at()));
            VectorLeaf.Row stored = moved(target.row(row.row()), row.column());
            out.line(
                methods.elementwise(target.method(), value, here, stored, row.columns(), tails));
          });
    }

    private static VectorLeaf moved(VectorLeaf leaf, Java column) {
      return leaf instanceof VectorLeaf.Row row ? moved(row, column) : leaf;
    }

    /** The row from a column on. */
    private static VectorLeaf.Row moved(VectorLeaf.Row row, Java column) {
      if (column.isZero()) {
        return row;
      }
      Java distance = row.heap() ? column : Java.primary(row.element().bytes() + "L").times(column);
      Java at = row.at().isZero() ? distance : row.at().plus(distance);
      return new VectorLeaf.Row(row.name(), row.element(), row.heap(), row.data(), at);
    }

    /** Folds each row: {@code [M, N] -> [M, 1]}. */
    void foldColumns(BinaryOp op, Tile operand, Destination.ToLocal to) {
      prepare(operand, _ -> false);
      VectorMethods.Count n = columns();
      Element element = Api.concrete(box.element());
      int vectors = VectorMethods.STRANDS / VectorType.of(element).lanes;
      boolean direct =
          VectorSupport.weight(operand) <= (vectors == 4 ? 8 : 3)
              && VectorCost.foldFits(operand, rowsOf(operand).size(), isOnHeap(operand), vectors);
      if (!direct && isLong(n)) {
        context.hints.staged(
            "each row is computed into scratch and folded from there, %s"
                .formatted(parts(n.constant())),
            "one loop that does both would be longer than HotSpot compiles well");
        foldParts(op, operand, to);
        return;
      }
      String row = direct ? "" : context.scratch(element, "row", n.java(), out);
      VectorMethods.Tails tails =
          n.isMultipleOf(VectorMethods.STRANDS) ? VectorMethods.Tails.NONE : tails(element);
      Optional<String> strands =
          n.isMultipleOf(VectorMethods.STRANDS) ? Optional.empty() : Optional.of(strands(element));
      String target = to.tile().name();
      boolean one = box.validRows().isConstant(1);
      forEachRow(
          0,
          i -> {
            String sum =
                direct
                    ? methods.reduction(
                        reductionName(op, operand, target), op, operand, at(i), n, strands, tails)
                    : foldHeld(op, operand, row, i, n, strands, tails, target);
            String declared = to.declared() ? to.tile().local().type() + " " : "";
            out.line((one ? declared + target : target + "[" + i.text() + "]") + " = " + sum + ";");
          });
    }

    private static String parts(OptionalLong columns) {
      return columns.isPresent()
          ? String.format(
              Locale.ROOT,
              "%,d columns in %,d parts",
              columns.getAsLong(),
              Math.ceilDiv(columns.getAsLong(), PART))
          : String.format(Locale.ROOT, "%,d columns at a time", PART);
    }

    private static boolean isLong(VectorMethods.Count n) {
      return n.constant().isEmpty() || n.constant().getAsLong() > 2 * PART;
    }

    /** Computes a part of a row at a time, in vectors, and folds it. */
    private void foldParts(BinaryOp op, Tile operand, Destination.ToLocal to) {
      Element element = Api.concrete(box.element());
      String part = context.routines.partOfRowReduction(op, element);
      String fold = context.routines.rowReduction(op, element);
      String columns = columns().java().text();
      String row = context.scratch(element, "row", Java.primary("" + PART), out);
      String strands = strands(element);
      VectorMethods.Tails tails = tails(element);
      String target = to.tile().name();
      boolean one = box.validRows().isConstant(1);
      forEachRow(
          0,
          i -> {
            String from = context.names.fresh("from");
            String count = context.names.fresh("count");
            out.open(
                "for (int %s = 0; %s < %s; %s = %s.next(%s, %s, %d))"
                    .formatted(from, from, columns, from, Api.CHECKS, from, columns, PART));
            out.line(
                "int %s = %s.min(%d, %s - %s);".formatted(count, Api.MATH, PART, columns, from));
            Map<Tile, VectorLeaf> here = new LinkedHashMap<>();
            at(i).forEach((tile, leaf) -> here.put(tile, moved(leaf, Java.primary(from))));
            VectorMethods.Count n =
                new VectorMethods.Count(Java.primary(count), OptionalLong.empty());
            VectorLeaf.Row held = array(row, element, zero());
            out.line(
                methods.elementwise("termsOf" + capital(target), operand, here, held, n, tails));
            out.line("%s(%s, %s, %s, %s == 0);".formatted(part, row, strands, count, from));
            out.close();
            String sum =
                "%s(%s, %s, %s.min(%s, 32))".formatted(fold, strands, strands, Api.MATH, columns);
            String declared = to.declared() ? to.tile().local().type() + " " : "";
            out.line((one ? declared + target : target + "[" + i.text() + "]") + " = " + sum + ";");
          });
    }

    /** Room for what is left of a row. */
    private String strands(Element element) {
      Java length = Java.primary("" + VectorMethods.STRANDS);
      return context.scratch(element, "strands", length, out);
    }

    private String foldHeld(
        BinaryOp op,
        Tile operand,
        String row,
        Java i,
        VectorMethods.Count n,
        Optional<String> strands,
        VectorMethods.Tails tails,
        String target) {
      VectorLeaf.Row held = array(row, Api.concrete(box.element()), zero());
      out.line(methods.elementwise("termsOf" + capital(target), operand, at(i), held, n, tails));
      Tile.Ref ref = new Tile.Ref(new Variable(row, box));
      return methods.reduction(plainName(op), op, ref, Map.of(ref, held), n, strands, tails);
    }

    private String reductionName(BinaryOp op, Tile operand, String target) {
      return Operands.of(operand).isEmpty()
          ? plainName(op)
          : plainName(op) + "Of" + capital(target);
    }

    private String plainName(BinaryOp op) {
      return switch (op) {
        case ADD -> "rowSum";
        case MUL -> "rowProd";
        case MAX -> "rowMax";
        case MIN -> "rowMin";
        default -> throw new IllegalArgumentException("no reduction: " + op);
      };
    }

    /** Folds the rows in ascending order: {@code [M, N] -> [1, N]}. */
    void foldRows(BinaryOp op, Tile operand, TileLocal target) {
      prepare(operand, _ -> false);
      VectorMethods.Count n = columns();
      VectorLeaf.Row sum = array(target.name(), target.element(), zero());
      Tile.Ref soFar = new Tile.Ref(new Variable(target.name(), target.type()));
      Tile folded = new Tile.Binary(op, soFar, operand, box);
      String name = capital(target.name());
      VectorMethods.Tails tails =
          n.isMultipleOf(VectorMethods.STRANDS) ? VectorMethods.Tails.NONE : tails(sum.element());
      // A leaf alone is a copy: its own operation would be none.
      out.line(methods.elementwise("start" + name, operand, at(zero()), sum, n, tails));
      forEachRow(
          1,
          i -> {
            Map<Tile, VectorLeaf> withSum = new LinkedHashMap<>(at(i));
            withSum.put(soFar, sum);
            out.line(methods.elementwise("fold" + name, folded, withSum, sum, n, tails));
          });
    }

    // ---- rows

    private void forEachRow(int from, RowCode code) {
      if (box.validRows().isConstant(1)) {
        code.write(zero());
        return;
      }
      Java rows = context.once(box.validRows(), "rows", out);
      String i = context.row;
      out.open("for (int %s = %d; %s < %s; %s++)".formatted(i, from, i, rows.text(), i));
      code.write(Java.primary(i));
      out.close();
    }

    private VectorMethods.Count columns() {
      return count(box.validColumns(), "columns");
    }

    private VectorMethods.Count count(Dim dim, String name) {
      return VectorMethods.Count.of(dim, context.once(dim, name, out));
    }

    /** Arrays for what is left of rows of narrow elements, unless nothing is. */
    private VectorMethods.Tails tails(Tile value, VectorMethods.Count n, RowTarget target) {
      return VectorMethods.isWhole(value, n)
          ? VectorMethods.Tails.NONE
          : tails(target.row(zero()).element());
    }

    /** The same, whatever their length; rows of an element type are written. */
    private VectorMethods.Tails tails(Element written) {
      Map<PackedType, String> arrays = new EnumMap<>(PackedType.class);
      for (PackedType type : PackedType.values()) {
        boolean needed =
            written.isNarrow() && PackedType.of(written) == type
                || leaves.values().stream().anyMatch(leaf -> isRowOf(type, leaf.in(zero())));
        if (needed) {
          Java length = Literals.of(PackedType.LANES);
          arrays.put(type, context.scratch(type.element(), "tail", length, out));
        }
      }
      return new VectorMethods.Tails(arrays);
    }

    private static boolean isRowOf(PackedType type, VectorLeaf leaf) {
      return leaf instanceof VectorLeaf.Row row
          && row.element().isNarrow()
          && PackedType.of(row.element()) == type;
    }

    private Map<Tile, VectorLeaf> at(Java i) {
      Map<Tile, VectorLeaf> here = new LinkedHashMap<>();
      leaves.forEach((tile, leaf) -> here.put(tile, leaf.in(i)));
      return here;
    }

    private RowTarget target(Destination to) {
      return switch (to) {
        case Destination.ToLocal(TileLocal tile, boolean _) ->
            new RowTarget(
                "compute" + capital(tile.name()),
                i -> array(tile.name(), tile.element(), rowStart(i)));
        case Destination.ToMemory memory -> {
          List<Dim> extents = BoxAccess.stored(box, memory);
          BoxAccess.Source target =
              new BoxAccess.Source(
                  memory.memory(),
                  access.offsets(memory.memory(), memory.offsets(), extents),
                  extents);
          yield new RowTarget("store" + capital(memory.memory().name()), i -> memoryRow(target, i));
        }
      };
    }

    private Java rowStart(Java i) {
      return i.isZero() ? i : i.times(columns().java());
    }

    private VectorLeaf.Row array(String name, Element element, Java at) {
      return new VectorLeaf.Row(name, element, true, name, at);
    }

    private VectorLeaf.Row memoryRow(BoxAccess.Source source, Java i) {
      Memory memory = source.memory();
      Java position = memory.position(memory.address(source.element(i, zero())));
      return new VectorLeaf.Row(
          memory.name(), memory.element(), memory.heap(), memory.data(), position);
    }

    // ---- leaves

    /** Checks what the loops read, from left to right, and finds where it is. */
    private void prepare(Tile value, Predicate<Tile.RemoteLoad> stagePeers) {
      boolean many = !VectorCost.fits(value, rowsOf(value).size(), false);
      if (many && !isOnHeap(value)) {
        context.hints.staged(
            "native tensors and windows are copied to scratch before this loop",
            "it reads %d of their rows at once, which is more than HotSpot's first compiler holds"
                .formatted(rowsOf(value).size()));
      }
      prepare(value, stagePeers, many);
    }

    /**
     * The same.
     *
     * @param stagePeers which loads from peers are copied first
     * @param stageSegments whether there are too many of them for one loop
     */
    private void prepare(Tile value, Predicate<Tile.RemoteLoad> stagePeers, boolean stageSegments) {
      if (leaves.containsKey(value)) {
        return;
      }
      Element element = Api.concrete(value.type().element());
      switch (value) {
        case Tile.Splat s -> leaves.put(s, lane(element, s.value()));
        case Tile.Fill f -> {
          context.checkExtents(List.of(f.type().rows(), f.type().columns()), out);
          leaves.put(f, lane(element, f.value()));
        }
        case Tile.Ref r -> leaves.put(r, local(context.tile(r.variable()), r.type()));
        case Tile.Load _ -> leaves.put(value, load(value, false, stageSegments));
        case Tile.RemoteLoad r -> leaves.put(r, load(r, stagePeers.test(r), stageSegments));
        case Tile.Matmul _ -> {}
        default ->
            Operands.of(value).forEach(operand -> prepare(operand, stagePeers, stageSegments));
      }
    }

    private RowLeaf lane(Element element, Scalar scalar) {
      if (scalar instanceof Scalar.Constant constant && element.isNarrow()) {
        return lane(element.wide(), NarrowConstants.wide(element, constant));
      }
      Java java = context.scalars.operand(element, scalar, line);
      if (scalar instanceof Scalar.Constant) {
        return _ -> new VectorLeaf.Lane("k", element, java, true);
      }
      String name = scalar instanceof Scalar.Read && java.isSimple() ? java.text() : "";
      if (name.isEmpty()) {
        name = context.names.fresh("scalar");
        out.line(Primitives.computed(element) + " " + name + " = " + java.text() + ";");
      }
      return lane(name, element, Java.primary(name));
    }

    private RowLeaf lane(String name, Element element, Java value) {
      return _ -> new VectorLeaf.Lane(name, element, value, false);
    }

    /** A tile held by a local. */
    private RowLeaf local(TileLocal tile, TileType type) {
      String name = tile.name();
      Element element = tile.element();
      if (tile.isSingle()) {
        return lane(name, element, Java.primary(name));
      }
      if (type.columns().isConstant(1)) {
        return i ->
            new VectorLeaf.Lane(
                name + "Value", element, Java.primary(name + "[" + i.text() + "]"), false);
      }
      boolean stretched = type.rows().isConstant(1);
      return i -> array(name, element, stretched ? zero() : rowStart(i));
    }

    private RowLeaf load(Tile load, boolean staged, boolean stageSegments) {
      Element element = Api.concrete(load.type().element());
      boolean held = staged || !isRegular(load) || stageSegments && !isHeap(load);
      if (!TileLocal.isSingle(load.type()) && held) {
        Java length = context.dims.asInt(load.type().validRows().times(load.type().validColumns()));
        TileLocal copy = new TileLocal(context.scratch(element, "held", length, out), load.type());
        plain.compute(load, new Destination.ToLocal(copy, false), line, out);
        return local(copy, load.type());
      }
      BoxAccess.Source source = access.source(load);
      Memory memory = source.memory();
      if (TileLocal.isSingle(load.type())) {
        String name = context.names.fresh(memory.name() + "Value");
        out.line(
            Primitives.computed(element)
                + " "
                + name
                + " = "
                + memory.read(source.at()).text()
                + ";");
        return lane(name, element, Java.primary(name));
      }
      if (load.type().columns().isConstant(1)) {
        return i ->
            new VectorLeaf.Lane(
                memory.name() + "Value", element, memory.read(source.element(i, zero())), false);
      }
      return i -> memoryRow(source, i);
    }

    private boolean isHeap(Tile load) {
      return load instanceof Tile.Load local && context.memory(local.source()).heap();
    }

    /** Whether loops over the value read arrays only. */
    private boolean isOnHeap(Tile value) {
      return rowsOf(value).stream().allMatch(row -> row instanceof Tile.Ref || isHeap(row));
    }

    private static boolean isRegular(Tile load) {
      return Tile.isRegular(
          load instanceof Tile.Load l ? l.valid() : ((Tile.RemoteLoad) load).shape());
    }

    /** Whether everything is held by arrays, row after row: then the box is one long row. */
    private boolean isFlat(Tile value) {
      return switch (value) {
        case Tile.Splat _, Tile.Fill _ -> true;
        case Tile.Ref _ -> TileLocal.isSingle(value.type()) || sameBox(value.type());
        case Tile.Load _, Tile.RemoteLoad _ -> TileLocal.isSingle(value.type());
        default -> Operands.of(value).stream().allMatch(this::isFlat);
      };
    }

    private boolean sameBox(TileType type) {
      return type.validRows().equals(box.validRows())
          && type.validColumns().equals(box.validColumns());
    }
  }

  private static Java zero() {
    return Java.primary("0");
  }

  private static String capital(String name) {
    String word = Variable.word(name);
    int first = word.codePointAt(0);
    return new StringBuilder()
        .appendCodePoint(Character.toUpperCase(first))
        .append(word.substring(Character.charCount(first)))
        .toString();
  }

  /** A leaf in the row with a number. */
  private interface RowLeaf {
    VectorLeaf in(Java i);
  }

  /** Writes what is done for one row. */
  private interface RowCode {
    void write(Java i);
  }

  /** Where the rows of a box go. */
  private record RowTarget(String method, java.util.function.Function<Java, VectorLeaf.Row> at) {
    VectorLeaf.Row row(Java i) {
      return at.apply(i);
    }
  }
}
