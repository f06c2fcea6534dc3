package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Algorithm;
import dev.smalti.runtime.Program;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The programs of choices: written as a user would, and compiled with the processor. */
final class Programs {
  /** Elements around what a collective may write, which it must leave alone. */
  static final int MARGIN = 8;

  private static final String STEPS =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Steps {
        @InCore
        static <T extends DType> void copy(
            @Shape("n") Tensor<T> from, @Shape("n") @Out Tensor<T> to) {
          for (int i : range(0, from.dim(0), 4096)) {
            int n = Math.min(4096, from.dim(0) - i);
            to.slice(at(i), shape(n)).store(from.load(at(i), shape(n)));
          }
        }

        @InCore
        static void cells(@Shape("ranks") Signal signal, @Shape("ranks") @Out Tensor<I32> cells) {
          for (int peer : range(signal.ranks())) {
            cells.write(at(peer), signal.read(at(peer)));
          }
        }
      }
      """;

  private Programs() {}

  /** Compiles the programs of choices, of one each, into a new folder, and loads them. */
  static ClassLoader compile(Path folder, Collection<Choice> choices) {
    if (!folder.toFile().mkdir()) {
      throw new IllegalStateException(folder + " cannot be made");
    }
    List<JavaFileObject> sources = new ArrayList<>();
    sources.add(source("Steps", STEPS));
    choices.forEach(choice -> sources.add(source(choice.program(), text(choice))));
    return compile(folder, sources);
  }

  /** Compiles a class of the default package into a folder, and loads it from there. */
  static ClassLoader compile(Path folder, String name, String text) {
    return compile(folder, List.of(source(name, text)));
  }

  /** Compiles a class of the default package without the processor, and loads it. */
  static ClassLoader compileAsItStands(Path folder, String name, String text) {
    StringWriter said = new StringWriter();
    boolean accepted = task(folder, said, List.of(source(name, text)), "-proc:none").call();
    assertWithMessage("%s", said).that(accepted).isTrue();
    return loader(folder);
  }

  /**
   * Compiles classes of the default package into a folder, texts by their names, and loads them.
   */
  static ClassLoader compile(Path folder, Map<String, String> texts) {
    List<JavaFileObject> sources = new ArrayList<>();
    texts.forEach((name, text) -> sources.add(source(name, text)));
    return compile(folder, sources);
  }

  /** A class with these members, which may name the language. */
  static String holder(String name, String... members) {
    return """
    import static dev.smalti.lang.Smalti.*;
    import dev.smalti.lang.*;

    final class %s {
    """
            .formatted(name)
        + String.join("", members)
        + "}\n";
  }

  /** What the compiler says of a class of the default package, which it refuses. */
  static String refusal(Path folder, String name, String text) {
    StringWriter said = new StringWriter();
    boolean accepted = task(folder, said, List.of(source(name, text)), "-proc:full").call();
    assertWithMessage("%s", text).that(accepted).isFalse();
    return said.toString();
  }

  private static ClassLoader compile(Path folder, List<JavaFileObject> sources) {
    StringWriter said = new StringWriter();
    boolean accepted = task(folder, said, sources, "-proc:full").call();
    assertWithMessage("%s", said).that(accepted).isTrue();
    return loader(folder);
  }

  private static ClassLoader loader(Path folder) {
    try {
      return new URLClassLoader(new URL[] {folder.toUri().toURL()});
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JavaCompiler.CompilationTask task(
      Path folder, StringWriter said, List<JavaFileObject> sources, String processing) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    return compiler.getTask(
        said,
        null,
        null,
        List.of(
            "-d",
            folder.toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-Xlint:all,-processing,-classfile",
            "-Werror",
            "-processorpath",
            System.getProperty("java.class.path"),
            "-Xmaxerrs",
            "1000",
            "-processor",
            "dev.smalti.processor.SmaltiProcessor",
            processing),
        null,
        sources);
  }

  /** The method of that name, which generated code beside it could call. */
  static Method method(Class<?> owner, String name) {
    Method found =
        Arrays.stream(owner.getDeclaredMethods())
            .filter(method -> method.getName().equals(name))
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found;
  }

  /** The program of a method. */
  static Program<?> program(ClassLoader classes, String owner, String name)
      throws ReflectiveOperationException {
    return (Program<?>) method(classes.loadClass(owner + "Programs"), name).invoke(null);
  }

  private static JavaFileObject source(String name, String text) {
    return new SimpleJavaFileObject(
        URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
        return text;
      }
    };
  }

  /** The program of a choice, for any number of ranks and elements. */
  static String text(Choice choice) {
    String kernel =
        """
          @InCore
          static void kernel(
              int root,
              @Shape("TARGET_EXTENT") Window<TYPE> target,
              @Shape("INPUT_EXTENT") Window<TYPE> input,
              @Shape("ranks") Signal signal) {
            for (int round : range(ROUNDS)) {
              CALL;
            }
          }
        """;
    return """
    import static dev.smalti.lang.Smalti.*;
    import dev.smalti.lang.*;

    final class NAME {
    KERNEL
      @Host(sizes = "root = 0")
      static void run(
          World world,
          @Shape("ranks, TARGET_EXTENT + MARGINS") Tensor<TYPE> targets,
          @Shape("ranks, INPUT_EXTENT") Tensor<TYPE> inputs,
          @Shape("ranks, TARGET_EXTENT + MARGINS") @Out Tensor<TYPE> outputs,
          @Shape("ranks, INPUT_EXTENT") @Out Tensor<TYPE> left,
          @Shape("ranks, ranks") @Out Tensor<I32> cells,
          int root) {
        Window<TYPE> whole = world.window(TYPE, shape(targets.dim(1)));
        Window<TYPE> input = world.window(TYPE, shape(inputs.dim(1)));
        Signal signal = world.signal(shape(world.size()));
        world.forEachRank(r -> Steps.copy(targets.at(r), whole));
        world.forEachRank(r -> Steps.copy(inputs.at(r), input));
        DISPATCH
        world.forEachRank(r -> Steps.copy(whole, outputs.at(r)));
        world.forEachRank(r -> Steps.copy(input, left.at(r)));
        world.forEachRank(r -> Steps.cells(signal, cells.at(r)));
      }
    }
    """
        .replace("KERNEL\n", choice.inKernel() ? kernel : "")
        .replace("DISPATCH", choice.inKernel() ? dispatch() : calls(choice))
        .replace("CALL", call(choice, "target"))
        .replace(
            "SIGNAL",
            choice.count() % 3 == 1
                ? "world.signalFor(whole)"
                : "world.signal(shape(world.size()))")
        .replace("TARGET_EXTENT", choice.form().targetExtent())
        .replace("INPUT_EXTENT", choice.form().inputExtent())
        .replace("MARGINS", Integer.toString(2 * MARGIN))
        .replace("ROUNDS", Integer.toString(choice.rounds()))
        .replace("NAME", choice.program())
        .replace("TYPE", choice.type());
  }

  private static String dispatch() {
    return "Window<TYPE> target = TARGET; world.forEachRank(r -> kernel(root, target, input, signal));"
        .replace("TARGET", inner());
  }

  private static String calls(Choice choice) {
    return "for (int round : range(ROUNDS)) { CALL; }".replace("CALL", call(choice, inner()));
  }

  private static String inner() {
    return "whole.slice(at(%d), shape(targets.dim(1) - %d))".formatted(MARGIN, 2 * MARGIN);
  }

  /** The call of a choice. */
  static String call(Choice choice, String target) {
    Form form = choice.form();
    List<String> arguments = new ArrayList<>();
    if (form.takesInput()) {
      arguments.add("input");
    }
    if (choice.inKernel() || choice.count() % 2 == 0) { // Implied where it may be, in half of them.
      arguments.add("signal");
    }
    if (form.reduces()) {
      arguments.add(choice.operator().name());
    }
    if (form.takesRoot()) {
      arguments.add("root");
    }
    if (form == Form.SEND_RECEIVE) {
      arguments.add("(target.rank() + 1) % target.ranks()");
      arguments.add("(target.rank() + target.ranks() - 1) % target.ranks()");
    }
    if (choice.algorithm() != Algorithm.AUTO) {
      arguments.add(choice.algorithm().name().toUpperCase(Locale.ROOT));
    }
    return "%s.%s(%s)".formatted(target, form.method(), String.join(", ", arguments));
  }
}
