import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Options of a call as parameters of a helper: records of the language, not of the user. */
final class HelperOptions {
  @Inline
  static void send(Window<F32> to, int peer, Tensor<F32> from, Chunk pieces) {
    to.put(peer, from, pieces);
  }

  @InCore
  static void rotate(
      @Shape("4, 64") Tensor<F32> x, @Shape("4, 64") Window<F32> w, @Shape("ranks") Signal s) {
    int right = (w.rank() + 1) % w.ranks();
    Chunk pieces = chunk(2, 32);
    send(w, right, x, pieces);
    s.barrier();
  }
}
