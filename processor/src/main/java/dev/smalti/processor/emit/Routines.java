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

  /** The method that folds a row. */
  static String rowReduction(BinaryOp op) {
    return Api.ROWS + "." + reduction(op);
  }

  /** The method that folds a row in vectors. */
  static String vectorReduction(BinaryOp op) {
    return Api.VECTOR_ROWS + "." + reduction(op);
  }

  private static String reduction(BinaryOp op) {
    return switch (op) {
      case ADD -> "sum";
      case MAX -> "max";
      case MIN -> "min";
      default -> throw new IllegalArgumentException("no reduction: " + op);
    };
  }

  /** Two partial results as one. */
  static String folded(BinaryOp op, String a, String b) {
    return switch (op) {
      case ADD -> a + " + " + b;
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

  /** The name of the remainder with the sign of the divisor. */
  String mod(Element element) {
    methods.computeIfAbsent("mod" + element, _ -> Elementary.mod(element));
    return "mod";
  }

  /** The name of a method that adds to one element atomically. */
  String atomicAdd(Element element, boolean heap) {
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
    return method("addAtomically", "void")
        .addJavadoc("Adds to element {@code at}; no addition of another core is lost.\n")
        .addParameter(Api.typeName(heap ? component + "[]" : Api.SEGMENT), "data")
        .addParameter(Api.typeName("long"), "at")
        .addParameter(Api.typeName(component), "value")
        .addCode(Api.code(body.text()))
        .build();
  }
}
