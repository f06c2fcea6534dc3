package dev.smalti.processor;

import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaFileObject;

/** Compilations that see each other's class files only, one after another. */
final class Steps {
  private final Path directory;
  private final List<Path> places = new ArrayList<>();

  /**
   * No steps so far.
   *
   * @param directory takes the class files
   */
  Steps(Path directory) {
    this.directory = directory;
  }

  /** Compiles against the class files of the steps before; keeps those of this one. */
  Compilation compile(List<JavaFileObject> sources, String... options) throws IOException {
    Compilation compilation = compiled(sources, options);
    Path place = directory.resolve("step" + places.size());
    write(compilation, place);
    places.add(place);
    return compilation;
  }

  /** Compiles likewise; the class files replace those of the last step. */
  void compileOver(List<JavaFileObject> sources) throws IOException {
    write(compiled(sources), places.getLast());
  }

  /** Takes the class files of a step away. */
  void remove(int step) {
    var _ = places.remove(step);
  }

  /** Puts the class files of the last step into a jar. */
  void packLast(String name) throws IOException {
    Path folder = places.removeLast();
    Path jar = directory.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
    places.add(jar);
  }

  private Compilation compiled(List<JavaFileObject> sources, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    com.google.testing.compile.Compiler compiler = javac().withClasspath(path());
    return (all.contains("-proc:none") ? compiler : compiler.withProcessors(new SmaltiProcessor()))
        .withOptions(all)
        .compile(sources);
  }

  private static void write(Compilation compilation, Path place) throws IOException {
    if (compilation.status() == Compilation.Status.FAILURE) {
      return;
    }
    Files.createDirectories(place);
    for (JavaFileObject file : compilation.generatedFiles()) {
      if (file.getKind() == JavaFileObject.Kind.CLASS) {
        Path target = place.resolve(file.getName().replaceFirst("^/CLASS_OUTPUT/", ""));
        Files.createDirectories(target.getParent());
        try (InputStream bytes = file.openInputStream()) {
          Files.copy(bytes, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  private List<File> path() {
    List<File> path = new ArrayList<>();
    places.forEach(place -> path.add(place.toFile()));
    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(File::new)
        .forEach(path::add);
    return path;
  }

  /** Loads what all steps have made. */
  ClassLoader classes() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (Path place : places) {
      urls.add(place.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), Steps.class.getClassLoader());
  }

  /** The texts of generated sources, by name. */
  static SortedMap<String, String> generated(Compilation compilation) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (JavaFileObject file : compilation.generatedSourceFiles()) {
      texts.put(file.getName(), Sources.text(file));
    }
    return texts;
  }
}
