package dev.smalti.processor.lower;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Helpers that travelled, parsed: each stands at the line and column at which it stands in the file
 * of its author. Only javac's parser is used, which needs no class path.
 */
final class HelperTrees {
  /** The shortest class there can be; whatever a method is in, as much stands before it. */
  private static final String CLASS = "class A{";

  private final HelperForm form;
  private final Optional<CompilationUnitTree> unit;

  HelperTrees(HelperForm form) {
    this.form = form;
    this.unit = parse();
  }

  /** The file; empty if what was carried is not Java that this compiler reads. */
  Optional<CompilationUnitTree> unit() {
    return unit;
  }

  /** The declaration of a helper. */
  Optional<MethodTree> method(HelperForm.Method method) {
    int index = form.methods().indexOf(method);
    return unit.map(parsed -> (MethodTree) members(parsed).get(index));
  }

  private static List<? extends Tree> members(CompilationUnitTree unit) {
    return ((ClassTree) unit.getTypeDecls().getFirst()).getMembers();
  }

  private Optional<CompilationUnitTree> parse() {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  Writer.nullWriter(),
                  files,
                  _ -> {},
                  List.of("-proc:none"),
                  null,
                  List.of(new Text(form.file(), text())));
      for (CompilationUnitTree parsed : task.parse()) {
        if (parsed.getTypeDecls().size() == 1 && isComplete(members(parsed))) {
          return Optional.of(parsed);
        }
      }
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable); // the text is in memory
    }
    return Optional.empty();
  }

  private boolean isComplete(List<? extends Tree> members) {
    if (members.size() != form.methods().size()) {
      return false;
    }
    for (int i = 0; i < members.size(); i++) {
      if (!(members.get(i) instanceof MethodTree method)
          || !method.getName().contentEquals(form.methods().get(i).name())) {
        return false;
      }
    }
    return true;
  }

  /** A class with the helpers where they were, blank elsewhere. */
  private String text() {
    StringBuilder text = new StringBuilder(CLASS);
    int line = 1;
    int column = CLASS.length();
    for (HelperForm.Method method : form.methods()) {
      for (; line < method.line(); line++) {
        text.append('\n');
        column = 0;
      }
      String before = method.before();
      for (int i = column; i < before.length(); i++) {
        text.append(before.charAt(i) == '\t' ? '\t' : ' ');
      }
      String declaration = method.declaration();
      text.append(declaration);
      String[] lines = declaration.split("\r\n|\r|\n", -1);
      line += lines.length - 1;
      column = lines[lines.length - 1].length() + (lines.length == 1 ? before.length() : 0);
    }
    return text.append('}').toString();
  }

  /** A file of a name, in memory. */
  private static final class Text extends SimpleJavaFileObject {
    private final String text;

    Text(String file, String text) {
      super(uri(file), Kind.SOURCE);
      this.text = text;
    }

    private static URI uri(String file) {
      try {
        return new URI("helpers", null, "/" + file, null);
      } catch (URISyntaxException impossible) {
        throw new IllegalArgumentException(file, impossible);
      }
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
