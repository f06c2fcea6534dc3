package dev.smalti.lang;

/** How memory or a cell takes a new value: by store, remoteStore or notify. */
public enum Update {
  /** Replaces what was there. */
  SET,
  /**
   * Adds to what was there, atomically for each element. Several writers that add floats to one
   * element have no fixed order, so that the last bits of such a sum may differ from run to run.
   */
  ADD
}
