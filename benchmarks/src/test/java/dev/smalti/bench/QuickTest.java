package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every benchmark runs, quickly, and says what it should; its numbers are not looked at. */
final class QuickTest {
  private static final String PEERS = System.getProperty("smalti.peers", "peers");

  @TempDir private Path directory;

  private String bench(int status, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--out", directory.toString()));
    StringWriter printed = new StringWriter();
    int actual = Bench.run(new PrintWriter(printed, true), all.toArray(String[]::new));
    assertWithMessage("%s\n%s", all, printed).that(actual).isEqualTo(status);
    return printed.toString();
  }

  private String quick(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--quick", "--peers", PEERS));
    String printed = bench(0, all.toArray(String[]::new));
    assertThat(printed).doesNotContain("it failed");
    return printed;
  }

  private static List<String> rows(String markdown) {
    return markdown.lines().filter(line -> line.startsWith("| ")).skip(1).toList();
  }

  @Test
  void softmax() throws IOException {
    String printed = quick("softmax");
    assertThat(rows(printed)).hasSize(16); // 2 tiers, 2 kinds of memory, 4 peers
    assertThat(printed).contains("| softmax-4x128, heap, scalar tier |");
    assertThat(printed).contains("| C intrinsics |");
    assertThat(printed).containsMatch("- `twin/Coll.java` [0-9a-f]{64}\n");
    assertThat(Files.readString(directory.resolve("softmax-quick.md")))
        .isEqualTo(printed.substring(0, printed.indexOf("\nWritten to ")));
    JsonNode json = new ObjectMapper().readTree(directory.resolve("softmax-quick.json").toFile());
    JsonNode seconds = json.get("runs").get(0).get("seconds");
    assertThat(seconds.get(KernelJvm.HEAP).size()).isEqualTo(1);
    assertThat(seconds.get(KernelJvm.PLAIN).get(0).asDouble()).isGreaterThan(0.0);
  }

  @Test
  void elementwise() {
    assertThat(rows(quick("elementwise"))).hasSize(32);
  }

  @Test
  void allReduce() {
    String printed = quick("allreduce");
    assertThat(rows(printed)).hasSize(2);
    assertThat(printed).contains("| all-reduce 8 B, 2 ranks, scalar tier |");
  }

  @Test
  void processor() {
    assertThat(rows(quick("processor"))).hasSize(1);
  }

  /** Rows that need no library; the cells of one JVM are measured together. */
  @Test
  void kernels() throws IOException {
    String printed = quick("kernels", "--rows", "11,13");
    assertThat(rows(printed)).hasSize(1 + 3); // the first is the line below the header
    assertThat(printed).contains("| 13  | gelu-65536, native, scalar tier ");
    assertThat(printed).endsWith("\nbench kernels: 0 of 3 met, 0 unclear\n");
    JsonNode json = new ObjectMapper().readTree(directory.resolve("kernels-quick.json").toFile());
    assertThat(json.get("runs").size()).isEqualTo(2);
    assertThat(Files.size(directory.resolve("kernels-quick.png"))).isGreaterThan(1000L);
  }

  /** Few bytes stand for many, and 16 ranks for 1,000. */
  @Test
  void collectives() throws IOException {
    String printed = quick("collectives");
    assertThat(rows(printed.substring(0, printed.indexOf("SHA-256")))).hasSize(1 + 27);
    assertThat(printed).contains("| 8   | all-gather and all-to-all, mean of 12 ");
    assertThat(printed).contains("| `RECURSIVE_DOUBLING`, ranks | 8 B | 1 KiB |");
    assertThat(printed).endsWith("\nbench collectives: 0 of 27 met, 0 unclear\n");
    JsonNode json =
        new ObjectMapper().readTree(directory.resolve("collectives-quick.json").toFile());
    assertThat(json.get("lines").size()).isEqualTo(27);
    assertThat(json.get("growth").get("smalti: ring P=3 n=1024").asDouble()).isGreaterThan(0.0);
    assertThat(Files.size(directory.resolve("collectives-quick.png"))).isGreaterThan(1000L);
    assertThat(Files.size(directory.resolve("collectives-quick-growth.png"))).isGreaterThan(1000L);
  }

  @Test
  void withoutMpiItSaysWhatInstallsIt() {
    String printed = quick("collectives", "--rows", "1", "--mpicc", "no-such-mpicc");
    assertThat(printed)
        .contains(
            "missed: mpi_collectives.c needs no-such-mpicc, which is not here:"
                + " apt-get install -y openmpi-bin libopenmpi-dev");
    assertThat(printed).endsWith("\nbench collectives: 0 of 1 met, 0 unclear\n");
  }

  @Test
  void anotherNameIsRefused() {
    bench(2, "sofmax", "--peers", PEERS);
    bench(2, "softmax", "--peers", directory.resolve("nothing").toString());
    bench(2, "softmax", "--peers", PEERS, "--rounds", "0");
  }
}
