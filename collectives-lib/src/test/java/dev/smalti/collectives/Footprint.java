package dev.smalti.collectives;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What can be reached from a pool, through the objects of Smalti and what they keep in arrays,
 * collections and references.
 *
 * @param segments native memory
 * @param scratch how many bytes arrays of numbers have
 */
record Footprint(List<MemorySegment> segments, long scratch) {
  /** Of a pool, or anything else. */
  static Footprint of(Object root) throws IllegalAccessException {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> open = new ArrayDeque<>(List.of(root));
    List<MemorySegment> segments = new ArrayList<>();
    long scratch = 0;
    while (!open.isEmpty()) {
      Object next = open.remove();
      if (!seen.add(next)) {
        continue;
      }
      switch (next) {
        case MemorySegment segment -> segments.add(segment);
        case Object[] array -> push(nonNull(array), open);
        case Collection<?> all -> push(nonNull(all.toArray()), open);
        case Map<?, ?> map -> {
          push(nonNull(map.keySet().toArray()), open);
          push(nonNull(map.values().toArray()), open);
        }
        case AtomicReference<?> held -> push(nonNull(held.get()), open);
        default -> {
          if (next.getClass().isArray()) {
            scratch += bytes(next);
          } else if (next.getClass().getName().startsWith("dev.smalti.")) {
            fields(next, open);
          }
        }
      }
    }
    return new Footprint(segments, scratch);
  }

  private static List<Object> nonNull(@Nullable Object... all) {
    List<Object> some = new ArrayList<>();
    for (@Nullable Object each : all) {
      if (each != null) {
        some.add(each);
      }
    }
    return some;
  }

  private static void push(List<Object> all, Deque<Object> open) {
    open.addAll(all);
  }

  private static long bytes(Object array) {
    long size =
        switch (array) {
          case long[] _, double[] _ -> 8;
          case int[] _, float[] _ -> 4;
          case short[] _, char[] _ -> 2;
          default -> 1;
        };
    return size * Array.getLength(array);
  }

  private static void fields(Object owner, Deque<Object> open) throws IllegalAccessException {
    for (Class<?> type = owner.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          push(nonNull(field.get(owner)), open);
        }
      }
      if (!type.getSuperclass().getName().startsWith("dev.smalti.")) {
        return;
      }
    }
  }

  /** The names of all threads of pools and runs, virtual ones too. */
  static List<String> threads(Path folder) throws IOException {
    Path file = Files.createTempDirectory(folder, "threads").resolve("dump.txt");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
    return Files.readAllLines(file).stream().filter(line -> line.contains("\"smalti-")).toList();
  }
}
