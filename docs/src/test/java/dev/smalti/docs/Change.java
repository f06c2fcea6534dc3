package dev.smalti.docs;

import java.util.List;

/**
 * A block of {@code diff}: lines that begin with {@code -} become those that begin with {@code +},
 * beside lines that begin with a blank and stay. A line {@code @@} separates changes in several
 * places.
 *
 * @param block the block
 */
record Change(Block block) {
  /** The program with the change, which fits in exactly one place. */
  String applyTo(String program) {
    String changed = program;
    for (String hunk : block.text().split("(?m)^@@\n")) {
      List<String> lines = hunk.lines().toList();
      String before = without(lines, "+");
      int place = changed.indexOf(before);
      if (place < 0 || changed.indexOf(before, place + 1) >= 0) {
        throw new AssertionError(block + ": not in exactly one place of the program:\n" + before);
      }
      changed =
          changed.substring(0, place)
              + without(lines, "-")
              + changed.substring(place + before.length());
    }
    return changed;
  }

  private static String without(List<String> lines, String sign) {
    StringBuilder kept = new StringBuilder();
    for (String line : lines) {
      if (!line.startsWith(sign)) {
        kept.append(line.isEmpty() ? "" : line.substring(1)).append('\n');
      }
    }
    return kept.toString();
  }

  @Override
  public String toString() {
    return block.place();
  }
}
