package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertWithMessage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a class of the tests in a JVM of its own, with the vector tier where this one has it. */
final class FreshJvm {
  private FreshJvm() {}

  /** What it printed. */
  static List<String> run(Class<?> main, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      command.add("--add-modules=jdk.incubator.vector");
    }
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertWithMessage(output).that(process.waitFor()).isEqualTo(0);
    return output.lines().toList();
  }
}
