package dev.smalti.processor;

import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;

/** The compiler behind the entry point, which may not name what only javac has. */
interface CompilationRounds {
  /** The next round of processing. */
  void next(RoundEnvironment round);

  /** Builds the compiler, on javac's own environment. */
  static CompilationRounds start(ProcessingEnvironment javac, Options options) {
    return DaggerCompiler.factory().create(javac, options).rounds();
  }
}
