package dev.smalti.processor.emit;

import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.UnaryOp;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.lang.model.element.Modifier;

/**
 * The private methods of a generated class that its loops call: each written once, when it is first
 * needed.
 */
final class Routines {
  private static final String UNALIGNED_ADDITION =
      Api.mark("dev.smalti.runtime", "UnalignedAddition");

  private final Map<String, MethodSpec> methods = new TreeMap<>();
  private final Map<String, FieldSpec> fields = new TreeMap<>();

  List<MethodSpec> methods() {
    return List.copyOf(methods.values());
  }

  List<FieldSpec> fields() {
    return List.copyOf(fields.values());
  }

  /** Adds a method, unless there is one under the key. */
  void add(String key, Supplier<MethodSpec> method) {
    methods.computeIfAbsent(key, _ -> method.get());
  }

  /** The method that folds a row. */
  String rowReduction(BinaryOp op, Element element) {
    return switch (op) {
      case ADD -> ofClass("rowSum", op, element);
      case MAX -> ofClass("rowMax", op, element);
      case MIN -> ofClass("rowMin", op, element);
      case MUL -> ofClass("rowProd", op, element);
      case AND -> ofClass("rowAll", op, element);
      case OR -> ofClass("rowAny", op, element);
      default -> throw new IllegalArgumentException("no reduction: " + op);
    };
  }

  /** The name of a method that folds a part of a row into 32 strands. */
  String partOfRowReduction(BinaryOp op, Element element) {
    String name = "part" + capital(rowReduction(op, element));
    methods.computeIfAbsent(name + element, _ -> partOfRowReduction(name, op, element));
    return name;
  }

  private static String capital(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static MethodSpec partOfRowReduction(String name, BinaryOp op, Element element) {
    String type = Primitives.component(element);
    Lines body = new Lines();
    body.line("int first = " + Api.MATH + ".min(n, 32);");
    body.open("for (int j = 0; !starts && j < first; j++)");
    body.line("x[j] = " + stored(op, "s[j]", "x[j]") + ";");
    body.close();
    body.line("int whole = " + Api.MATH + ".max(n & -32, 32);");
    body.open("for (int j = 32; j < whole; j++)");
    body.line("x[j] = " + stored(op, "x[j - 32]", "x[j]") + ";");
    body.close();
    body.open("for (int j = whole; j < n; j++)");
    body.line("x[j - 32] = " + stored(op, "x[j - 32]", "x[j]") + ";");
    body.close();
    body.line(Api.SYSTEM + ".arraycopy(x, whole - 32, s, 0, first);");
    return method(name, "void")
        .addJavadoc(
            "Folds {@code x[0..n)} into the strands {@code s[0..32)}, or starts them: element i"
                + " goes to strand\n"
                + "i % 32. All parts but the last have a multiple of 32 elements. Uses {@code"
                + " x}.\n")
        .addParameter(Api.typeName(type + "[]"), "x")
        .addParameter(Api.typeName(type + "[]"), "s")
        .addParameter(Api.typeName("int"), "n")
        .addParameter(Api.typeName("boolean"), "starts")
        .addCode(Api.code(body.text()))
        .build();
  }

  private String ofClass(String name, BinaryOp op, Element element) {
    methods.computeIfAbsent(name + element, _ -> rowReduction(name, op, element));
    return name;
  }

  private static MethodSpec rowReduction(String name, BinaryOp op, Element element) {
    String type = Primitives.component(element);
    Lines body = new Lines();
    body.line("int first = " + Api.MATH + ".min(n, 32);");
    body.line(Api.SYSTEM + ".arraycopy(x, 0, s, 0, first);");
    body.line("int whole = " + Api.MATH + ".max(n & -32, 32);");
    body.open("for (int j = 32; j < whole; j++)");
    body.line("s[j] = " + stored(op, "s[j - 32]", "x[j]") + ";");
    body.close();
    body.open("for (int j = whole; j < n; j++)");
    body.line("s[j - 32] = " + stored(op, "s[j - 32]", "x[j]") + ";");
    body.close();
    body.line("int at = whole - 32;");
    body.open("for (int w = 16; w > 0; w /= 2)");
    body.open("for (int k = at; k < at + w && k - at + w < n; k++)");
    body.line("s[k] = " + stored(op, "s[k]", "s[k + w]") + ";");
    body.close();
    body.close();
    body.line("return s[at];");
    return method(name, type)
        .addJavadoc(
            "Folds {@code x[0..n)} in strands of 32: element i goes to strand i % 32 in order, then"
                + " the\nstrands fold pairwise. Uses {@code s[0..n)}, which may be {@code x}.\n")
        .addParameter(Api.typeName(type + "[]"), "x")
        .addParameter(Api.typeName(type + "[]"), "s")
        .addParameter(Api.typeName("int"), "n")
        .addCode(Api.code(body.text()))
        .build();
  }

  /** Two elements of memory as one; truth values are bytes there. */
  static String stored(BinaryOp op, String a, String b) {
    String folded = folded(op, a, b);
    return op == BinaryOp.AND || op == BinaryOp.OR ? "(byte) (" + folded + ")" : folded;
  }

  /** Two partial results as one. */
  static String folded(BinaryOp op, String a, String b) {
    return switch (op) {
      case ADD -> a + " + " + b;
      case MUL -> a + " * " + b;
      case AND -> a + " & " + b;
      case OR -> a + " | " + b;
      case MAX -> Api.MATH + ".max(" + a + ", " + b + ")";
      case MIN -> Api.MATH + ".min(" + a + ", " + b + ")";
      default -> throw new IllegalArgumentException("no reduction: " + op);
    };
  }

  private static MethodSpec.Builder method(String name, String returns) {
    return MethodSpec.methodBuilder(name)
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .returns(Api.typeName(returns));
  }

  /** The name of an elementary function. */
  String elementary(UnaryOp op, Element element) {
    return switch (op) {
      case EXP -> Api.ELEMENTARY + ".exp";
      case LOG -> Api.ELEMENTARY + ".log";
      default -> {
        String name = op == UnaryOp.GELU_TANH ? "geluTanh" : op.name().toLowerCase(Locale.ROOT);
        if (!methods.containsKey(name + element)) {
          methods.put(name + element, Elementary.of(op, name, element, this));
        }
        yield name;
      }
    };
  }

  /** The name of the method for sines of large numbers. */
  String turned() {
    fields.computeIfAbsent("TURNS", _ -> LargeAngles.turns());
    methods.computeIfAbsent("turned", _ -> LargeAngles.turned());
    methods.computeIfAbsent("turns", _ -> LargeAngles.bits());
    methods.computeIfAbsent("sineOfRest", _ -> LargeAngles.sineOfRest());
    return "turned";
  }

  /** The name of the method for sines of large numbers in vectors. */
  String turnedLanes(VectorType type) {
    turned();
    methods.computeIfAbsent("turnedLanes" + type, _ -> LargeAngles.lanes(type));
    return "turned";
  }

  /** The name of a method that sorts places. */
  String descending(Element element) {
    methods.computeIfAbsent("descending" + element, _ -> descendingOf(element));
    return "descending";
  }

  private static MethodSpec descendingOf(Element element) {
    String type = Primitives.component(element);
    Lines body = new Lines();
    body.open("for (int k = 0; k < n; k++)");
    body.line("order[k] = k;");
    body.close();
    body.line("int[] from = order;");
    body.line("int[] to = spare;");
    body.open("for (int width = 1; width < n; width *= 2)");
    body.open("for (int low = 0; low < n; low += 2 * width)");
    body.line("int middle = " + Api.MATH + ".min(low + width, n);");
    body.line("int high = " + Api.MATH + ".min(low + 2 * width, n);");
    body.line("int left = low;");
    body.line("int right = middle;");
    body.open("for (int k = low; k < high; k++)");
    body.line("boolean takesRight = left == middle;");
    body.open("if (left < middle && right < high)");
    body.line(type + " a = x[at + from[right]];");
    body.line(type + " b = x[at + from[left]];");
    body.line("takesRight = " + WholeLoops.isBefore(">", "a", "b", element) + ";");
    body.close();
    body.line("to[k] = takesRight ? from[right++] : from[left++];");
    body.close();
    body.close();
    body.line("int[] sorted = to;");
    body.line("to = from;");
    body.line("from = sorted;");
    body.close();
    body.line("return from;");
    return method("descending", "int[]")
        .addJavadoc(
            "The places of {@code x[at..at + n)}, greatest element first, in one of two arrays;"
                + " equal\n"
                + "ones stay in order, NaN comes first.\n")
        .addParameter(Api.typeName(type + "[]"), "x")
        .addParameter(Api.typeName("int"), "at")
        .addParameter(Api.typeName("int"), "n")
        .addParameter(Api.typeName("int[]"), "order")
        .addParameter(Api.typeName("int[]"), "spare")
        .addCode(Api.code(body.text()))
        .build();
  }

  /** The name of the method for random bits. */
  String philox() {
    methods.computeIfAbsent("philox", _ -> Elementary.philox());
    return "philox";
  }

  /** The name of the remainder with the sign of the divisor. */
  String mod(Element element) {
    methods.computeIfAbsent("mod" + element, _ -> Elementary.mod(element));
    return "mod";
  }

  /** The name of a method that adds to one element atomically. */
  String atomicAdd(Element element, boolean heap) {
    if (element.isNarrow()) {
      methods.computeIfAbsent("add" + element + heap, _ -> narrowAddition(element, heap));
      return "add" + element;
    }
    String kind = heap ? "Array" : "Segment";
    String handle = element + "_" + (heap ? "ARRAY" : "SEGMENT");
    String component = Primitives.component(element);
    fields.computeIfAbsent(
        handle,
        _ ->
            FieldSpec.builder(
                    Api.typeName(Api.VAR_HANDLE),
                    handle,
                    Modifier.PRIVATE,
                    Modifier.STATIC,
                    Modifier.FINAL)
                .initializer(
                    Api.code(
                        heap
                            ? Api.METHOD_HANDLES
                                + ".arrayElementVarHandle("
                                + component
                                + "[].class)"
                            : Primitives.atomicLayout(element) + ".varHandle()"))
                .build());
    methods.computeIfAbsent(
        "add" + kind + element, _ -> atomicAdd(handle, component, element, heap));
    return "addAtomically";
  }

  private static MethodSpec narrowAddition(Element element, boolean heap) {
    String method =
        switch (element) {
          case F16 -> ".addF16";
          case BF16 -> ".addBf16";
          default -> ".add";
        };
    String component = Primitives.component(element);
    String position = heap || element.bytes() == 1 ? "at" : element.bytes() + " * at";
    Lines body = new Lines();
    body.line(UNALIGNED_ADDITION + method + "(data, " + position + ", value);");
    return addition("add" + element, heap ? component + "[]" : Api.SEGMENT, component, body);
  }

  private static MethodSpec atomicAdd(
      String handle, String component, Element element, boolean heap) {
    String position = heap ? "(int) at" : element.bytes() + " * at";
    Lines body = new Lines();
    if (!heap) {
      body.open("if (data.maxByteAlignment() < " + element.bytes() + ")");
      body.line(UNALIGNED_ADDITION + ".add(data, " + position + ", value);");
      body.line("return;");
      body.close();
    }
    body.line(component + " old;");
    body.line("do {");
    body.line("  old = (" + component + ") " + handle + ".getVolatile(data, " + position + ");");
    body.line("} while (!" + handle + ".compareAndSet(data, " + position + ", old, old + value));");
    return addition("addAtomically", heap ? component + "[]" : Api.SEGMENT, component, body);
  }

  private static MethodSpec addition(String name, String data, String value, Lines body) {
    return method(name, "void")
        .addJavadoc("Adds to element {@code at}; no addition of another core is lost.\n")
        .addParameter(Api.typeName(data), "data")
        .addParameter(Api.typeName("long"), "at")
        .addParameter(Api.typeName(value), "value")
        .addCode(Api.code(body.text()))
        .build();
  }
}
