package dev.smalti.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Compiles a folder as the command javac does, in a JVM that does nothing else, and prints the CPU
 * time of the whole process: its start, its JIT compilers and its collector count.
 */
final class CompilationJvm {
  /** Before the seconds, on a line of their own. */
  static final String SECONDS = "cpu=";

  private CompilationJvm() {}

  /**
   * Compiles.
   *
   * @param arguments folder of sources, folder for results, class of the processor, options
   */
  public static void main(String... arguments) throws IOException {
    String classPath = System.getProperty("java.class.path");
    Path results = Files.createDirectories(Path.of(arguments[1]));
    List<String> command = new ArrayList<>(List.of(arguments).subList(3, arguments.length));
    command.addAll(List.of("-d", results.toString(), "-s", results.toString()));
    command.addAll(List.of("-cp", classPath, "-processorpath", classPath));
    command.addAll(List.of("-processor", arguments[2]));
    try (Stream<Path> sources = Files.list(Path.of(arguments[0]))) {
      sources.map(Path::toString).sorted().forEach(command::add);
    }
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    int status = javac.run(System.out, System.err, command.toArray(String[]::new));
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    System.out.println(SECONDS + system.getProcessCpuTime() / 1e9);
    System.exit(status);
  }
}
