package dev.smalti.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** A process of its own, which is waited for. */
final class Fork {
  /** What JVMs of all benchmarks are told. */
  static final List<String> JVM =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UseParallelGC",
          "-XX:+UseTransparentHugePages",
          "--add-modules=jdk.incubator.vector",
          "--enable-native-access=ALL-UNNAMED");

  private static final int SHOWN = 4000;

  /** Far more than any turn takes; what hangs, a peer for instance, must not hang the suite. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private Fork() {}

  /** A JVM with the class path of this one. */
  static List<String> java(List<String> options, Class<?> main, List<String> arguments) {
    return java(options, System.getProperty("java.class.path"), main.getName(), arguments);
  }

  /** A JVM with another class path. */
  static List<String> java(
      List<String> options, String classPath, String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    return command;
  }

  /** A JVM with the class path of this one, and no options. */
  static List<String> plainJava(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return command;
  }

  /** What it printed, errors too. */
  static String run(List<String> command) throws IOException, InterruptedException {
    return run(command, Map.of());
  }

  /** What it printed, errors too, with more variables in its environment. */
  static String run(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    return run(command, environment, LONGEST);
  }

  /** What it printed; it is stopped, and an error, if it takes longer than any turn may. */
  static String run(List<String> command, Map<String, String> environment, Duration longest)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    AtomicBoolean tookTooLong = new AtomicBoolean();
    Thread watch =
        Thread.startVirtualThread(
            () -> {
              try {
                if (!process.waitFor(longest)) {
                  tookTooLong.set(true);
                  process.destroyForcibly();
                }
              } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
              }
            });
    try {
      String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
      int status = process.waitFor();
      if (tookTooLong.get()) {
        throw new IOException(
            "stopped after %d s: %s:%n%s"
                .formatted(longest.toSeconds(), String.join(" ", command), end(output)));
      }
      if (status != 0) {
        throw new IOException(
            "exit status %d of %s:%n%s".formatted(status, String.join(" ", command), end(output)));
      }
      return output;
    } finally {
      watch.interrupt();
      process.destroyForcibly();
    }
  }

  /** The first line of what a tool prints about itself, if there is such a tool. */
  static String firstLine(String... command) {
    try {
      return run(List.of(command)).lines().findFirst().orElse("");
    } catch (IOException | UncheckedIOException missing) {
      return "none";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static String end(String output) {
    return output.substring(Math.max(0, output.length() - SHOWN));
  }
}
