package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Send-receive: each rank sends to one peer and receives from one. When a rank returns, its target
 * is complete, and no peer writes to it any more. A signal has at least one cell a rank, see {@link
 * Credits}.
 */
public final class SendReceive {
  private SendReceive() {}

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Tensor<T> input, Signal signal, int to, int from) {
    mesh(target, input, signal, to, from);
  }

  /** Every rank copies its input to its peer, when that one is there. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Tensor<T> input, Signal signal, int to, int from) {
    Credits.give(signal, from);
    Credits.take(signal, to);
    Pieces.push(target, to, input);
    Credits.give(signal, to);
    Credits.take(signal, from);
  }
}
