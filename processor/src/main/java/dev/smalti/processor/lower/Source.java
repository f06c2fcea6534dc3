package dev.smalti.processor.lower;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import dev.smalti.processor.resolve.Names;
import javax.lang.model.element.ExecutableElement;

/**
 * The parsed form of a method.
 *
 * @param unit its source file
 * @param tree its declaration
 * @param element the method
 * @param names what simple names mean in its class
 * @param carried whether it travelled in a generated class: its file is not part of this
 *     compilation, so nothing can be reported there
 */
record Source(
    CompilationUnitTree unit,
    MethodTree tree,
    ExecutableElement element,
    Names names,
    boolean carried) {
  /** The name of a parameter: class files do not always have it. */
  String parameter(int index) {
    return tree.getParameters().get(index).getName().toString();
  }
}
