package dev.smalti.docs;

import static com.google.common.truth.Truth.assertWithMessage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the README and of all pages of the manual lead to files that exist. */
final class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    for (Path page : pages()) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        String target = links.group(1);
        if (!target.contains("://")) {
          assertWithMessage("%s links to %s, which exists", Page.PROJECT.relativize(page), target)
              .that(Files.exists(page.resolveSibling(target).normalize()))
              .isTrue();
        }
      }
    }
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(Page.PROJECT.resolve("docs").resolve("en"))) {
      Stream<Path> manual = files.filter(file -> file.toString().endsWith(".md"));
      return Stream.concat(Stream.of(Page.PROJECT.resolve("README.md")), manual).toList();
    }
  }
}
