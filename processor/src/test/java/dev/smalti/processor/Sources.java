package dev.smalti.processor;

import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;

/** Java sources of the tests' resources. */
final class Sources {
  private Sources() {}

  /**
   * The compilations in a folder of resources: a file is one by itself, a folder one of all the
   * files in it.
   */
  static List<Path> compilations(String folder) {
    URI place;
    try {
      place = Sources.class.getResource("/" + folder).toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    try (Stream<Path> entries = Files.list(Path.of(place))) {
      return entries.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The sources of one compilation, in the order of their names. */
  static List<JavaFileObject> of(Path compilation) {
    try (Stream<Path> files = Files.walk(compilation)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .map(Sources::source)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaFileObject source(Path file) {
    try {
      return JavaFileObjects.forResource(file.toUri().toURL());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a source. */
  static String text(JavaFileObject source) {
    try {
      return source.getCharContent(true).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
