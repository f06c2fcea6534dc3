package dev.smalti.processor;

import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.annotation.processing.RoundEnvironment;
import javax.inject.Inject;
import javax.inject.Singleton;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;

/** The text of every source file of the compilation. */
@Singleton
final class SourceTexts {
  private final Trees trees;
  private final Map<String, JavaFileObject> files = new LinkedHashMap<>();

  @Inject
  SourceTexts(Trees trees) {
    this.trees = trees;
  }

  /** Makes the files of a round known. */
  void add(RoundEnvironment round) {
    for (Element root : round.getRootElements()) {
      TreePath path = trees.getPath(root);
      if (path != null) {
        JavaFileObject file = path.getCompilationUnit().getSourceFile();
        files.putIfAbsent(file.toUri().toString(), file);
      }
    }
  }

  /** Whether javac found the source of a class by itself: no classes are generated for it. */
  boolean isImplicit(TypeElement type) {
    TreePath path = trees.getPath(type);
    return path != null
        && !files.containsKey(path.getCompilationUnit().getSourceFile().toUri().toString());
  }

  /** Whether a name stands anywhere, perhaps in a comment only. */
  boolean mention(String name) {
    return files.values().stream().anyMatch(file -> mentions(file, name));
  }

  private static boolean mentions(JavaFileObject file, String name) {
    try {
      return file.getCharContent(true).toString().contains(name);
    } catch (IOException unreadable) {
      return true;
    }
  }
}
