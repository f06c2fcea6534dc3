package dev.smalti.examples.conformance;

import dev.smalti.runtime.DevicePool;
import java.util.function.Consumer;

/** The generated form of a case. */
sealed interface Compiled {
  /** A kernel, run on the calling thread. */
  record Kernel(Consumer<Arguments> call) implements Compiled {}

  /** A program, to be prepared on a pool. */
  non-sealed interface OnPool extends Compiled {
    /** Sets it up. */
    Prepared prepare(DevicePool pool);
  }

  /** A program on a pool. */
  interface Prepared extends AutoCloseable {
    /** Runs it once. */
    void run(Arguments arguments);

    @Override
    void close();
  }
}
