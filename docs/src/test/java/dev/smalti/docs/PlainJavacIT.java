package dev.smalti.docs;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Users who have nothing but javac and the finished jars. */
final class PlainJavacIT {
  private static final String UNICODE =
      """
      import static dev.smalti.lang.Smalti.*;

      import dev.smalti.lang.*;

      final class Summe {
        @InCore
        static void größe(
            @Shape("zeilen, länge") Tensor<F32> вход, @Shape("zeilen, länge") @Out Tensor<F32> ergebnis) {
          Tile<F32> σ = вход.load().rowSum();
          ergebnis.store(вход.load().div(σ));
        }

        public static void main(String[] args) {
          float[] summe = {1, 3};
          SummeKernels.größe(Tensor.of(summe, 1, 2), Tensor.of(summe, 1, 2));
          System.out.println(summe[1]);
        }
      }
      """;

  private static final String MODULE =
      """
      module app {
        requires dev.smalti.lang;
        requires dev.smalti.runtime;
      }
      """;

  private static final String IN_MODULE =
      """
      package app;

      import static dev.smalti.lang.Smalti.*;

      import dev.smalti.lang.*;
      import dev.smalti.runtime.DevicePool;

      public final class Meeting {
        @InCore
        static void meet(@Shape("1, 1") @Out Tensor<I32> count, @Shape("ranks, 1") Signal arrived) {
          arrived.barrier();
          count.write(at(0, 0), arrived.ranks());
        }

        @Host
        static void meetAll(World world, @Shape("ranks, 1, 1") @Out Tensor<I32> counts) {
          Signal arrived = world.signal(shape(world.size(), 1));
          world.forEachRank(r -> meet(counts.at(r), arrived));
        }

        public static void main(String[] args) {
          int[] counts = new int[3];
          try (DevicePool pool = DevicePool.threads(3);
              var meetAll = MeetingPrograms.meetAll().prepare(pool)) {
            meetAll.run(Tensor.of(counts, 3, 1, 1));
          }
          meetAll(World.eager(3), Tensor.of(counts, 3, 1, 1));
          System.out.println(counts[0] + counts[1] + counts[2]);
        }
      }
      """;

  private static final String LIBRARY =
      """
      package lib;

      import static dev.smalti.lang.Smalti.*;

      import dev.smalti.lang.*;

      public final class Norms {
        public record Moments(Tile<F32> mean, Tile<F32> variance) {}

        private Norms() {}

        @Inline
        public static Moments moments(Tile<F32> t) {
          Tile<F32> mean = t.rowSum().div(t.dim(1));
          Tile<F32> centred = t.sub(mean);
          return new Moments(mean, centred.mul(centred).rowSum().div(t.dim(1)));
        }
      }
      """;

  private static final String USER =
      """
      import static dev.smalti.lang.Smalti.*;

      import dev.smalti.lang.*;
      import lib.Norms;

      final class User {
        @InCore
        static void centre(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
          var moments = Norms.moments(x.load());
          y.store(x.load().sub(moments.mean()).div(moments.variance()));
        }

        public static void main(String[] args) {
          float[] x = {1, 2, 3, 6};
          float[] y = new float[4];
          UserKernels.centre(Tensor.of(x, 1, 4), Tensor.of(y, 1, 4));
          float[] eager = new float[4];
          centre(Tensor.of(x, 1, 4), Tensor.of(eager, 1, 4));
          System.out.println(java.util.Arrays.equals(y, eager) + " " + y[3]);
        }
      }
      """;

  @TempDir private Path directory;

  @BeforeEach
  void copyJars() throws IOException {
    Delivery.copyJars(directory);
  }

  private Terminal.Result expect(int status, Terminal.Result result) {
    assertWithMessage(result.all()).that(result.status()).isEqualTo(status);
    return result;
  }

  @Test
  void theProcessorJarHasNoNamesOfOthers() throws IOException {
    try (JarFile jar = new JarFile(Delivery.jar("processor-all").toFile())) {
      List<String> foreign =
          jar.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.endsWith(".class") && !name.startsWith("dev/smalti/"))
              .toList();
      assertThat(foreign).isEmpty();
    }
  }

  @Test
  void identifiersAreUnicodeInTheLocaleC() throws Exception {
    Files.writeString(directory.resolve("Summe.java"), UNICODE);
    Terminal terminal = Terminal.in(directory).with("LC_ALL", "C");
    List<String> options =
        List.of("-Xlint:all", "-Werror", "-cp", "annotations.jar:runtime.jar", "-processorpath");
    List<String> compile = new ArrayList<>(options);
    compile.addAll(List.of("processor-all.jar", "Summe.java"));
    assertThat(expect(0, terminal.javac(compile)).all()).isEmpty();
    Terminal.Result result =
        expect(0, terminal.java(List.of("-cp", ".:annotations.jar:runtime.jar", "Summe")));
    assertThat(result.all()).isEqualTo("0.75\n");
  }

  @Test
  void aLibraryOfHelpersIsUsedFromItsJar() throws Exception {
    Files.writeString(directory.resolve("Norms.java"), LIBRARY);
    Files.writeString(directory.resolve("User.java"), USER);
    String jars = "annotations.jar:runtime.jar";
    compile(jars, "library", "Norms.java");
    pack(directory.resolve("library"), directory.resolve("norms.jar"));
    Files.delete(directory.resolve("Norms.java"));
    compile("norms.jar:" + jars, "classes", "User.java");
    Terminal.Result result =
        expect(0, Terminal.in(directory).java(List.of("-cp", "classes:norms.jar:" + jars, "User")));
    assertThat(result.all()).isEqualTo("true 0.85714287\n");
  }

  private void compile(String path, String target, String source) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("-Xlint:all", "-Werror", "-cp", path, "-d", target));
    command.addAll(List.of("-processorpath", "processor-all.jar", source));
    assertThat(expect(0, Terminal.in(directory).javac(command)).all()).isEmpty();
  }

  private static void pack(Path folder, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        out.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
  }

  /** The kinds of sources that the compiler accepts: a file is one compilation, or a folder. */
  static List<Path> accepted() throws IOException {
    try (Stream<Path> entries =
        Files.list(Page.PROJECT.resolve("processor/src/test/resources/accepted"))) {
      return entries.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void everyKindOfSourceCompilesInTheLocaleC(Path compilation) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("-Xlint:all", "-Werror", "-cp", "annotations.jar:runtime.jar", "-d", "out"));
    command.addAll(List.of("-processorpath", "processor-all.jar"));
    try (Stream<Path> files = Files.walk(compilation)) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .forEach(file -> command.add(file.toString()));
    }
    Terminal terminal = Terminal.in(directory).with("LC_ALL", "C");
    String said = expect(0, terminal.javac(command)).all();
    // A hint without effect is said so in a note, which is no warning.
    assertThat(said.replaceAll("\\S+: Note: \\[SML-419\\][^\n]*\n.*\n.*\n.*\n", "")).isEmpty();
  }

  @Test
  void theJarsAreModules() throws Exception {
    Path source = Files.createDirectories(directory.resolve("src/app"));
    Files.writeString(directory.resolve("src/module-info.java"), MODULE);
    Files.writeString(source.resolve("Meeting.java"), IN_MODULE);
    Terminal terminal = Terminal.in(directory);
    expect(
        0,
        terminal.javac(
            List.of(
                "-Xlint:all,-requires-automatic",
                "-Werror",
                "-p",
                "annotations.jar:runtime.jar",
                "-processorpath",
                "processor-all.jar",
                "-d",
                "classes",
                "src/module-info.java",
                "src/app/Meeting.java")));
    Terminal.Result result =
        expect(
            0,
            terminal.java(
                List.of(
                    "-p",
                    "classes:annotations.jar:runtime.jar:simulator.jar",
                    "-m",
                    "app/app.Meeting")));
    assertThat(result.all()).isEqualTo("9\n");
  }
}
