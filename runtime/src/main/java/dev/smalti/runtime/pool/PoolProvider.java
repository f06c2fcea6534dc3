package dev.smalti.runtime.pool;

/** Opens pools; found by {@link java.util.ServiceLoader}. */
public interface PoolProvider {
  /**
   * Whether it opens pools of this kind.
   *
   * @param kind which pool
   * @return whether {@link #open} will
   */
  boolean provides(PoolKind kind);

  /**
   * Opens a pool.
   *
   * @param kind which pool; its size is at least 1
   * @return the pool, settled
   * @throws IllegalArgumentException if what the kind says is not possible
   */
  Pool open(PoolKind kind);
}
