package dev.smalti.processor.lower;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.resolve.Names;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/**
 * A parameter as it is declared, or a component of a record that is one.
 *
 * @param name how reports name it: {@code x}, {@code weights.gain}
 * @param type its type, with the type arguments of the record in place
 * @param element what has its annotations
 * @param unit the file of {@code tree}
 * @param tree where it is declared; of a component whose record has no source, the parameter
 * @param annotations as they are written; none if they are in a class file
 * @param names what names of constants in its shape mean
 * @param position of the parameter in the method
 * @param record the path of the record that has it, {@code weights}; empty of a parameter
 * @param scope what the symbols of its shape are prefixed with, {@code first.}; mostly empty
 * @param ints the components beside it that are an {@code int}
 */
record Declared(
    String name,
    TypeMirror type,
    Element element,
    CompilationUnitTree unit,
    Tree tree,
    List<? extends AnnotationTree> annotations,
    Names names,
    int position,
    String record,
    String scope,
    Set<String> ints) {

  boolean isComponent() {
    return !record.isEmpty();
  }

  /** The name as it is declared. */
  String simpleName() {
    return element.getSimpleName().toString();
  }
}
