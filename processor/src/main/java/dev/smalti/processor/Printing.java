package dev.smalti.processor;

import dev.smalti.processor.message.Diagnostics;
import javax.annotation.processing.ProcessingEnvironment;
import javax.inject.Inject;

/** When findings are printed: after javac's analysis, or in the round where javac does not call. */
final class Printing {
  private final ProcessingEnvironment javac;
  private final Diagnostics diagnostics;
  private final ResolutionCheck resolutions;
  private boolean listening;

  @Inject
  Printing(ProcessingEnvironment javac, Diagnostics diagnostics, ResolutionCheck resolutions) {
    this.javac = javac;
    this.diagnostics = diagnostics;
    this.resolutions = resolutions;
  }

  /** Asks javac to call when it has analysed a class. */
  void start() {
    listening = AfterAnalysis.listen(javac, diagnostics, resolutions);
  }

  /** Prints what nobody else will print. */
  void endOfRound(boolean last) {
    if (!listening && last) {
      diagnostics.printRest();
    }
  }
}
