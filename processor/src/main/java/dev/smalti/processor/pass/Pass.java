package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Function;

/** A rewrite of one function that keeps its meaning; pure. */
public interface Pass {
  /** What it does, in the imperative, as in the names of dumps: {@code fuse-elementwise}. */
  String name();

  /** The rewritten function, or the very same one where there is nothing to do. */
  Function apply(Function function);

  /** The same; a pass whose decisions cost time says them. */
  default Function apply(Function function, Hints hints) {
    return apply(function);
  }
}
