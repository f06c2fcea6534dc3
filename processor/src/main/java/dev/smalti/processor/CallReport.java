package dev.smalti.processor;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;

/**
 * What the front end reports to. It can say that a callee has no body to read; only the table of
 * compiled forms knows that there is one, of another version.
 */
record CallReport(Report report, CompiledForms forms) implements Report {
  @Override
  public void error(Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
    if (code == Code.BODY_UNAVAILABLE && forms.refusal().isPresent()) {
      report.error(
          Code.UNKNOWN_VERSION,
          unit,
          at,
          forms.refusal().get(),
          "Compile the library again with this version of Smalti, or use the version that compiled"
              + " it.");
    } else {
      report.error(code, unit, at, text, details);
    }
  }

  @Override
  public void leaveToJavac() {
    report.leaveToJavac();
  }

  @Override
  public void note(Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
    report.note(code, unit, at, text, details);
  }
}
