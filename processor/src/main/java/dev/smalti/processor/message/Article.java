package dev.smalti.processor.message;

/** The indefinite article of a word in a message. */
public final class Article {
  private Article() {}

  /** {@code "an int"}, {@code "a Tile"}; a leading {@code @} is not spoken. */
  public static String with(String word) {
    String spoken = word.startsWith("@") ? word.substring(1) : word;
    boolean vowel = !spoken.isEmpty() && "aeiouAEIOU".indexOf(spoken.charAt(0)) >= 0;
    return (vowel ? "an " : "a ") + word;
  }
}
