package dev.smalti.runtime.pool;

/** Which pool is asked for. */
public sealed interface PoolKind {
  /**
   * How many ranks it is to have.
   *
   * @return at least 1
   */
  int size();

  /**
   * Ranks are threads of this process.
   *
   * @param size how many ranks
   */
  record Threads(int size) implements PoolKind {
    /** The call that asks for it. */
    @Override
    public String toString() {
      return "threads(" + size + ")";
    }
  }

  /**
   * One rank runs at a time; who goes on is drawn at each step.
   *
   * @param size how many ranks
   * @param seed of what is drawn
   */
  record Seeded(int size, long seed) implements PoolKind {
    /** The call that asks for it. */
    @Override
    public String toString() {
      return "seeded(" + size + ", " + seed + ")";
    }
  }

  /**
   * One rank runs at a time; who goes on is written down.
   *
   * @param size how many ranks
   * @param schedule entries {@code rank} or {@code rank.line}, separated by commas
   */
  record Scheduled(int size, String schedule) implements PoolKind {
    /** The call that asks for it. */
    @Override
    public String toString() {
      return "seeded(" + size + ", \"" + schedule + "\")";
    }
  }
}
