package dev.smalti.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A page of the manual, or the README.
 *
 * @param name its path in the project
 * @param text all of it
 * @param blocks its fenced blocks, in order
 */
record Page(String name, String text, List<Block> blocks) {
  /** The project's folder; tests run in that of this module. */
  static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  private static final String FENCE = "```";

  /** The code of a page and what it prints. */
  record Shown(Block code, Block output) {
    @Override
    public String toString() {
      return output.place();
    }
  }

  /** The README and all pages but those of errors, which are tested with the compiler. */
  static List<Page> all() {
    try (Stream<Path> pages = Files.list(PROJECT.resolve("docs/en"))) {
      Stream<Path> manual = pages.filter(file -> file.toString().endsWith(".md")).sorted();
      return Stream.concat(Stream.of(PROJECT.resolve("README.md")), manual)
          .map(Page::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page of(String name) {
    return read(PROJECT.resolve(name));
  }

  private static Page read(Path file) {
    String name = PROJECT.relativize(file).toString().replace('\\', '/');
    try {
      String text = Files.readString(file);
      return new Page(name, text, blocks(name, text.lines().toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Block> blocks(String page, List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    for (int start = 0; start < lines.size(); start++) {
      if (lines.get(start).startsWith(FENCE)) {
        int end = start + 1;
        while (!lines.get(end).equals(FENCE)) {
          end++;
        }
        String language = lines.get(start).substring(FENCE.length());
        String text = String.join("\n", lines.subList(start + 1, end));
        blocks.add(new Block(page, start + 1, language, text));
        start = end;
      }
    }
    return List.copyOf(blocks);
  }

  List<Block> blocks(String language) {
    return blocks.stream().filter(block -> block.language().equals(language)).toList();
  }

  /** Every output of the page, with the block before it, which prints it. */
  List<Shown> outputs() {
    List<Shown> shown = new ArrayList<>();
    for (int i = 1; i < blocks.size(); i++) {
      if (blocks.get(i).language().equals("text")) {
        shown.add(new Shown(blocks.get(i - 1), blocks.get(i)));
      }
    }
    return List.copyOf(shown);
  }

  /** What a block prints, if the page shows it. */
  Optional<Block> outputOf(Block code) {
    return outputs().stream().filter(shown -> shown.code() == code).map(Shown::output).findFirst();
  }

  /** Writes the files that the page shows. */
  void writeFiles(Path directory) throws IOException {
    for (Block block : blocks) {
      if (block.isFile() && block.fileName().isPresent()) {
        Files.writeString(directory.resolve(block.fileName().get()), block.text() + "\n");
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
