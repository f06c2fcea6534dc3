package dev.smalti.processor;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dagger.Module;
import dagger.Provides;
import dev.smalti.processor.emit.Generated;
import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.lower.FrontEnd;
import dev.smalti.processor.lower.HelperForm;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Variant;
import dev.smalti.processor.pass.Pass;
import dev.smalti.processor.resolve.Members;
import dev.smalti.processor.resolve.Names;
import dev.smalti.processor.resolve.Resolutions;
import dev.smalti.processor.resolve.SourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Parts of the compiler that do next to nothing, to test the order of work alone. In a body, {@code
 * bad(...)} is an error, {@code crash()} makes the reader fail, {@code misread()} is resolved
 * wrongly, {@code vanish()} gives no function and no error, {@code left()} neither but leaves it to
 * javac, {@code lost()} calls what is nowhere, and a name in upper case that does not exist is an
 * error.
 */
@Module
final class FakeParts {
  private static final Span HERE = new Span("Test.java", 1, 1);

  private FakeParts() {}

  @Provides
  static BodyReader.Factory readers(Trees trees, Elements elements, Report report) {
    return compiled -> new Reader(trees, elements, report);
  }

  @Provides
  static List<Pass> passes() {
    return List.of(
        new Pass() {
          @Override
          public String name() {
            return "nothing";
          }

          @Override
          public Function apply(Function function) {
            return function;
          }
        });
  }

  @Provides
  static Emitter emitter(Elements elements) {
    return new Classes(elements);
  }

  private record Reader(Trees trees, Elements elements, Report report, Resolutions found)
      implements BodyReader {
    Reader(Trees trees, Elements elements, Report report) {
      this(trees, elements, report, new Resolutions());
    }

    @Override
    public List<Function> companions() {
      return List.of();
    }

    @Override
    public Map<FunctionId, List<Variant>> variants() {
      return Map.of();
    }

    @Override
    public Map<FunctionId, List<SpecialCase>> specialCases() {
      return Map.of();
    }

    @Override
    public List<Function> instances() {
      return List.of();
    }

    @Override
    public Optional<Function> read(ExecutableElement method) {
      TreePath path = trees.getPath(method);
      CompilationUnitTree unit = path.getCompilationUnit();
      TypeElement owner = (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
      boolean[] wrong = {false};
      List<Stmt> calls = new ArrayList<>();
      new BodyScanner(
              unit, new SourceNames(elements, new Members(elements), unit, owner), wrong, calls)
          .scan(path, null);
      AnnotatedMethod annotated = AnnotatedMethod.of(method, elements).orElseThrow();
      return wrong[0]
          ? Optional.empty()
          : Optional.of(
              new Function(
                  annotated.id(),
                  annotated.kind(),
                  List.of(),
                  List.of(),
                  List.of(),
                  List.of(),
                  List.of(),
                  new Block(calls),
                  HERE));
    }

    @Override
    public boolean hasSource(ExecutableElement method) {
      return trees.getPath(method) != null;
    }

    @Override
    public Optional<HelperForm> helpers(TypeElement owner) {
      return Optional.empty();
    }

    @Override
    public Optional<FrontEnd.Located> locate(FunctionId function, Span span) {
      return Optional.empty();
    }

    @Override
    public Resolutions resolutions() {
      return found;
    }

    private final class BodyScanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
      private final CompilationUnitTree unit;
      private final Names names;
      private final boolean[] wrong;
      private final List<Stmt> calls;

      BodyScanner(CompilationUnitTree unit, Names names, boolean[] wrong, List<Stmt> calls) {
        this.unit = unit;
        this.names = names;
        this.wrong = wrong;
        this.calls = calls;
      }

      @Override
      public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        String name = call.getMethodSelect().toString();
        switch (name) {
          case "bad" -> wrong("this call is bad", call);
          case "crash" -> throw new IllegalStateException("planted");
          case "vanish" -> wrong[0] = true;
          case "left" -> {
            wrong[0] = true;
            report.leaveToJavac();
          }
          case "lost" ->
              calls.add(
                  new Stmt.Call(
                      new FunctionId("app.Nowhere", "lost", ""),
                      List.of(),
                      List.of(),
                      new Origin(List.of(HERE))));
          case "misread" ->
              found.add(unit, call.getMethodSelect(), names.methods("bad").getFirst());
          default -> {}
        }
        return super.visitMethodInvocation(call, null);
      }

      @Override
      public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void none) {
        String name = identifier.getName().toString();
        if (Character.isUpperCase(name.charAt(0)) && names.type(name).isEmpty()) {
          wrong("unknown " + name, identifier);
        }
        return null;
      }

      private void wrong(String text, Tree at) {
        wrong[0] = true;
        report.error(Code.EXPRESSION, unit, at, text);
      }
    }
  }

  private record Classes(Elements elements) implements Emitter {
    @Override
    public List<Generated> facades(TypeElement owner, List<Entry> entries) {
      StringBuilder methods = new StringBuilder();
      for (Entry entry : entries) {
        methods.append("  static void %s() {}\n".formatted(entry.method().id().method()));
      }
      String name = entries.getFirst().method().id().flatOwner() + "Kernels";
      return List.of(generated(owner, name, methods.toString()));
    }

    @Override
    public List<Generated> implementation(
        TypeElement owner, Function lowered, Function optimized, Hints hints) {
      String name = lowered.id().flatOwner() + "_" + lowered.id().method();
      return List.of(generated(owner, name, "  static final int LINES = 1;\n"));
    }

    @Override
    public List<Generated> specialCase(
        TypeElement owner, Function lowered, Function optimized, Hints hints) {
      return List.of();
    }

    @Override
    public List<Generated> helpers(TypeElement owner) {
      return List.of();
    }

    private Generated generated(TypeElement owner, String name, String members) {
      String home = elements.getPackageOf(owner).getQualifiedName().toString();
      String declared = "final class " + name + " {\n" + members + "}\n";
      return home.isEmpty()
          ? new Generated(name, declared)
          : new Generated(home + "." + name, "package " + home + ";\n\n" + declared);
    }
  }
}
