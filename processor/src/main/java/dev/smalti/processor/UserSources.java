package dev.smalti.processor;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.smalti.processor.emit.SourceLines;
import dev.smalti.processor.lower.HelperForm;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.inject.Inject;
import javax.inject.Singleton;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;

/** The text of the user's files, for the comments of generated code. */
@Singleton
final class UserSources {
  private final Trees trees;

  /** Lines by number, by simple name, then by place: files of two packages may have one name. */
  private final Map<String, Map<String, Map<Integer, String>>> files = new HashMap<>();

  @Inject
  UserSources(Trees trees) {
    this.trees = trees;
  }

  /** Makes the file of a class known: methods of other files may take a helper from it. */
  void add(TypeElement owner) {
    TreePath path = trees.getPath(owner);
    if (path != null) {
      JavaFileObject file = file(path.getCompilationUnit());
      files
          .computeIfAbsent(simpleName(file), _ -> new TreeMap<>())
          .computeIfAbsent(file.toUri().toString(), _ -> lines(file));
    }
  }

  /**
   * Makes known the lines of helpers whose file is not part of this compilation.
   *
   * @param home the package of their class, in which no other file has that name
   */
  void add(String home, HelperForm helpers) {
    Map<Integer, String> lines =
        files
            .computeIfAbsent(helpers.file(), _ -> new TreeMap<>())
            .computeIfAbsent("package " + home, _ -> new HashMap<>());
    for (HelperForm.Method method : helpers.methods()) {
      int number = method.line();
      for (String line : method.lines().lines().toList()) {
        lines.put(number++, line);
      }
    }
  }

  /**
   * Whether the file of a class is named after it. Another file that names a class which is not
   * brings a warning of javac's.
   */
  boolean isMainOfItsFile(TypeElement topLevel) {
    TreePath path = trees.getPath(topLevel);
    return path == null
        || file(path.getCompilationUnit())
            .isNameCompatible(topLevel.getSimpleName().toString(), JavaFileObject.Kind.SOURCE);
  }

  /** Lines as a method of this class names them: of its own file, or another one of that name. */
  SourceLines seenFrom(TypeElement owner) {
    TreePath path = trees.getPath(owner);
    Optional<String> own =
        Optional.ofNullable(path).map(p -> file(p.getCompilationUnit()).toUri().toString());
    return (name, line) -> text(own, name).flatMap(text -> Optional.ofNullable(text.get(line)));
  }

  private Optional<Map<Integer, String>> text(Optional<String> own, String name) {
    Map<String, Map<Integer, String>> named = files.getOrDefault(name, Map.of());
    Optional<Map<Integer, String>> mine = own.map(named::get);
    return mine.isPresent() || named.size() != 1 ? mine : named.values().stream().findFirst();
  }

  private static JavaFileObject file(CompilationUnitTree unit) {
    return unit.getSourceFile();
  }

  private static String simpleName(JavaFileObject file) {
    String name = file.getName();
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  }

  /** Comments are worth no failure: a file that cannot be read again gives none. */
  private static Map<Integer, String> lines(JavaFileObject file) {
    Map<Integer, String> lines = new HashMap<>();
    try {
      for (String line : file.getCharContent(true).toString().lines().toList()) {
        lines.put(lines.size() + 1, line);
      }
    } catch (IOException unreadable) {
      lines.clear();
    }
    return lines;
  }
}
