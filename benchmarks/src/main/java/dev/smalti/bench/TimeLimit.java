package dev.smalti.bench;

import java.time.Duration;

/** Ends a JVM whose ranks may wait for ever. */
final class TimeLimit {
  private TimeLimit() {}

  /**
   * Prints a line and ends the JVM, unless it has ended before.
   *
   * @param time how long it may take
   * @param line what is printed
   * @param status of the JVM
   */
  static void start(Duration time, String line, int status) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                Thread.sleep(time);
              } catch (InterruptedException _) {
                return;
              }
              System.out.println(line);
              Runtime.getRuntime().halt(status);
            });
  }
}
