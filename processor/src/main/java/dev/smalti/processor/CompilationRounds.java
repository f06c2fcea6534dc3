package dev.smalti.processor;

import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;

/** The compiler behind the entry point, which may not name what only javac has. */
interface CompilationRounds {
  /** The next round of processing. */
  void next(RoundEnvironment round);

  /**
   * Builds the compiler.
   *
   * @param javac javac's own environment
   * @param filer the one that was handed out: a build tool that wraps it records what is written
   */
  static CompilationRounds start(ProcessingEnvironment javac, Filer filer, Options options) {
    return DaggerCompiler.factory().create(javac, filer, options).rounds();
  }
}
