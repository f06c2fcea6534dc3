package dev.smalti.docs;

import static com.google.common.truth.Truth.assertWithMessage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** The finished artefacts, in the forms in which users get them. */
final class Delivery {
  /** Where {@link #connect} links to the repository. */
  static final String LINK = "repository";

  private static final String VERSION = property("smalti.version");
  private static final List<String> MODULES =
      List.of("annotations", "runtime", "simulator", "collectives-lib", "processor");

  private Delivery() {}

  private static String property(String name) {
    String value = System.getProperty(name);
    assertWithMessage("the system property %s, which the build sets", name).that(value).isNotNull();
    return String.valueOf(value);
  }

  /** What a Maven is told that is started by this one: whether it may use the network. */
  static List<String> options() {
    return property("smalti.maven").equals("offline=true") ? List.of("-o") : List.of();
  }

  /** The jar of a module, or {@code processor-all}. */
  static Path jar(String name) {
    boolean all = name.equals("processor-all");
    String module = all ? "processor" : name;
    String file = module + "-" + VERSION + (all ? "-all" : "") + ".jar";
    Path jar = Page.PROJECT.resolve(module).resolve("target").resolve(file);
    assertWithMessage("%s was built", jar).that(Files.isRegularFile(jar)).isTrue();
    return jar;
  }

  /** Copies the jars that the README names into a folder. */
  static void copyJars(Path directory) throws IOException {
    for (String name : List.of("annotations", "runtime", "simulator", "processor-all")) {
      Files.copy(jar(name), directory.resolve(name + ".jar"));
    }
  }

  /**
   * Gives the Maven project in a folder a local repository in which Smalti is installed: that of
   * the Maven which runs this test, by links, but with the artefacts of this build. So nothing is
   * installed where the user's own projects would find it, and nothing is fetched twice.
   */
  static void connect(Path project) throws IOException {
    Path repository = Path.of("target", "local-repository").toAbsolutePath();
    link(Path.of(property("smalti.localRepository")), repository, "dev");
    link(Path.of(property("smalti.localRepository"), "dev"), repository.resolve("dev"), "smalti");
    install("smalti-parent", Page.PROJECT.resolve("pom.xml"), List.of(), repository);
    for (String module : MODULES) {
      List<Path> jars =
          module.equals("processor")
              ? List.of(jar(module), jar("processor-all"))
              : List.of(jar(module));
      install(module, Page.PROJECT.resolve(module).resolve("pom.xml"), jars, repository);
    }
    Files.createSymbolicLink(project.resolve(LINK), repository);
    Path settings = Files.createDirectories(project.resolve(".mvn")).resolve("maven.config");
    Files.writeString(settings, "-Dmaven.repo.local=" + LINK + "\n" + String.join("\n", options()));
  }

  private static void link(Path source, Path target, String except) throws IOException {
    Files.createDirectories(target);
    if (!Files.isDirectory(source)) {
      return;
    }
    try (Stream<Path> entries = Files.list(source)) {
      for (Path entry : entries.toList()) {
        Path link = target.resolve(entry.getFileName());
        if (!entry.getFileName().toString().equals(except) && Files.notExists(link)) {
          Files.deleteIfExists(link); // It may point to what is no more.
          Files.createSymbolicLink(link, entry.toAbsolutePath());
        }
      }
    }
  }

  private static void install(String artefact, Path pom, List<Path> jars, Path repository)
      throws IOException {
    Path directory =
        Files.createDirectories(repository.resolve(Path.of("dev", "smalti", artefact, VERSION)));
    copy(pom, directory.resolve(artefact + "-" + VERSION + ".pom"));
    for (Path jar : jars) {
      copy(jar, directory.resolve(jar.getFileName()));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }
}
