package dev.smalti.lang;

/** How the pieces of a transfer follow each other. */
public enum Staging {
  /** One piece is done before the next begins. */
  DIRECT,
  /**
   * A hint: the next piece may begin before the last one is done, as long as nobody can tell. Where
   * windows are memory of this process it changes nothing, and the compiler says so.
   */
  PIPELINED
}
