import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks or corrects the format of every Java source of the project, in one JVM.
 *
 * <p>The build starts this file with the formatter's own jar and the JDK that the toolchain found:
 * the formatter's Maven plugins run in Maven's JVM, which may be too old for the language level.
 *
 * <p>First argument: {@code check} names the files that differ and exits with status 1, {@code
 * write} corrects them. Second argument: the project's folder.
 */
final class FormatSources {
  /** Sources of a module. Golden files and generated sources are in other folders. */
  private static final List<String> SOURCES = List.of("src/main/java", "src/test/java");

  public static void main(String[] arguments) throws Exception {
    boolean check = arguments[0].equals("check");
    List<String> command =
        new ArrayList<>(check ? List.of("-n", "--set-exit-if-changed") : List.of("-i"));
    command.addAll(sources(Path.of(arguments[1])));
    PrintWriter out = new PrintWriter(System.out, true);
    PrintWriter err = new PrintWriter(System.err, true);
    int status = new Main(out, err, System.in).format(command.toArray(String[]::new));
    out.flush();
    err.flush();
    if (check && status != 0) {
      System.err.println(
          "\nThe files named above are not formatted; `mvn -q -N -Pformat validate` formats them.");
    }
    System.exit(status);
  }

  private static List<String> sources(Path root) throws IOException {
    List<Path> folders = new ArrayList<>(List.of(root.resolve("tools")));
    try (Stream<Path> modules = Files.list(root)) {
      modules.flatMap(module -> SOURCES.stream().map(module::resolve)).forEach(folders::add);
    }
    List<String> files = new ArrayList<>();
    for (Path folder : folders.stream().filter(Files::isDirectory).sorted().toList()) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().forEach(files::add);
      }
    }
    return files;
  }
}
