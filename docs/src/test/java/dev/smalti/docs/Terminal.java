package dev.smalti.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs commands as a user would: in a process of their own, in a folder, with the JDK of this
 * process first on the path.
 *
 * @param directory where commands run
 * @param environment what is added to the environment
 */
record Terminal(Path directory, Map<String, String> environment) {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  /** What the Maven that runs this test tells its children, and what makes a JVM talk. */
  private static final List<String> NOT_INHERITED =
      List.of("MAVEN_PROJECTBASEDIR", "MAVEN_CMD_LINE_ARGS", "MAVEN_OPTS", "JDK_JAVA_OPTIONS");

  /** Colours, if a tool thinks that this is a screen. */
  private static final String ESCAPES = "\u001B\\[[;\\d]*m";

  /** The exit status, and what was printed. */
  record Result(int status, String output, String errors) {
    /** What a user sees. */
    String all() {
      return output + errors;
    }
  }

  static Terminal in(Path directory) {
    return new Terminal(directory, Map.of());
  }

  Terminal with(String variable, String value) {
    Map<String, String> more = new LinkedHashMap<>(environment);
    more.put(variable, value);
    return new Terminal(directory, more);
  }

  Result javac(List<String> arguments) throws IOException, InterruptedException {
    return tool("javac", arguments);
  }

  Result java(List<String> arguments) throws IOException, InterruptedException {
    return tool("java", arguments);
  }

  private Result tool(String name, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(JDK.resolve("bin").resolve(name).toString());
    command.addAll(arguments);
    return run(command);
  }

  /** Runs the lines of a block, up to the first that fails. */
  Result shell(String lines) throws IOException, InterruptedException {
    return run(List.of("sh", "-e", "-c", lines));
  }

  Result run(List<String> command) throws IOException, InterruptedException {
    Path errors = Files.createTempFile("errors", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(directory.toFile()).redirectError(errors.toFile());
      prepare(builder.environment());
      Process process = builder.start();
      process.getOutputStream().close();
      String output = text(process.getInputStream().readAllBytes());
      return new Result(process.waitFor(), output, text(Files.readAllBytes(errors)));
    } finally {
      Files.delete(errors);
    }
  }

  private void prepare(Map<String, String> variables) {
    NOT_INHERITED.forEach(variables::remove);
    variables.put("JAVA_HOME", JDK.toString());
    variables.put("PATH", path(variables.getOrDefault("PATH", "")));
    variables.putAll(environment);
  }

  private static String text(byte[] printed) {
    return new String(printed, StandardCharsets.UTF_8)
        .replace("\r\n", "\n")
        .replaceAll(ESCAPES, "");
  }

  private static String path(String inherited) {
    String separator = System.getProperty("path.separator");
    String maven = System.getProperty("maven.home", "");
    return JDK.resolve("bin")
        + separator
        + (maven.isEmpty() ? "" : Path.of(maven, "bin") + separator)
        + inherited;
  }
}
