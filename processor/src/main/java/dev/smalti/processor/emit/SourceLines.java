package dev.smalti.processor.emit;

import java.util.Optional;

/** The user's source, for the comments of generated code. */
public interface SourceLines {
  /** No source at hand: comments then carry places only. */
  SourceLines NONE = (_, _) -> Optional.empty();

  /**
   * The text of a line.
   *
   * @param file the simple file name
   * @param line from 1
   */
  Optional<String> line(String file, int line);
}
