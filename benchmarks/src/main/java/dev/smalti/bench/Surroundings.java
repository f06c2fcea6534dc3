package dev.smalti.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What numbers depend on and tables print. */
final class Surroundings {
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path LOAD = Path.of("/proc/loadavg");

  private Surroundings() {}

  static Map<String, String> look(String command, Plan plan, String compiler) {
    Map<String, String> found = new LinkedHashMap<>();
    found.put("command", command);
    found.put("plan", plan.name() + ", " + plan.rounds() + " rounds");
    found.put("processor", processor());
    found.put("system", property("os.name") + " " + property("os.version"));
    found.put("JVM", property("java.vm.name") + " " + property("java.vm.version"));
    found.put("JVM flags", String.join(" ", Fork.JVM));
    found.put("C compiler", Fork.firstLine(compiler, "--version"));
    found.put("C flags", "-O3 -march=native");
    found.put("threads", "kernels 1, all-reduce " + "2 ranks on 2 threads");
    found.put(
        "huge pages", "advised for native buffers; the system says: " + firstLine(HUGE_PAGES));
    found.put("load before", firstLine(LOAD));
    return found;
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static String processor() {
    int count = Runtime.getRuntime().availableProcessors();
    try {
      return Files.readAllLines(PROCESSORS).stream()
              .filter(line -> line.startsWith("model name"))
              .map(line -> line.substring(line.indexOf(':') + 1).strip())
              .findFirst()
              .orElse(property("os.arch"))
          + ", "
          + count;
    } catch (IOException notLinux) {
      return property("os.arch") + ", " + count;
    }
  }

  private static String firstLine(Path file) {
    try {
      return Files.readAllLines(file).getFirst();
    } catch (IOException notLinux) {
      return "unknown";
    }
  }
}
