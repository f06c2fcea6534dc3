package dev.smalti.bench.gate;

/**
 * Two times that were taken one right after the other.
 *
 * @param peer seconds of what ours is compared with
 * @param ours seconds of ours
 */
public record Round(double peer, double ours) {
  /** How many times as fast ours is. */
  public double ratio() {
    return peer / ours;
  }
}
