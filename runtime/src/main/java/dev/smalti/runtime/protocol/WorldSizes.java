package dev.smalti.runtime.protocol;

import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The numbers of ranks that {@code @Host(worlds = ...)} names.
 *
 * @param text as the user wrote it; empty for any number
 * @param sizes ascending; none for any number
 */
public record WorldSizes(String text, SortedSet<Integer> sizes) {
  /** The largest number that can be named. */
  public static final int MOST_RANKS = 1024;

  /** Copies the set. */
  public WorldSizes {
    sizes = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(sizes));
  }

  /**
   * Reads numbers and ranges, such as {@code "2, 4..8"}.
   *
   * @param text the list; blank for any number
   * @return the numbers
   * @throws IllegalArgumentException if it is no such list; the message says what is wrong
   */
  public static WorldSizes parse(String text) {
    SortedSet<Integer> sizes = new TreeSet<>();
    if (!text.isBlank()) {
      for (String part : text.split(",", -1)) {
        String[] ends = part.strip().split("\\.\\.", -1);
        int from = number(ends[0], text);
        int to = ends.length == 1 ? from : number(ends[1], text);
        if (ends.length > 2 || from < 1 || to < from || to > MOST_RANKS) {
          throw new IllegalArgumentException(
              "`" + part.strip() + "` is no range of world sizes from 1 to " + MOST_RANKS);
        }
        for (int size = from; size <= to; size++) {
          sizes.add(size);
        }
      }
    }
    return new WorldSizes(text, sizes);
  }

  private static int number(String text, String whole) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "`" + text.strip() + "` in \"" + whole + "\" is not a number", e);
    }
  }

  /**
   * Whether a world may have this many ranks.
   *
   * @param ranks how many
   * @return whether it is named, or any number is fine
   */
  public boolean contains(int ranks) {
    return sizes.isEmpty() || sizes.contains(ranks);
  }
}
