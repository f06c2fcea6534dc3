package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the processor declares to Gradle is true: each generated file comes from one top-level
 * class. javac tells its file manager so, whoever asks.
 */
class IsolatingTest {
  private static final String IMPORTS =
      """
      package app;

      import static dev.smalti.lang.Smalti.*;

      import dev.smalti.lang.*;

      """;

  private static final Map<String, String> SOURCES =
      Map.of(
          "Shared",
          """
          final class Shared {
            @Inline
            static Tile<F32> twice(Tile<F32> t) {
              return t.add(t);
            }

            @InCore
            static void scale(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
              y.store(x.load().mul(3));
            }

            @InCore
            static <T extends DType> void copy(
                @Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y) {
              y.store(x.load());
            }
          }
          """,
          "User",
          """
          final class User {
            static final class Inner {
              @InCore
              static void helped(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
                y.store(Shared.twice(x.load()));
              }
            }

            @Jit
            static void graph(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
              Shared.scale(x, y);
              Shared.copy(x, y);
            }
          }
          """,
          "Meeting",
          """
          final class Meeting {
            @InCore
            static void meet(@Shape("ranks") Signal arrived) {
              arrived.barrier();
            }

            @Host
            static void all(World world) {
              Signal arrived = world.signal(shape(world.size()));
              world.forEachRank(r -> meet(arrived));
            }
          }
          """);

  @TempDir private Path directory;

  /** The origins of each generated class, by its simple name. */
  private final Map<String, List<String>> origins = new TreeMap<>();

  @BeforeEach
  void compile() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> source : SOURCES.entrySet()) {
      Path file = directory.resolve(source.getKey() + ".java");
      files.add(Files.writeString(file, IMPORTS + source.getValue()));
    }
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager standard = javac.getStandardFileManager(null, null, null)) {
      JavaCompiler.CompilationTask task =
          javac.getTask(
              null,
              new Recording(standard),
              null,
              List.of("-d", directory.toString(), "-proc:only"),
              null,
              standard.getJavaFileObjectsFromPaths(files));
      task.setProcessors(List.of(new SmaltiProcessor()));
      assertThat(task.call()).isTrue();
    }
  }

  @Test
  @DisplayName("every file has one origin: the class it is named after, of an instance the caller")
  void oneOrigin() {
    assertThat(origins.keySet())
        .containsAtLeast(
            "SharedKernels",
            "Shared_scale",
            "Shared_Inline",
            "User_InnerKernels",
            "User_Inner_helped",
            "User_graph",
            "Shared_copy_F32",
            "MeetingPrograms",
            "Meeting_all_Protocol");
    origins.forEach(
        (generated, from) -> {
          String owner =
              generated.startsWith("Shared_copy")
                  ? "User"
                  : SOURCES.keySet().stream()
                      .filter(generated::startsWith)
                      .findFirst()
                      .orElseThrow();
          assertWithMessage(generated).that(from).containsExactly(owner + ".java");
        });
  }

  /** Notes from what javac is told that a file is made. */
  private final class Recording extends ForwardingJavaFileManager<JavaFileManager> {
    Recording(JavaFileManager manager) {
      super(manager);
    }

    @Override
    public JavaFileObject getJavaFileForOutputForOriginatingFiles(
        Location location, String className, JavaFileObject.Kind kind, FileObject... from)
        throws IOException {
      if (kind == JavaFileObject.Kind.SOURCE) {
        origins.put(
            className.substring(className.lastIndexOf('.') + 1),
            Stream.of(from).map(file -> Path.of(file.toUri()).getFileName().toString()).toList());
      }
      return super.getJavaFileForOutputForOriginatingFiles(location, className, kind, from);
    }
  }
}
