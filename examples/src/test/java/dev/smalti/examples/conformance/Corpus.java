package dev.smalti.examples.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Sources in a folder of resources, compiled together as a user compiles them.
 *
 * @param sources the lines of each, by its name without {@code .java}
 * @param messages what was said of each, in the order of the lines
 * @param classes where the classes are
 */
record Corpus(
    Map<String, List<String>> sources, Map<String, List<Message>> messages, Path classes) {
  /**
   * What the compiler says.
   *
   * @param kind whether it stops the build
   * @param line from 1
   * @param text all lines, with the names of the language as a program writes them
   */
  record Message(Diagnostic.Kind kind, long line, String text) {
    /** The first line; of a symbol that is not found also which. */
    String brief() {
      List<String> lines = text.lines().map(String::strip).toList();
      return lines.getFirst().equals("cannot find symbol")
          ? lines.getFirst() + ": " + lines.get(1).replaceFirst("symbol: *", "")
          : lines.getFirst();
    }
  }

  /** Compiles a folder, with classes in another one. */
  static Corpus compile(String folder, Path classes) {
    List<Path> files = files(folder);
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager = javac.getStandardFileManager(found, Locale.ROOT, null)) {
      JavaCompiler.CompilationTask task =
          javac.getTask(
              null,
              manager,
              found,
              List.of(
                  "-Xmaxerrs",
                  "10000",
                  "-d",
                  classes.toString(),
                  "-processorpath",
                  System.getProperty("java.class.path"),
                  "-processor",
                  "dev.smalti.processor.SmaltiProcessor"),
              null,
              manager.getJavaFileObjectsFromPaths(files));
      task.call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Corpus(texts(files), messages(found), classes);
  }

  private static List<Path> files(String folder) {
    try {
      Path root = Path.of(Corpus.class.getResource("/conformance/" + folder).toURI());
      try (Stream<Path> all = Files.list(root)) {
        return all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, List<String>> texts(List<Path> files) {
    Map<String, List<String>> texts = new TreeMap<>();
    for (Path file : files) {
      try {
        texts.put(name(file.getFileName().toString()), Files.readAllLines(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return texts;
  }

  private static Map<String, List<Message>> messages(DiagnosticCollector<JavaFileObject> found) {
    Map<String, List<Message>> messages = new TreeMap<>();
    for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
      JavaFileObject source = each.getSource();
      if (source != null && each.getLineNumber() > 0) {
        String file = Path.of(source.getName()).getFileName().toString();
        messages
            .computeIfAbsent(name(file), _ -> new ArrayList<>())
            .add(new Message(each.getKind(), each.getLineNumber(), text(each)));
      }
    }
    return messages;
  }

  private static String text(Diagnostic<?> diagnostic) {
    return diagnostic
        .getMessage(Locale.ROOT)
        .replaceAll("\\bdev\\.smalti\\.lang\\.(Smalti\\.(?=[A-Z]))?", "")
        .replaceAll("\\bjava\\.lang\\.", "");
  }

  private static String name(String file) {
    return file.replaceFirst("\\.java$", "");
  }

  /** The errors of a source, one for each message and line, in the order of the lines. */
  List<Message> errors(String name) {
    return messages.getOrDefault(name, List.of()).stream()
        .filter(message -> message.kind() == Diagnostic.Kind.ERROR)
        .sorted((a, b) -> Long.compare(a.line(), b.line()))
        .toList();
  }

  /** The lines that have errors and no mark, or a mark and no error; empty if all is as marked. */
  String differences(String name) {
    List<String> lines = sources.getOrDefault(name, List.of());
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      int line = i + 1;
      List<Message> here = errors(name).stream().filter(each -> each.line() == line).toList();
      if (lines.get(i).contains("// rejected") == here.isEmpty()) {
        differences.add("%d: %s: %s".formatted(line, lines.get(i).strip(), here));
      }
    }
    return differences.stream().collect(Collectors.joining("\n"));
  }
}
