package dev.smalti.runtime;

/**
 * Names a kernel in reports.
 *
 * @param method the user's class and method, {@code RingSum.reduceStep}
 * @param file the user's file, {@code RingSum.java}
 */
public record Kernel(String method, String file) {
  String at(int line) {
    return file + ":" + line;
  }
}
