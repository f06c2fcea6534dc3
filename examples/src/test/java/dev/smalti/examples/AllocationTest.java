package dev.smalti.examples;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;

/** After warm-up a kernel allocates nothing: no vector is boxed, no view is made for a row. */
final class AllocationTest {
  @RepeatedTest(3)
  void aKernelAllocatesNothing() throws IOException, InterruptedException {
    List<String> lines = run();
    assertThat(lines).hasSize(4);
    assertWithMessage("bytes of a call").that(wrong(lines)).isEmpty();
  }

  private static List<String> wrong(List<String> lines) {
    return lines.stream().filter(line -> !line.endsWith(": 0")).toList();
  }

  private static List<String> run() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      command.add("--add-modules=jdk.incubator.vector");
    }
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), AllocationProbe.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertWithMessage(output).that(process.waitFor()).isEqualTo(0);
    return output.lines().filter(line -> !line.startsWith("WARNING: Using incubator")).toList();
  }
}
