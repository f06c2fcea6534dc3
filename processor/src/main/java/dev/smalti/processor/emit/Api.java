package dev.smalti.processor.emit;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.ElementType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The classes that generated code names.
 *
 * <p>In text a class is a mark, {@code <01>package#Simple.Nested<02>}; {@link #code} turns marks
 * into names that JavaPoet imports, so that a class of the user with the same simple name does no
 * harm.
 */
final class Api {
  private static final char OPEN = '\u0001';
  private static final char CLOSE = '\u0002';

  static final String CORE = mark("dev.smalti.runtime", "Core");
  static final String ELEMENTARY = mark("dev.smalti.runtime", "Elementary");
  static final String KERNEL = mark("dev.smalti.runtime", "Kernel");
  static final String CONVERSIONS = mark("dev.smalti.runtime", "Conversions");

  static final String TRUTH_VALUES = mark("dev.smalti.runtime", "TruthValues");
  static final String CHECKS = mark("dev.smalti.runtime", "Checks");
  static final String DISPATCH = mark("dev.smalti.runtime", "Dispatch");
  static final String PROGRAM = mark("dev.smalti.runtime", "Program");
  static final String PREPARED = mark("dev.smalti.runtime", "PreparedProgram");
  static final String RUN = mark("dev.smalti.runtime", "Run");
  static final String WORKER = mark("dev.smalti.runtime", "Worker");
  static final String TRACE = mark("dev.smalti.runtime.protocol", "Trace");
  static final String EVENT = mark("dev.smalti.runtime.protocol", "Event");
  static final String SKELETON = mark("dev.smalti.runtime.protocol", "Skeleton");
  static final String LIST = mark("java.util", "List");
  static final String MAP = mark("java.util", "Map");
  static final String TRACED_MEMORY = mark("dev.smalti.runtime.protocol", "TracedMemory");
  static final String DEVICE_SET = mark("dev.smalti.runtime.protocol", "DeviceSet");
  static final String COLLECTIVE_CALL = mark("dev.smalti.runtime.protocol", "CollectiveCall");
  static final String TRACED_WORLD = mark("dev.smalti.runtime.protocol", "TracedWorld");
  static final String TENSOR = mark("dev.smalti.lang", "Tensor");
  static final String WINDOW = mark("dev.smalti.lang", "Window");
  static final String SIGNAL = mark("dev.smalti.lang", "Signal");
  static final String SMALTI = mark("dev.smalti.lang", "Smalti");
  static final String UPDATE = mark("dev.smalti.lang", "Update");
  static final String COMPARE = mark("dev.smalti.lang", "Compare");
  static final String TASK = mark("dev.smalti.lang", "Task");
  static final String STORAGE = mark("dev.smalti.lang.spi", "Storage");
  static final String COMPILED_FORM = mark("dev.smalti.lang.spi", "CompiledForm");
  static final String GENERATED = mark("javax.annotation.processing", "Generated");
  static final String SEGMENT = mark("java.lang.foreign", "MemorySegment");
  static final String LAYOUT = mark("java.lang.foreign", "ValueLayout");
  static final String VAR_HANDLE = mark("java.lang.invoke", "VarHandle");
  static final String METHOD_HANDLES = mark("java.lang.invoke", "MethodHandles");
  static final String MATH = mark("java.lang", "Math");
  static final String SYSTEM = mark("java.lang", "System");
  static final String FLOAT = mark("java.lang", "Float");
  static final String INTEGER = mark("java.lang", "Integer");
  static final String LONG = mark("java.lang", "Long");
  static final String DOUBLE = mark("java.lang", "Double");
  static final String STRING = mark("java.lang", "String");
  static final String ILLEGAL_STATE = mark("java.lang", "IllegalStateException");
  static final String ILLEGAL_ARGUMENT = mark("java.lang", "IllegalArgumentException");
  static final String ARRAYS = mark("java.util", "Arrays");

  /** Simple names that a local of generated code must not have: it would hide the class. */
  static final List<String> SIMPLE_NAMES =
      List.of(
          "Core",
          "Elementary",
          "Kernel",
          "Checks",
          "Dispatch",
          "Program",
          "PreparedProgram",
          "Run",
          "Worker",
          "Trace",
          "Event",
          "TracedMemory",
          "Skeleton",
          "List",
          "Map",
          "TracedWorld",
          "Tensor",
          "Window",
          "Signal",
          "Smalti",
          "Update",
          "Compare",
          "Task",
          "Storage",
          "MemorySegment",
          "ValueLayout",
          "VarHandle",
          "MethodHandles",
          "Math",
          "System",
          "Float",
          "Integer",
          "Long",
          "Double",
          "String",
          "IllegalStateException",
          "Arrays",
          "FloatVector",
          "IntVector",
          "VectorSpecies",
          "VectorOperators",
          "VectorMask",
          "KERNEL",
          "java",
          "javax",
          "dev");

  private Api() {}

  static String mark(String packageName, String simpleNames) {
    return OPEN + packageName + "#" + simpleNames + CLOSE;
  }

  /** The mark of a class by its qualified name; every upper-case segment is a class. */
  static String markOf(ClassName name) {
    return mark(name.packageName(), String.join(".", name.simpleNames()));
  }

  /** The type of an element in the language, {@code Smalti.F32}. */
  static String dtype(ElementType element) {
    return mark("dev.smalti.lang", "Smalti." + concrete(element).name());
  }

  /** The Java type of a parameter or of memory. */
  static String type(Type type) {
    return switch (type) {
      case dev.smalti.processor.ir.ScalarType t -> t.keyword();
      case TensorType t -> (t.isWindow() ? WINDOW : TENSOR) + "<" + dtype(t.element()) + ">";
      case SignalType _ -> SIGNAL;
      default -> throw new IllegalArgumentException(type + " has no type in Java");
    };
  }

  /** An emitter writes instances: element types are fixed by then. */
  static Element concrete(ElementType element) {
    if (element instanceof Element known) {
      return known;
    }
    throw new IllegalArgumentException(
        "element type " + element + " is not fixed; instantiate the function first");
  }

  /** A type of generated code from its text. */
  static TypeName typeName(String text) {
    if (text.endsWith("[]")) {
      return ArrayTypeName.of(typeName(text.substring(0, text.length() - 2)));
    }
    if (text.endsWith(">")) {
      int open = text.indexOf('<');
      return ParameterizedTypeName.get(
          className(text.substring(0, open)),
          typeName(text.substring(open + 1, text.length() - 1)));
    }
    return switch (text) {
      case "void" -> TypeName.VOID;
      case "boolean" -> TypeName.BOOLEAN;
      case "byte" -> TypeName.BYTE;
      case "short" -> TypeName.SHORT;
      case "int" -> TypeName.INT;
      case "long" -> TypeName.LONG;
      case "float" -> TypeName.FLOAT;
      case "double" -> TypeName.DOUBLE;
      default -> className(text);
    };
  }

  static ClassName className(String mark) {
    String inner = mark.substring(1, mark.length() - 1);
    int hash = inner.indexOf('#');
    String[] names = inner.substring(hash + 1).split("\\.");
    List<String> nested = new ArrayList<>(List.of(names));
    String first = nested.removeFirst();
    return ClassName.get(inner.substring(0, hash), first, nested.toArray(String[]::new));
  }

  /** Text with marks as code for JavaPoet: {@link LaidBody} if it has lines. */
  static CodeBlock code(String text) {
    if (text.indexOf('\n') >= 0) {
      return LaidBody.code(text);
    }
    CodeBlock.Builder code = CodeBlock.builder();
    int from = 0;
    while (true) {
      int open = text.indexOf(OPEN, from);
      if (open < 0) {
        return code.add("$L", text.substring(from)).build();
      }
      int close = text.indexOf(CLOSE, open);
      if (open > from) {
        code.add("$L", text.substring(from, open));
      }
      code.add("$T", className(text.substring(open, close + 1)));
      from = close + 1;
    }
  }

  /** The text with something else for each mark. */
  static String withMarksAs(UnaryOperator<String> other, String text) {
    StringBuilder result = new StringBuilder(text.length());
    int from = 0;
    for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, from)) {
      int close = text.indexOf(CLOSE, open) + 1;
      result.append(text, from, open).append(other.apply(text.substring(open, close)));
      from = close;
    }
    return result.append(text, from, text.length()).toString();
  }

  /** The text without marks, for looking at its words. */
  static String withoutMarks(String text) {
    return withMarksAs(_ -> " ", text);
  }
}
