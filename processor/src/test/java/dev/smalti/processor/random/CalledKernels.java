package dev.smalti.processor.random;

import com.google.testing.compile.Compilation;
import dev.smalti.lang.Tensor;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.TensorType;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.Arena;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * The kernels of a source that somebody else wrote, called as their shapes say: the generated
 * method does what the method as it stands does, or both fail.
 */
final class CalledKernels {
  /**
   * What a method declares of a kernel's arguments is not looked at when it is run as it stands.
   */
  private static final Pattern OTHER_EXTENT =
      Pattern.compile(": axis \\d+ of \\S+ is declared .*, the argument has \\d+$");

  private static final int CALLS = 3;

  private final InMemoryClasses classes;
  private final Patient loader;
  private final CarriedForms forms;

  private CalledKernels(Compilation compilation) throws IOException {
    this.classes = new InMemoryClasses(compilation);
    this.loader = new Patient(classes);
    this.forms = new CarriedForms(classes.bytes());
  }

  static CalledKernels of(Compilation compilation) throws IOException {
    return new CalledKernels(compilation);
  }

  /** What a call did. */
  private record Outcome(List<long[]> memory, String thrown) {}

  /** A call with the arguments that the shapes ask for. */
  private record Call(Function function, List<Element> elements, List<Object> arguments) {}

  /** The first difference of all kernels without windows, signals and open types. */
  Optional<String> difference(int seed) {
    Random random = new Random(seed);
    for (Function function : forms.all()) {
      boolean plain =
          function.kind() != FunctionKind.HOST
              && function.elementParameters().isEmpty()
              && function.operatorParameters().isEmpty()
              && function.parameters().stream().allMatch(CalledKernels::isPlain);
      Optional<Method> eager = method(loader, function.id().owner(), function);
      Optional<Method> generated = method(classes, function.id().owner() + "Kernels", function);
      if (!plain || eager.isEmpty() || generated.isEmpty()) {
        continue;
      }
      for (int i = 0; i < CALLS; i++) {
        Optional<String> difference =
            difference(function, eager.orElseThrow(), generated.orElseThrow(), random.nextLong());
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isPlain(Parameter parameter) {
    return switch (parameter.type()) {
      case TensorType type -> !type.isWindow() && type.element() instanceof Element;
      case ScalarType _ -> true;
      default -> false;
    };
  }

  private static Optional<Method> method(ClassLoader loader, String owner, Function function) {
    try {
      return Arrays.stream(loader.loadClass(owner).getDeclaredMethods())
          .filter(m -> m.getName().equals(function.id().method()))
          .filter(m -> m.getParameterCount() == function.parameters().size())
          .filter(m -> m.getReturnType() == void.class)
          .findFirst()
          .map(
              m -> {
                m.setAccessible(true);
                return m;
              });
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  private static Optional<String> difference(
      Function function, Method eager, Method generated, long seed) {
    try (Arena arena = Arena.ofShared()) {
      Optional<Call> asked = call(function, seed, Optional.empty());
      Optional<Call> heap = call(function, seed, Optional.empty());
      Optional<Call> outside = call(function, seed, Optional.of(arena));
      if (asked.isEmpty()) {
        return Optional.empty();
      }
      Outcome wanted = outcome(eager, asked.orElseThrow());
      for (Call call : List.of(heap.orElseThrow(), outside.orElseThrow())) {
        Outcome found = outcome(generated, call);
        String where = function.id().display() + call.arguments();
        if (wanted.thrown().isEmpty() && OTHER_EXTENT.matcher(found.thrown()).find()) {
          continue;
        }
        if (wanted.thrown().isEmpty() != found.thrown().isEmpty()) {
          return Optional.of(
              where + ": eager '" + wanted.thrown() + "', generated '" + found.thrown() + "'");
        }
        for (int i = 0; wanted.thrown().isEmpty() && i < wanted.memory().size(); i++) {
          Element element = call.elements().get(i);
          long[] a = Contents.comparable(element, wanted.memory().get(i));
          long[] b = Contents.comparable(element, found.memory().get(i));
          if (Arrays.mismatch(a, b) >= 0) {
            return Optional.of(where + ": tensor " + i + " differs at " + Arrays.mismatch(a, b));
          }
        }
      }
      return Optional.empty();
    }
  }

  private static Optional<Call> call(Function function, long seed, Optional<Arena> arena) {
    Random random = new Random(seed);
    Map<String, Long> known = new HashMap<>();
    function.symbols().forEach(symbol -> known.put(symbol, 1L + random.nextInt(6)));
    for (Parameter parameter : function.parameters()) {
      if (parameter.type() == ScalarType.INT) {
        known.put(parameter.name(), 1L + random.nextInt(4));
      }
    }
    List<Object> arguments = new ArrayList<>();
    List<Element> elements = new ArrayList<>();
    for (Parameter parameter : function.parameters()) {
      if (parameter.type() instanceof ScalarType type) {
        arguments.add(scalar(type, known.getOrDefault(parameter.name(), 2L)));
        continue;
      }
      TensorType type = (TensorType) parameter.type();
      long[] extents = extents(type.shape(), known);
      long length = Arrays.stream(extents).reduce(1, (a, b) -> a * b);
      if (Arrays.stream(extents).anyMatch(e -> e < 1 || e > 1 << 16) || length > 1 << 16) {
        return Optional.empty(); // No call has such an argument.
      }
      Element element = (Element) type.element();
      long[] bits =
          parameter.direction() == Direction.OUT
              ? Contents.sentinels(element, (int) length)
              : Contents.random(element, (int) length, random);
      elements.add(element);
      arguments.add(
          arena.isPresent()
              ? Contents.onNative(element, bits, arena.orElseThrow(), extents)
              : Contents.onHeap(element, bits, extents));
    }
    return Optional.of(new Call(function, elements, arguments));
  }

  private static long[] extents(List<Dim> shape, Map<String, Long> known) {
    try {
      return shape.stream().mapToLong(dim -> dim.evaluate(known::get)).toArray();
    } catch (ArithmeticException e) {
      return new long[] {0};
    }
  }

  private static Object scalar(ScalarType type, long value) {
    return switch (type) {
      case INT -> (Object) (int) value;
      case LONG -> (Object) value;
      case FLOAT -> (Object) (float) value;
      case DOUBLE -> (Object) (double) value;
      case BOOLEAN -> (Object) (value % 2 == 1);
    };
  }

  private static Outcome outcome(Method method, Call call) {
    String thrown = "";
    try {
      method.invoke(null, call.arguments().toArray());
    } catch (InvocationTargetException e) {
      thrown = String.valueOf(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    List<long[]> memory = new ArrayList<>();
    for (Object argument : call.arguments()) {
      if (argument instanceof Tensor<?> tensor) {
        memory.add(Contents.bits(call.elements().get(memory.size()), tensor));
      }
    }
    return new Outcome(memory, thrown);
  }

  /** The same classes, whose loops look whether they should end. */
  private static final class Patient extends ClassLoader {
    private final InMemoryClasses classes;

    Patient(InMemoryClasses classes) {
      super(CalledKernels.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!classes.has(name)) {
        throw new ClassNotFoundException(name);
      }
      ClassFile format = ClassFile.of();
      byte[] changed =
          format.transformClass(
              format.parse(classes.bytes(name)),
              ClassTransform.transformingMethodBodies(Patient::change));
      return defineClass(name, changed, 0, changed.length);
    }

    private static void change(CodeBuilder code, CodeElement element) {
      if (element instanceof BranchInstruction branch && branch.opcode() == Opcode.GOTO) {
        code.invokestatic(
            ClassDesc.of(Rounds.class.getName()), "next", MethodTypeDesc.of(ConstantDescs.CD_void));
      }
      code.with(element);
    }
  }
}
