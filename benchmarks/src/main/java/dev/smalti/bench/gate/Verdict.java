package dev.smalti.bench.gate;

/** What the rounds of a cell say about its goal. */
public enum Verdict {
  /** The goal is reached. */
  MET("met"),

  /** It is not, or there is nothing to compare with. */
  MISSED("missed"),

  /** More rounds are needed. */
  UNCLEAR("unclear"),

  /** Too many rounds had to be dropped; these say nothing. */
  TOO_NOISY("too noisy"),

  /** The cell has no goal, or too few rounds were asked for; it only informs. */
  NONE("-");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
