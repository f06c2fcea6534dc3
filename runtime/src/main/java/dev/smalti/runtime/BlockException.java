package dev.smalti.runtime;

import java.io.Serial;

/**
 * In which block an exception was thrown: it is suppressed by that exception, and its stack trace
 * is that of the thread that launched the blocks.
 */
public final class BlockException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /** From 0. */
  private final int block;

  BlockException(int block, String launchedAt) {
    super("in block " + block + " of spmd at " + launchedAt);
    this.block = block;
  }

  /**
   * Which block.
   *
   * @return from 0
   */
  public int block() {
    return block;
  }
}
