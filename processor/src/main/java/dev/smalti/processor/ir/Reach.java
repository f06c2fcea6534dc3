package dev.smalti.processor.ir;

/** How far what a statement does reaches beyond its rank, on any path through it. */
public enum Reach {
  /** It touches no window and no cell of a signal. */
  OWN,
  /** It touches elements of windows, but waits for nobody and raises no cell. */
  ACCESSES,
  /** It may wait for others, or end their waits. */
  SIGNALS;

  /** The farther of both. */
  public Reach and(Reach other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
