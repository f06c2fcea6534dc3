package dev.smalti.processor.emit;

import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Tile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;

/**
 * The loops over a row in vectors, each a method of its own: HotSpot compiles several small methods
 * well where it gives up on one that does all.
 *
 * <p>A loop takes several vectors a round, so that the units have something to do while a result is
 * under way. What is left at the end is done under a mask.
 */
final class VectorMethods {
  /** Instructions of a round beyond which fewer vectors are taken. */
  private static final int ROUND = 60;

  private static final String OPS = VectorType.OPERATORS;
  private static final String ORDER = VectorType.BYTE_ORDER + ".nativeOrder()";
  private static final int STRANDS = 32;

  private record Signature(String name, List<String> types) {}

  private record Method(String text, MethodSpec spec) {}

  private final Map<Signature, Method> methods = new LinkedHashMap<>();
  private final Map<String, FieldSpec> fields = new TreeMap<>();
  private final Routines routines;
  private boolean callsRuntime;

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
    return methods.isEmpty() && !callsRuntime;
  }

  List<MethodSpec> methods() {
    return methods.values().stream().map(Method::spec).toList();
  }

  /** The constants that the methods use; the species come first. */
  List<FieldSpec> fields() {
    List<FieldSpec> ordered = new ArrayList<>();
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
   */
  String elementwise(
      String name, Tile value, Map<Tile, VectorLeaf> leaves, VectorLeaf.Row target, Java n) {
    VectorType type = VectorType.of(target.element());
    Building method = new Building(leaves);
    method.row(target);
    int weight = VectorSupport.weight(value) + 1;
    int count = weight <= 4 ? 4 : weight <= ROUND ? 2 : 1;
    Lines body = new Lines();
    body.line("int j = 0;");
    int round = count * type.lanes;
    body.open("for (int end = n & -%d; j < end; j += %d)".formatted(round, round));
    method.round(
        value,
        type,
        count,
        0,
        false,
        body,
        (vectors, code) -> {
          for (int k = 0; k < count; k++) {
            code.line(method.write(vectors.get(k), target, type, k, false));
          }
        });
    body.close();
    body.open("for (; j < n; j += %d)".formatted(type.lanes));
    body.line(method.mask(type, 0));
    method.round(
        value,
        type,
        1,
        0,
        true,
        body,
        (vectors, code) -> code.line(method.write(vectors.getFirst(), target, type, 0, true)));
    body.close();
    return method.finish(name, "void", List.of(), body, n) + ";";
  }

  /**
   * A call that folds a row. Of an array there is a method already, for every kernel the same.
   *
   * @param name of the method, if one is needed
   * @param op {@code ADD}, {@code MUL}, {@code MAX} or {@code MIN}
   * @param value supported
   * @param leaves what its leaves are
   * @param n how many elements, at least one
   */
  String reduction(String name, BinaryOp op, Tile value, Map<Tile, VectorLeaf> leaves, Java n) {
    Optional<String> known = Routines.vectorReduction(op);
    if (known.isPresent() && leaves.get(value) instanceof VectorLeaf.Row row && row.heap()) {
      callsRuntime = true;
      return "%s(%s, %s, %s)".formatted(known.get(), row.data(), row.at().text(), n.text());
    }
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
    body.line("int j = 0;");
    body.open("for (int end = n & -32; j < end; j += 32)");
    method.round(
        value,
        type,
        count,
        0,
        false,
        body,
        (vectors, code) -> {
          for (int k = 0; k < count; k++) {
            code.line("%s%d = %s%d.%s(%s);".formatted(a, k, a, k, method(op), vectors.get(k)));
          }
        });
    body.close();
    for (int k = 0; k < count; k++) {
      String strand = a + k;
      body.open("if (" + at(type, k) + " < n)");
      body.line(method.mask(type, k));
      method.round(
          value,
          type,
          1,
          k,
          true,
          body,
          (vectors, code) ->
              code.line(
                  "%s = %s.lanewise(%s.%s, %s, in);"
                      .formatted(strand, strand, OPS, op, vectors.getFirst())));
      body.close();
    }
    fold(op, element, type, a, count, body);
    String doc =
        "Folds in strands of 32: element i goes to strand i % 32 in order, then the strands fold"
            + " pairwise.\n";
    return method.finish(name, Primitives.computed(element), List.of(doc), body, n);
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
      case BOOL -> throw new IllegalArgumentException("masks are not folded");
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

    Building(Map<Tile, VectorLeaf> leaves) {
      this.leaves = leaves;
      names.fresh("n");
      names.fresh("j");
      names.fresh("end");
      names.fresh("in");
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
      String name = names.fresh(data + "Row");
      slices.add(
          "%s %s = %s.asSlice(%s, %dL * n);"
              .formatted(Api.SEGMENT, name, data, at, element.bytes()));
      return new RowParameters(name, at);
    }

    String mask(VectorType type, int number) {
      species(type);
      return "%s in = %s.indexInRange(%s, n);"
          .formatted(type.maskType(), type.species(), at(type, number));
    }

    private String masked(VectorType type, VectorType root) {
      return type == root ? ", in" : ", in.cast(" + type.species() + ")";
    }

    private RowParameters parameters(VectorLeaf.Row row) {
      return Objects.requireNonNull(rows.get(Place.of(row)), row.name());
    }

    private String place(VectorLeaf.Row row, VectorType type, int number) {
      if (row.heap()) {
        return parameters(row).at() + " + " + at(type, number);
      }
      String bytes = type.element().bytes() + "L";
      return bytes + " * " + (number == 0 ? "j" : "(" + at(type, number) + ")");
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
        VectorLeaf.Row row, VectorType type, int number, boolean masked, VectorType root) {
      species(type);
      String in = masked ? masked(type, root) : "";
      String data = parameters(row).data();
      String place = place(row, type, number);
      return row.heap()
          ? "%s.fromArray(%s, %s, %s%s)".formatted(type.vector, type.species(), data, place, in)
          : "%s.fromMemorySegment(%s, %s, %s, %s%s)"
              .formatted(type.vector, type.species(), data, place, ORDER, in);
    }

    /** The vectors of one round, from number {@code first} on. */
    void round(
        Tile value,
        VectorType root,
        int count,
        int first,
        boolean masked,
        Lines out,
        Finish finish) {
      Lines code = new Lines();
      VectorCode vectors =
          new VectorCode(
              leaves,
              scalars,
              constants,
              names.inner(),
              count,
              (row, type, number) -> read(row, type, first + number, masked, root),
              routines,
              code);
      List<String> values = vectors.of(value);
      finish.write(values, code);
      out.add(code.text());
    }

    /** Writes the method, unless it is there; gives a call. */
    String finish(String wanted, String returns, List<String> docs, Lines body, Java n) {
      Lines text = new Lines();
      slices.forEach(text::line);
      constants.declare(text);
      constants.types().forEach(VectorMethods.this::species);
      text.add(body.text());
      parameters.add(new Local("int", "n"));
      arguments.add(n.text());
      String name = method(wanted, returns, docs, text.text());
      return name + "(" + String.join(", ", arguments) + ")";
    }

    private String method(String wanted, String returns, List<String> docs, String text) {
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
