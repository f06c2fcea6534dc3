package dev.smalti.processor.message;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;

/** Takes what is found wrong; how and when it is printed is up to the implementation. */
public interface Report {
  /**
   * An error at a tree.
   *
   * @param code which kind
   * @param unit the source file
   * @param at where the caret stands
   * @param text what is wrong, with the values
   * @param details lines below: where the other half is, and last what to do; without any, the help
   *     line of the code is printed
   */
  void error(Code code, CompilationUnitTree unit, Tree at, String text, String... details);

  /** What is being read is an error of Java's, which javac reports when it comes to it. */
  void leaveToJavac();

  /** As an error, but the program is accepted. */
  void note(Code code, CompilationUnitTree unit, Tree at, String text, String... details);
}
