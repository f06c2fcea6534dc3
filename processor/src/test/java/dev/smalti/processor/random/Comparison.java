package dev.smalti.processor.random;

import dev.smalti.lang.Tensor;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Verifier;
import dev.smalti.processor.ir.run.Argument;
import dev.smalti.processor.ir.run.ElementArray;
import dev.smalti.processor.ir.run.Interpreter;
import dev.smalti.processor.ir.run.Memory;
import dev.smalti.processor.pass.Pass;
import dev.smalti.processor.pass.PassModule;
import dev.smalti.processor.pass.PassPipeline;
import java.lang.foreign.Arena;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * Runs a kernel in every way there is and compares the bits with those of the eager run: generated
 * code in both tiers on heap and on native memory, and the intermediate representation after each
 * pass.
 */
final class Comparison {
  private static final int CALLS = 3;

  private final CompiledKernels compiled;

  Comparison(CompiledKernels compiled) {
    this.compiled = compiled;
  }

  /** Arguments of a call: of each memory its bits, and the two scalars. */
  private record Call(
      List<RandomKernelText.Parameter> parameters,
      int rows,
      int columns,
      List<long[]> before,
      int n,
      double s) {
    static Call random(RandomKernelText kernel, Random random, int number) {
      int rows = kernel.rows().orElse(1 + random.nextInt(5));
      int columns =
          kernel.columns().orElse(number == 2 ? 60 + random.nextInt(50) : 1 + random.nextInt(17));
      List<long[]> before = new ArrayList<>();
      for (RandomKernelText.Parameter parameter : kernel.parameters()) {
        Element element = parameter.memory().element();
        int length = length(parameter.extents(rows, columns));
        before.add(
            parameter.read()
                ? Contents.random(element, length, random)
                : Contents.sentinels(element, length));
      }
      int n = random.nextInt(5);
      double s = (random.nextInt(41) - 20) / 8.0;
      return new Call(kernel.parameters(), rows, columns, before, n, s);
    }

    private static int length(long[] extents) {
      return (int) Arrays.stream(extents).reduce(1, (a, b) -> a * b);
    }

    long[] extents(int parameter) {
      return parameters.get(parameter).extents(rows, columns);
    }

    Element element(int parameter) {
      return parameters.get(parameter).memory().element();
    }

    @Override
    public String toString() {
      return "rows %d, columns %d, n %d, s %s".formatted(rows, columns, n, s);
    }
  }

  /** A way to run a kernel: what its memory holds afterwards. */
  private interface Way {
    List<long[]> run(Call call) throws Exception;
  }

  /**
   * The first difference.
   *
   * @param seed of the arguments
   * @return what differs and where; empty if nothing does
   */
  Optional<String> difference(RandomKernelText kernel, long seed) {
    return difference(
        kernel,
        seed,
        call -> {
          Map<String, Way> ways = new LinkedHashMap<>();
          if (call == 0) {
            ways.putAll(interpreted(kernel, PassModule.passes(compiled.forms())));
          }
          ways.putAll(generated(kernel));
          return ways;
        });
  }

  /** As {@link #difference(RandomKernelText, long)}, of generated code alone. */
  Optional<String> differenceOfGenerated(RandomKernelText kernel, long seed) {
    return difference(kernel, seed, _ -> generated(kernel));
  }

  /** As {@link #difference(RandomKernelText, long)}, after the passes and a wrong one. */
  Optional<String> differenceAfter(RandomKernelText kernel, long seed, IrFault fault) {
    List<Pass> passes = new ArrayList<>();
    for (Pass pass : PassModule.passes(compiled.forms())) {
      passes.add(pass);
      if (pass.name().equals(fault.after())) {
        passes.add(fault);
      }
    }
    Map<String, Way> ways;
    try {
      ways = interpreted(kernel, passes);
    } catch (RuntimeException e) {
      return Optional.of("the verifier or a pass: " + e);
    }
    return difference(
        kernel,
        seed,
        _ -> Map.of("at the end", ways.values().stream().reduce((_, last) -> last).orElseThrow()));
  }

  private Optional<String> difference(
      RandomKernelText kernel, long seed, IntFunction<Map<String, Way>> ways) {
    Random random = new Random(seed);
    for (int i = 0; i < CALLS; i++) {
      Call call = Call.random(kernel, random, i);
      List<long[]> wanted;
      try {
        wanted = run(compiled.eager(kernel), call, Optional.empty());
      } catch (Exception e) {
        return Optional.of("eager run: " + cause(e) + " (" + call + ")");
      }
      for (Map.Entry<String, Way> way : ways.apply(i).entrySet()) {
        Optional<String> difference = difference(way.getValue(), call, wanted);
        if (difference.isPresent()) {
          return Optional.of(way.getKey() + ": " + difference.orElseThrow() + " (" + call + ")");
        }
      }
    }
    return Optional.empty();
  }

  private Map<String, Way> interpreted(RandomKernelText kernel, List<Pass> passes) {
    Map<String, Way> ways = new LinkedHashMap<>();
    new PassPipeline(passes)
        .run(
            compiled.function(kernel),
            (stage, function) -> {
              Verifier.check(function, compiled.forms(), "after " + stage);
              ways.put("interpreted after " + stage, c -> interpret(function, c));
            });
    return ways;
  }

  private Map<String, Way> generated(RandomKernelText kernel) {
    Map<String, Way> ways = new LinkedHashMap<>();
    Method scalar = compiled.scalar(kernel);
    Method vector = compiled.vector(kernel);
    ways.put("scalar tier on heap", c -> run(scalar, c, Optional.empty()));
    ways.put("vector tier on heap", c -> run(vector, c, Optional.empty()));
    ways.put("scalar tier on native memory", c -> onNative(scalar, c));
    ways.put("vector tier on native memory", c -> onNative(vector, c));
    return ways;
  }

  private static Optional<String> difference(Way way, Call call, List<long[]> wanted) {
    List<long[]> found;
    try {
      found = way.run(call);
    } catch (Exception | StackOverflowError | AssertionError | LinkageError e) {
      return Optional.of(cause(e));
    }
    for (int i = 0; i < found.size(); i++) {
      Element element = call.element(i);
      long[] a = Contents.comparable(element, wanted.get(i));
      long[] b = Contents.comparable(element, found.get(i));
      int at = Arrays.mismatch(a, b);
      if (at >= 0) {
        return Optional.of(
            "%s[%d] is %s, eager %s"
                .formatted(
                    call.parameters().get(i).memory().name(),
                    at,
                    Contents.show(element, found.get(i)[at]),
                    Contents.show(element, wanted.get(i)[at])));
      }
    }
    return Optional.empty();
  }

  private static String cause(Throwable thrown) {
    Throwable cause = thrown;
    if (thrown instanceof InvocationTargetException target && target.getCause() != null) {
      cause = target.getCause();
    }
    StackTraceElement[] trace = cause.getStackTrace();
    return cause + (trace.length == 0 ? "" : " at " + trace[0]);
  }

  private static List<long[]> run(Method method, Call call, Optional<Arena> arena)
      throws ReflectiveOperationException {
    List<Tensor<?>> tensors = new ArrayList<>();
    for (int i = 0; i < call.before().size(); i++) {
      long[] bits = call.before().get(i);
      long[] extents = call.extents(i);
      Element element = call.element(i);
      tensors.add(
          arena.isPresent()
              ? Contents.onNative(element, bits, arena.orElseThrow(), extents)
              : Contents.onHeap(element, bits, extents));
    }
    List<Object> arguments = new ArrayList<>(tensors);
    arguments.add(call.n());
    arguments.add(call.s());
    method.invoke(null, passed(method, arguments));
    List<long[]> after = new ArrayList<>();
    for (int i = 0; i < tensors.size(); i++) {
      after.add(Contents.bits(call.element(i), tensors.get(i)));
    }
    return after;
  }

  /** The arguments, or the record of them that the method takes. */
  private static Object[] passed(Method method, List<Object> arguments)
      throws ReflectiveOperationException {
    Class<?> first = method.getParameterTypes()[0];
    if (!first.isRecord()) {
      return arguments.toArray();
    }
    Constructor<?> constructor = first.getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return new Object[] {constructor.newInstance(arguments.toArray())};
  }

  private static List<long[]> onNative(Method method, Call call)
      throws ReflectiveOperationException {
    try (Arena arena = Arena.ofConfined()) {
      return run(method, call, Optional.of(arena));
    }
  }

  private List<long[]> interpret(Function function, Call call) {
    List<ElementArray> memory = new ArrayList<>();
    List<Argument> arguments = new ArrayList<>();
    for (int i = 0; i < call.before().size(); i++) {
      ElementArray elements = Contents.array(call.element(i), call.before().get(i));
      memory.add(elements);
      arguments.add(Memory.tensor("argument" + i, elements, call.extents(i)));
    }
    arguments.add(new Argument.OfScalar(call.n()));
    arguments.add(new Argument.OfScalar(call.s()));
    Interpreter.of(compiled.forms()).runKernel(function, arguments, 0, 1);
    return memory.stream().map(Contents::bits).toList();
  }
}
