package dev.smalti.processor.emit;

import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Tile;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;

/**
 * The loops over a row in vectors, each a method of its own: HotSpot compiles several small methods
 * well where it gives up on one that does all; {@link VectorCost} says when.
 *
 * <p>A loop takes several vectors a round, so that the units have something to do while a result is
 * under way. What is left at the end is done under a mask.
 */
final class VectorMethods {
  /** Instructions of a round beyond which fewer vectors are taken. */
  private static final int ROUND = 60;

  /** Instructions of an exponential: each waits for the one before, so four go side by side. */
  private static final int CHAIN = 20;

  /** Instructions of a chain of which four do not fit the registers any more. */
  private static final int LONG_CHAIN = 32;

  private static final String OPS = VectorType.OPERATORS;
  private static final String ORDER = VectorType.BYTE_ORDER + ".nativeOrder()";

  /** How many sums, or the like, a row is folded into before they are folded. */
  static final int STRANDS = 32;

  /**
   * How many elements a row has.
   *
   * @param java as an expression
   * @param constant as a number, if it is known
   * @param factor divides it, whatever it is
   */
  record Count(Java java, OptionalLong constant, long factor) {
    Count(Java java, OptionalLong constant) {
      this(java, constant, constant.orElse(1));
    }

    /** An extent that an expression holds. */
    static Count of(Dim dim, Java java) {
      BigInteger factor =
          dim.terms().values().stream()
              .map(BigInteger::valueOf)
              .reduce(BigInteger.ZERO, BigInteger::gcd);
      return new Count(java, dim.constant(), factor.longValueExact());
    }

    boolean isMultipleOf(int size) {
      return factor % size == 0;
    }
  }

  private record Signature(String name, List<String> types) {}

  private record Method(String text, MethodSpec spec) {}

  private final Map<Signature, Method> methods = new LinkedHashMap<>();
  private final Map<String, FieldSpec> fields = new TreeMap<>();
  private final Routines routines;
  private boolean products;

  /**
   * For one class.
   *
   * @param routines takes methods that the loops call
   */
  VectorMethods(Routines routines) {
    this.routines = routines;
  }

  /** Whether there is no loop in vectors at all. */
  boolean isEmpty() {
    return methods.isEmpty() && !products;
  }

  /** Notes that the class has a product of matrices, whose methods are among the routines. */
  void product(VectorType type) {
    products = true;
    species(type);
  }

  List<MethodSpec> methods() {
    return methods.values().stream().map(Method::spec).toList();
  }

  /** The constants that the methods use; the species come first. */
  List<FieldSpec> fields() {
    List<FieldSpec> ordered = new ArrayList<>();
    for (PackedType type : PackedType.values()) {
      Optional.ofNullable(fields.get(type.species())).ifPresent(ordered::add);
    }
    for (VectorType type : VectorType.values()) {
      fields.keySet().stream()
          .filter(name -> name.equals(type.species()) || name.endsWith("_" + type))
          .sorted()
          .forEach(name -> ordered.add(fields.get(name)));
    }
    return ordered;
  }

  /**
   * A call that computes a row.
   *
   * @param name of the method
   * @param value supported
   * @param leaves what its leaves are
   * @param target where the row goes
   * @param n how many elements
   * @param tails the arrays for what is left of rows; none where nothing is
   */
  String elementwise(
      String name,
      Tile value,
      Map<Tile, VectorLeaf> leaves,
      VectorLeaf.Row target,
      Count n,
      Tails tails) {
    VectorType type = VectorType.of(target.element());
    Building method = new Building(leaves);
    method.row(target);
    int count = vectors(value, n);
    int round = count * type.lanes;
    if (n.isMultipleOf(round)) {
      Lines body = new Lines();
      body.open("for (int j = 0; j < n; j += %d)".formatted(round));
      method.write(value, target, count, false, body);
      body.close();
      return method.finish(name, "void", List.of(), body, n) + ";";
    }
    Lines body = new Lines();
    body.line("int j = 0;");
    body.open("for (int end = n & -%d; j < end; j += %d)".formatted(round, round));
    method.write(value, target, count, false, body);
    body.close();
    Lines rest = new Lines();
    rest.open("for (; j < n; j += %d)".formatted(type.lanes));
    method.tails(tails, leaves, Optional.of(target.element()));
    method.startTail(type, method.hasWideRows(), rest);
    method.write(value, target, 1, true, rest);
    rest.close();
    if (count * cost(value, leaves, target, false) + cost(value, leaves, target, true)
        <= VectorCost.LIMIT) {
      body.add(rest.text());
    } else {
      body.open("if (j < n)");
      body.line(method.rest(name, rest));
      body.close();
    }
    return method.finish(name, "void", List.of(), body, n) + ";";
  }

  /** How many vectors are computed side by side. */
  private static int vectors(Tile value, Count n) {
    int lanes = VectorType.of(Api.concrete(value.type().element())).lanes;
    int weight = VectorSupport.weight(value) + 1;
    boolean four =
        weight <= 4
            || weight >= CHAIN
                && weight <= LONG_CHAIN
                && (n.constant().isEmpty() || n.isMultipleOf(4 * lanes))
                && VectorCost.roundFits(value, VectorLoops.rowsOf(value).size(), 4);
    return four ? 4 : weight <= ROUND ? 2 : 1;
  }

  /** Whether rounds of an element-wise value leave nothing over. */
  static boolean isWhole(Tile value, Count n) {
    VectorType type = VectorType.of(Api.concrete(value.type().element()));
    return n.isMultipleOf(vectors(value, n) * type.lanes);
  }

  /** What a vector of the value costs, and of its target. */
  private static int cost(
      Tile value, Map<Tile, VectorLeaf> leaves, VectorLeaf.Row target, boolean masked) {
    boolean written = masked && !target.element().isNarrow();
    int cost = VectorCost.operations(value) + VectorCost.write(target.heap(), written);
    for (VectorLeaf leaf : leaves.values()) {
      if (leaf instanceof VectorLeaf.Row row) {
        cost += VectorCost.read(row.heap(), masked && !row.element().isNarrow());
      }
    }
    return masked ? cost + VectorCost.MASK : cost;
  }

  /**
   * A call that folds a row.
   *
   * @param name of the method
   * @param op {@code ADD}, {@code MUL}, {@code MAX} or {@code MIN}
   * @param value supported
   * @param leaves what its leaves are
   * @param n how many elements, at least one
   * @param strands an array for {@link #STRANDS} elements; none if {@code n} is a multiple of them
   * @param tails the arrays for what is left of rows; none where nothing is
   */
  String reduction(
      String name,
      BinaryOp op,
      Tile value,
      Map<Tile, VectorLeaf> leaves,
      Count n,
      Optional<String> strands,
      Tails tails) {
    Element element = Api.concrete(value.type().element());
    VectorType type = VectorType.of(element);
    Building method = new Building(leaves);
    int count = STRANDS / type.lanes;
    String a = method.names.freshGroup("a", count);
    Lines body = new Lines();
    String start = method.constants.of(type, identity(op, element), "nothing");
    for (int k = 0; k < count; k++) {
      body.line(type.vector + " " + a + k + " = " + start + ";");
    }
    if (strands.isPresent()) {
      body.line("int j = 0;");
      body.open("for (int end = n & -32; j < end; j += 32)");
    } else {
      body.open("for (int j = 0; j < n; j += 32)");
    }
    method.round(
        value,
        type,
        count,
        false,
        body,
        (vectors, code) -> {
          for (int k = 0; k < count; k++) {
            code.line("%s%d = %s%d.%s(%s);".formatted(a, k, a, k, method(op), vectors.get(k)));
          }
        });
    body.close();
    strands.ifPresent(
        array -> {
          method.tails(tails, leaves, Optional.empty());
          foldRest(method, op, value, type, a, array, body);
        });
    fold(op, element, type, a, count, body);
    String doc =
        "Folds in strands of 32: element i goes to strand i % 32 in order, then the strands fold"
            + " pairwise.\n";
    return method.finish(name, Primitives.computed(element), List.of(doc), body, n);
  }

  /** What is left of a row goes to strands in memory: one loop, however many vectors they are. */
  private void foldRest(
      Building method,
      BinaryOp op,
      Tile value,
      VectorType type,
      String a,
      String array,
      Lines body) {
    String strands = method.array(type.element(), "strands", array);
    body.open("if (j < n)");
    for (int k = 0; k < STRANDS / type.lanes; k++) {
      body.line("%s%d.intoArray(%s, %d);".formatted(a, k, strands, k * type.lanes));
    }
    body.open("for (int k = 0; j < n; k += %d, j += %d)".formatted(type.lanes, type.lanes));
    method.startTail(type, true, body);
    method.round(
        value,
        type,
        1,
        true,
        body,
        (vectors, code) -> {
          code.line(type.vector + " strand = " + strand(type, strands, "k") + ";");
          code.line(
              "strand.lanewise(%s.%s, %s, in).intoArray(%s, k);"
                  .formatted(OPS, op, vectors.getFirst(), strands));
        });
    body.close();
    for (int k = 0; k < STRANDS / type.lanes; k++) {
      body.line(a + k + " = " + strand(type, strands, "" + k * type.lanes) + ";");
    }
    body.close();
  }

  private static String strand(VectorType type, String strands, String at) {
    return "%s.fromArray(%s, %s, %s)".formatted(type.vector, type.species(), strands, at);
  }

  /** A strand without elements changes nothing: negative zero does not even change a zero. */
  private static Java identity(BinaryOp op, Element element) {
    boolean max = op == BinaryOp.MAX;
    return switch (element) {
      case F32 ->
          op == BinaryOp.ADD
              ? Literals.of(-0f)
              : op == BinaryOp.MUL
                  ? Literals.of(1f)
                  : Literals.of(max ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY);
      case F64 ->
          op == BinaryOp.ADD
              ? Literals.of(-0.0)
              : op == BinaryOp.MUL
                  ? Literals.of(1.0)
                  : Literals.of(max ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
      case I32 ->
          Literals.of(
              op == BinaryOp.ADD
                  ? 0
                  : op == BinaryOp.MUL ? 1 : max ? Integer.MIN_VALUE : Integer.MAX_VALUE);
      case I64 ->
          Literals.of(
              op == BinaryOp.ADD
                  ? 0L
                  : op == BinaryOp.MUL ? 1L : max ? Long.MIN_VALUE : Long.MAX_VALUE);
      case F16, BF16, I8, I16, U8, BOOL ->
          throw new IllegalArgumentException(element + " is not folded");
    };
  }

  private static String method(BinaryOp op) {
    return switch (op) {
      case ADD -> "add";
      case MUL -> "mul";
      case MAX -> "max";
      case MIN -> "min";
      default -> throw new IllegalArgumentException("no reduction: " + op);
    };
  }

  /** Strand k takes strand k + w, for w = 16, 8, 4, 2, 1. */
  private void fold(
      BinaryOp op, Element element, VectorType type, String a, int count, Lines body) {
    for (int width = count / 2; width >= 1; width /= 2) {
      for (int k = 0; k < width; k++) {
        body.line("%s%d = %s%d.%s(%s%d);".formatted(a, k, a, k, method(op), a, k + width));
      }
    }
    boolean ordered = (op == BinaryOp.ADD || op == BinaryOp.MUL) && element.isFloating();
    if (!ordered) {
      body.line("return " + a + "0.reduceLanes(" + OPS + "." + op + ");"); // In any order the same.
      return;
    }
    for (int width = type.lanes / 2; width >= 1; width /= 2) {
      String swap = "SWAP_" + width + "_" + type;
      species(type);
      fields.computeIfAbsent(swap, constant(type.shuffleType(), type.swap(width)));
      body.line("%s0 = %s0.%s(%s0.rearrange(%s));".formatted(a, a, method(op), a, swap));
    }
    body.line("return " + a + "0.lane(0);");
  }

  private void species(VectorType type) {
    fields.computeIfAbsent(type.species(), constant(type.speciesType(), type.speciesValue()));
  }

  private void species(PackedType type) {
    fields.computeIfAbsent(type.species(), constant(type.speciesType(), type.speciesValue()));
  }

  private static java.util.function.Function<String, FieldSpec> constant(
      String type, String value) {
    return name ->
        FieldSpec.builder(
                Api.typeName(type), name, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
            .initializer(Api.code(value))
            .build();
  }

  private static String at(VectorType type, int number) {
    return number == 0 ? "j" : "j + " + number * type.lanes;
  }

  /** Finishes a round: what happens to its vectors. */
  private interface Finish {
    void write(List<String> vectors, Lines out);
  }

  /** Where a row is; rows at one place are one row. */
  private record Place(String data, String at) {
    static Place of(VectorLeaf.Row row) {
      return new Place(row.data(), row.at().text());
    }
  }

  /** The names that say where a row is: an array and an offset, or a segment that is the row. */
  private record RowParameters(String data, String at) {}

  /**
   * Arrays of one vector each, for what is left of rows of narrow elements: those have no loads and
   * stores under a mask.
   */
  record Tails(Map<PackedType, String> arrays) {
    static final Tails NONE = new Tails(Map.of());

    Tails {
      arrays = Map.copyOf(arrays);
    }
  }

  /** One method under construction. */
  private final class Building {
    final LocalNames names = new LocalNames();
    final VectorConstants constants = new VectorConstants(names);
    private final Map<Tile, VectorLeaf> leaves;
    private final List<Local> parameters = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<Place, RowParameters> rows = new LinkedHashMap<>();
    private final List<String> slices = new ArrayList<>();
    private final Map<VectorLeaf.Lane, String> scalars = new LinkedHashMap<>();
    private final Map<PackedType, String> tails = new EnumMap<>(PackedType.class);
    private boolean wideRows;

    Building(Map<Tile, VectorLeaf> leaves) {
      this.leaves = leaves;
      names.fresh("n");
      names.fresh("j");
      names.fresh("end");
      names.fresh("in");
      names.fresh("left");
      names.fresh("k");
      names.fresh("strand");
      leaves.values().forEach(this::leaf);
    }

    private void leaf(VectorLeaf leaf) {
      switch (leaf) {
        case VectorLeaf.Row row -> row(row);
        case VectorLeaf.Lane lane when lane.constant() || scalars.containsKey(lane) -> {}
        case VectorLeaf.Lane lane -> {
          Local local = new Local(Primitives.computed(lane.element()), names.fresh(lane.name()));
          scalars.put(lane, local.name());
          parameters.add(local);
          arguments.add(lane.value().text());
        }
      }
    }

    /** Two parameters for a row, unless the same row has them already. */
    void row(VectorLeaf.Row row) {
      wideRows |= !row.element().isNarrow();
      rows.computeIfAbsent(
          Place.of(row),
          _ -> {
            Local data = new Local(row.type(), names.fresh(row.name()));
            Local at = new Local(row.heap() ? "int" : "long", names.fresh(row.name() + "At"));
            parameters.add(data);
            parameters.add(at);
            arguments.add(row.data());
            arguments.add(row.at().text());
            return row.heap()
                ? new RowParameters(data.name(), at.name())
                : slice(row.element(), data.name(), at.name());
          });
    }

    /** HotSpot drops the bounds checks of a loop over a slice that starts at zero, only of that. */
    private RowParameters slice(Element element, String data, String at) {
      String length = element.bytes() == 1 ? "n" : element.bytes() + "L * n";
      String name = names.fresh(data + "Row");
      slices.add("%s %s = %s.asSlice(%s, %s);".formatted(Api.SEGMENT, name, data, at, length));
      return new RowParameters(name, at);
    }

    /** A parameter for an array of the caller. */
    String array(Element element, String hint, String argument) {
      Local local = new Local(Primitives.component(element) + "[]", names.fresh(hint));
      parameters.add(local);
      arguments.add(argument);
      return local.name();
    }

    /** Takes the arrays that the rows of the method need. */
    void tails(Tails given, Map<Tile, VectorLeaf> leaves, Optional<Element> target) {
      Set<PackedType> needed = EnumSet.noneOf(PackedType.class);
      target.filter(Element::isNarrow).map(PackedType::of).ifPresent(needed::add);
      for (VectorLeaf leaf : leaves.values()) {
        if (leaf instanceof VectorLeaf.Row row && row.element().isNarrow()) {
          needed.add(PackedType.of(row.element()));
        }
      }
      for (PackedType type : needed) {
        String array = Objects.requireNonNull(given.arrays().get(type), "tails");
        tails.put(type, array(type.element(), "tail", array));
      }
    }

    private String tail(Element element) {
      return Objects.requireNonNull(tails.get(PackedType.of(element)), "tail");
    }

    /** Whether rows are read or written under a mask. */
    boolean hasWideRows() {
      return wideRows;
    }

    /** What a round for the rest of a row begins with. */
    void startTail(VectorType type, boolean masks, Lines out) {
      if (masks) {
        species(type);
        out.line("%s in = %s.indexInRange(j, n);".formatted(type.maskType(), type.species()));
      }
      if (!tails.isEmpty()) {
        out.line("int left = %s.min(n - j, %d);".formatted(Api.MATH, PackedType.LANES));
      }
    }

    private String masked(VectorType type, VectorType root) {
      return type == root ? ", in" : ", in.cast(" + type.species() + ")";
    }

    private RowParameters parameters(VectorLeaf.Row row) {
      return Objects.requireNonNull(rows.get(Place.of(row)), row.name());
    }

    /**
     * Where a vector starts. Bytes are added as {@code long}: of a sum of {@code int} HotSpot does
     * not know that it stays in order, and keeps the bounds check of each vector.
     */
    private String place(VectorLeaf.Row row, VectorType type, int number) {
      if (row.heap()) {
        return parameters(row).at() + " + " + at(type, number);
      }
      int bytes = row.element().bytes();
      String start = bytes == 1 ? "j" : bytes + "L * j";
      return number == 0
          ? start
          : start + " + " + number * type.lanes * bytes + (bytes == 1 ? "L" : "");
    }

    String write(String vector, VectorLeaf.Row row, VectorType type, int number, boolean masked) {
      String in = masked ? ", in" : "";
      String data = parameters(row).data();
      String place = place(row, type, number);
      return row.heap()
          ? vector + ".intoArray(" + data + ", " + place + in + ");"
          : vector + ".intoMemorySegment(" + data + ", " + place + ", " + ORDER + in + ");";
    }

    private String read(
        VectorLeaf.Row row,
        VectorType type,
        int number,
        boolean masked,
        VectorType root,
        Lines out) {
      species(type);
      if (row.element().isNarrow()) {
        return unpacked(row, type, number, masked, out);
      }
      String in = masked ? masked(type, root) : "";
      String data = parameters(row).data();
      String place = place(row, type, number);
      return row.heap()
          ? "%s.fromArray(%s, %s, %s%s)".formatted(type.vector, type.species(), data, place, in)
          : "%s.fromMemorySegment(%s, %s, %s, %s%s)"
              .formatted(type.vector, type.species(), data, place, ORDER, in);
    }

    /** Elements of 8 or 16 bits in lanes of 32; the last of a row come by way of an array. */
    private String unpacked(
        VectorLeaf.Row row, VectorType type, int number, boolean tail, Lines out) {
      PackedType packed = PackedType.of(row.element());
      species(packed);
      species(VectorType.I32);
      String data = parameters(row).data();
      String place = place(row, type, number);
      if (tail) {
        String array = tail(row.element());
        out.line(
            row.heap()
                ? "%s.arraycopy(%s, %s, %s, 0, left);".formatted(Api.SYSTEM, data, place, array)
                : "%s.copy(%s, %s, %s, %s, 0, left);"
                    .formatted(Api.SEGMENT, data, Primitives.layout(row.element()), place, array));
        data = array;
        place = "0";
      }
      String vector =
          row.heap() || tail
              ? "%s.fromArray(%s, %s, %s)".formatted(packed.vector, packed.species(), data, place)
              : "%s.fromMemorySegment(%s, %s, %s, %s)"
                  .formatted(packed.vector, packed.species(), data, place, ORDER);
      return PackedType.unpacked(row.element(), vector);
    }

    /** Writes the lower bits of lanes of 32. */
    private void pack(String bits, VectorLeaf.Row row, int number, boolean tail, Lines out) {
      PackedType packed = PackedType.of(row.element());
      species(packed);
      String vector = packed.packed(bits);
      String data = parameters(row).data();
      String place = place(row, VectorType.I32, number);
      if (tail) {
        String array = tail(row.element());
        out.line("%s.intoArray(%s, 0);".formatted(vector, array));
        out.line(
            row.heap()
                ? "%s.arraycopy(%s, 0, %s, %s, left);".formatted(Api.SYSTEM, array, data, place)
                : "%s.copy(%s, 0, %s, %s, %s, left);"
                    .formatted(Api.SEGMENT, array, data, Primitives.layout(row.element()), place));
      } else if (row.heap()) {
        out.line("%s.intoArray(%s, %s);".formatted(vector, data, place));
      } else {
        out.line("%s.intoMemorySegment(%s, %s, %s);".formatted(vector, data, place, ORDER));
      }
    }

    /** One round of a loop that writes a row. */
    void write(Tile value, VectorLeaf.Row target, int count, boolean masked, Lines out) {
      VectorType type = VectorType.of(target.element());
      round(
          value,
          type,
          count,
          masked,
          out,
          (vectors, code) -> {
            for (int k = 0; k < count; k++) {
              if (target.element().isNarrow()) {
                pack(vectors.get(k), target, k, masked, code);
              } else {
                code.line(write(vectors.get(k), target, type, k, masked));
              }
            }
          });
    }

    /** The vectors of one round. */
    void round(Tile value, VectorType root, int count, boolean masked, Lines out, Finish finish) {
      Lines code = new Lines();
      VectorCode vectors =
          new VectorCode(
              leaves,
              scalars,
              constants,
              names.inner(),
              count,
              (row, type, number, before) -> read(row, type, number, masked, root, before),
              routines,
              code);
      Element element = Api.concrete(value.type().element());
      List<String> values = element.isNarrow() ? vectors.bits(value, element) : vectors.tree(value);
      finish.write(values, code);
      out.add(code.text());
    }

    /** Writes the method, unless it is there; gives a call. */
    String finish(String wanted, String returns, List<String> docs, Lines body, Count n) {
      List<Local> all = new ArrayList<>(parameters);
      all.add(new Local("int", "n"));
      List<String> passed = new ArrayList<>(arguments);
      passed.add(n.java().text());
      String name = method(wanted, returns, docs, all, withConstants(body));
      return name + "(" + String.join(", ", passed) + ")";
    }

    /** Writes a method of its own for what is left of a row at j; gives the call in the first. */
    String rest(String wanted, Lines body) {
      List<Local> all = new ArrayList<>(parameters);
      all.add(new Local("int", "n"));
      all.add(new Local("int", "j"));
      String name = method(wanted + "Rest", "void", List.of(), all, withConstants(body));
      return name + "(" + String.join(", ", all.stream().map(Local::name).toList()) + ");";
    }

    private String withConstants(Lines body) {
      Lines text = new Lines();
      slices.forEach(text::line);
      constants.declare(text);
      constants.types().forEach(VectorMethods.this::species);
      text.add(body.text());
      return text.text();
    }

    private String method(
        String wanted, String returns, List<String> docs, List<Local> parameters, String text) {
      List<String> types = parameters.stream().map(Local::type).toList();
      String key = parameters + text;
      for (int i = 1; ; i++) {
        String name = i == 1 ? wanted : wanted + i;
        Signature signature = new Signature(name, types);
        Method known = methods.get(signature);
        if (known != null && !known.text().equals(key)) {
          continue;
        }
        if (known == null) {
          MethodSpec.Builder spec =
              MethodSpec.methodBuilder(name)
                  .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                  .returns(Api.typeName(returns));
          docs.forEach(doc -> spec.addJavadoc("$L", doc));
          parameters.forEach(p -> spec.addParameter(Api.typeName(p.type()), p.name()));
          methods.put(signature, new Method(key, spec.addCode(Api.code(text)).build()));
        }
        return name;
      }
    }
  }
}
