package dev.smalti.runtime;

import dev.smalti.lang.spi.Site;
import java.util.HashMap;
import java.util.Map;

/**
 * Names a kernel in reports.
 *
 * @param method the user's class and method, {@code RingSum.reduceStep}
 * @param file the user's file, {@code RingSum.java}
 * @param collectives which collective is called at a line
 */
public record Kernel(String method, String file, Map<Integer, String> collectives) {
  /** Copies the map. */
  public Kernel {
    collectives = Map.copyOf(collectives);
  }

  /**
   * A kernel without collectives.
   *
   * @param method the user's class and method
   * @param file the user's file
   */
  public Kernel(String method, String file) {
    this(method, file, Map.of());
  }

  /**
   * The same with a call of a collective.
   *
   * @param line the line of the call
   * @param collective the collective, {@code allReduce}
   * @return names of the kernel
   */
  public Kernel calling(int line, String collective) {
    Map<Integer, String> all = new HashMap<>(collectives);
    all.put(line, collective);
    return new Kernel(method, file, all);
  }

  Site site(int line) {
    return new Site(method, file, line, collectives.getOrDefault(line, ""));
  }

  String at(int line) {
    return file + ":" + line;
  }
}
