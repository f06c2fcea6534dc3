package dev.smalti.lang;

/**
 * The pieces in which {@link Window#put} and {@link Window#get} move memory; made by {@link
 * Smalti#chunk}. The result is the same as without: between two pieces a run that was given up
 * stops. Leading axes are rows here; a piece larger than the memory is all of it.
 *
 * @param rows how many rows a piece has, at least 1
 * @param columns how many columns, at least 1
 * @param staging how the pieces follow each other
 */
public record Chunk(int rows, int columns, Staging staging) {
  /** Checks that a piece has elements. */
  public Chunk {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "chunk(" + rows + ", " + columns + ") has no element; both are at least 1");
    }
  }
}
