package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A call of a kernel with the arguments that its header describes. */
final class HeaderRun {
  private static final Pattern MEMORY =
      Pattern.compile("(\\w+) \\[(.*?)] (\\w+) (?:in|out|inout)(?:, (.*))?");
  private static final Pattern SCALAR = Pattern.compile("(\\w+) (int|float|double)");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z]\\w*");
  private static final Map<String, Long> EXTENTS = Map.of("m", 8L, "k", 16L, "n", 20L);

  /** What no symbol says. */
  private static final long OTHER_EXTENT = 9;

  private static final int SCALAR_VALUE = 3;

  /**
   * Memory of the call.
   *
   * @param said of what is read and written
   */
  private record Memory(Object array, int length, int bytes, String said) {}

  private final Map<String, Memory> memory = new LinkedHashMap<>();
  private final List<Object> arguments = new ArrayList<>();
  private final Map<String, Long> values = new LinkedHashMap<>();
  private String work = "";

  private HeaderRun() {
    values.putAll(EXTENTS);
  }

  static HeaderRun of(String header) {
    HeaderRun run = new HeaderRun();
    header.lines().forEach(run::take);
    return run;
  }

  private void take(String line) {
    Matcher tensor = MEMORY.matcher(line);
    Matcher scalar = SCALAR.matcher(line);
    if (tensor.matches()) {
      String said = Optional.ofNullable(tensor.group(4)).orElse("");
      memory.put(tensor.group(1), tensor(tensor.group(2), tensor.group(3), said));
    } else if (scalar.matches()) {
      values.put(scalar.group(1), (long) SCALAR_VALUE);
      arguments.add(scalar(scalar.group(2)));
    } else if (line.startsWith("rounds")) {
      values.put(line.substring(0, line.indexOf(':')), (long) SCALAR_VALUE);
    } else if (!line.startsWith("scratch ")) {
      work = line;
    }
  }

  private static Object scalar(String type) {
    return switch (type) {
      case "int" -> SCALAR_VALUE;
      case "float" -> (float) SCALAR_VALUE;
      default -> (double) SCALAR_VALUE;
    };
  }

  private Memory tensor(String shape, String element, String said) {
    long[] extents = Arrays.stream(shape.split(", ")).mapToLong(this::extent).toArray();
    int length = (int) Arrays.stream(extents).reduce(1, (a, b) -> a * b);
    Random random = new Random(memory.size());
    Object array =
        switch (element) {
          case "F32" -> new float[length];
          case "F64" -> new double[length];
          case "I32" -> new int[length];
          case "F16", "BF16" -> new short[length];
          default -> new byte[length];
        };
    int bytes = 0;
    switch (array) {
      case float[] a -> {
        fill(a.length, i -> a[i] = random.nextFloat());
        arguments.add(Tensor.of(a, extents));
        bytes = 4;
      }
      case double[] a -> {
        fill(a.length, i -> a[i] = random.nextDouble());
        arguments.add(Tensor.of(a, extents));
        bytes = 8;
      }
      case int[] a -> {
        fill(a.length, i -> a[i] = random.nextInt(99));
        arguments.add(Tensor.of(a, extents));
        bytes = 4;
      }
      case short[] a -> {
        fill(a.length, i -> a[i] = (short) (0x3C00 + random.nextInt(99)));
        arguments.add(
            element.equals("F16")
                ? Tensor.of(Smalti.F16, a, extents)
                : Tensor.of(Smalti.BF16, a, extents));
        bytes = 2;
      }
      default -> {
        byte[] a = (byte[]) array;
        random.nextBytes(a);
        arguments.add(Tensor.of(Smalti.I8, a, extents));
        bytes = 1;
      }
    }
    return new Memory(array, length, bytes, said);
  }

  private long extent(String text) {
    if (NAME.matcher(text).matches()) {
      values.putIfAbsent(text, OTHER_EXTENT);
    }
    return Formula.of(text, values);
  }

  private static void fill(int length, java.util.function.IntConsumer element) {
    for (int i = 0; i < length; i++) {
      element.accept(i);
    }
  }

  /** Runs it. */
  Tally counted(Class<?> kernels, String name) {
    Method method =
        Arrays.stream(kernels.getDeclaredMethods())
            .filter(m -> m.getName().equals(name) && m.getParameterCount() == arguments.size())
            .findFirst()
            .orElseThrow();
    method.setAccessible(true);
    return Tally.of(
        () -> {
          try {
            method.invoke(null, arguments.toArray());
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name, e);
          }
        });
  }

  /** What was counted is what the header says. */
  void compare(Tally tally) {
    long bytes = 0;
    for (Map.Entry<String, Memory> entry : memory.entrySet()) {
      Memory m = entry.getValue();
      long read = tally.read(m.array());
      long written = tally.written(m.array());
      check(entry.getKey() + " read", read, elements(m, "read"));
      check(entry.getKey() + " written", written, elements(m, "written"));
      bytes += m.bytes() * (read + written);
    }
    check("bytes", bytes, number(" bytes"));
    check("flops", tally.flops(), number(" flops"));
  }

  private void check(String what, long counted, long said) {
    if (work.startsWith("at most ")) {
      assertWithMessage("%s, at most", what).that(counted).isAtMost(said);
    } else {
      assertWithMessage(what).that(counted).isEqualTo(said);
    }
  }

  private long number(String unit) {
    for (String part : work.replace("at most ", "").split(", (?![^(]*\\))")) {
      if (part.endsWith(unit)) {
        return Formula.of(part.substring(0, part.length() - unit.length()), values);
      }
    }
    return 0;
  }

  private long elements(Memory m, String verb) {
    for (String part : m.said().split(", (?![^(]*\\))")) {
      if (part.endsWith(" " + verb)) {
        return Formula.of(part.substring(0, part.length() - verb.length() - 1), values);
      }
      if (part.startsWith(verb + " ")) {
        return m.length() * passes(part.substring(verb.length() + 1));
      }
    }
    return 0;
  }

  private static long passes(String text) {
    return switch (text) {
      case "once" -> 1;
      case "twice" -> 2;
      default -> Long.parseLong(text.replace(" times", ""));
    };
  }
}
