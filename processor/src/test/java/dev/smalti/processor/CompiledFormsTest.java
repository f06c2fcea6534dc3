package dev.smalti.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels of a library that is only class files. */
class CompiledFormsTest {
  private static final JavaFileObject LIBRARY =
      JavaFileObjects.forSourceString(
          "lib.Kernels",
          """
          package lib;

          import static dev.smalti.lang.Smalti.*;

          import dev.smalti.lang.*;

          public final class Kernels {
            @InCore
            public static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
              y.store(x.load());
            }
          }
          """);

  private static final JavaFileObject USER =
      JavaFileObjects.forSourceString(
          "app.Main",
          """
          package app;

          import static dev.smalti.lang.Smalti.*;

          import dev.smalti.lang.*;

          final class Main {
            @Jit
            static void twice(
                @Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
              lib.Kernels.copy(x, y);
            }
          }
          """);

  private static JavaFileObject form(String version) {
    return JavaFileObjects.forSourceString(
        "lib.Kernels_copy",
        """
        package lib;

        @dev.smalti.lang.spi.CompiledForm(version = %s, text = {"nothing", " that can be read"})
        final class Kernels_copy {}
        """
            .formatted(version));
  }

  @TempDir Path library;

  /** Compiles the user's class against the class files of a library. */
  private Compilation against(Compilation compiled) throws IOException {
    for (JavaFileObject file : compiled.generatedFiles()) {
      if (file.getKind() == JavaFileObject.Kind.CLASS) {
        Path target = library.resolve(file.getName().replaceFirst("^/CLASS_OUTPUT/", ""));
        Files.createDirectories(target.getParent());
        try (InputStream bytes = file.openInputStream()) {
          Files.copy(bytes, target);
        }
      }
    }
    List<File> path = new ArrayList<>(List.of(library.toFile()));
    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(File::new)
        .forEach(path::add);
    return javac().withProcessors(new SmaltiProcessor()).withClasspath(path).compile(USER);
  }

  @Test
  @DisplayName("a kernel of a library that was compiled with the processor is called")
  void withProcessor() throws IOException {
    Compilation compiled = javac().withProcessors(new SmaltiProcessor()).compile(LIBRARY);
    assertThat(against(compiled)).succeededWithoutWarnings();
  }

  @Test
  void withoutProcessor() throws IOException {
    Compilation user = against(javac().withOptions("-proc:none").compile(LIBRARY));
    assertThat(user).hadErrorCount(1);
    assertThat(user)
        .hadErrorContaining("[SML-006] Kernels.copy was compiled without the processor")
        .inFile(USER)
        .onLine(11)
        .atColumn(21);
  }

  @Test
  void otherVersion() throws IOException {
    Compilation user = against(javac().withOptions("-proc:none").compile(LIBRARY, form("99")));
    assertThat(user).hadErrorCount(1);
    assertThat(user)
        .hadErrorContaining(
            "[SML-004] lib.Kernels_copy carries the compiled form of version 99,"
                + " this compiler reads version 1")
        .inFile(USER)
        .onLine(11);
  }

  @Test
  @DisplayName("a form of this version that makes no sense is as bad as one of another version")
  void unreadable() throws IOException {
    Compilation user = against(javac().withOptions("-proc:none").compile(LIBRARY, form("1")));
    assertThat(user).hadErrorCount(1);
    assertThat(user)
        .hadErrorContaining(
            "[SML-004] the compiled form in lib.Kernels_copy cannot be read by this compiler");
  }
}
