package dev.smalti.processor.emit;

import com.palantir.javapoet.TypeName;
import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parser;
import dev.smalti.processor.ir.Printer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Classes generated from functions in text form, compiled in memory without a single warning. */
final class Emitted {
  private final Map<String, String> sources;
  private final Map<String, byte[]> classes;
  private final ClassLoader loader;

  private Emitted(Map<String, String> sources, Map<String, byte[]> classes) {
    this.sources = sources;
    this.classes = classes;
    this.loader =
        new ClassLoader(Emitted.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
              throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
          }
        };
  }

  /** Emits and compiles every function of a text; no overlap of arguments is accepted. */
  static Emitted of(String ir) {
    return of(ir, Aliasing.NONE);
  }

  static Emitted of(String ir, Aliasing aliasing) {
    Map<String, String> sources = sources(ir, aliasing);
    return new Emitted(sources, compile(sources));
  }

  /** For programs of these numbers of ranks. */
  static Emitted of(String ir, String worlds) {
    EmitOptions options = new EmitOptions(true, false, SourceLines.NONE);
    Map<String, String> sources = sources(ir, Aliasing.NONE, options, worlds);
    return new Emitted(sources, compile(sources));
  }

  static Emitted ofSources(Map<String, String> sources) {
    return new Emitted(sources, compile(sources));
  }

  /** What is emitted, by class name. */
  static Map<String, String> sources(String ir, Aliasing aliasing) {
    EmitOptions options = new EmitOptions(true, true, SourceLines.NONE);
    return sources(ir, aliasing, options);
  }

  static Map<String, String> sources(String ir, Aliasing aliasing, EmitOptions options) {
    return sources(ir, aliasing, options, "");
  }

  private static Map<String, String> sources(
      String ir, Aliasing aliasing, EmitOptions options, String worlds) {
    Map<String, String> sources = new LinkedHashMap<>();
    List<Signature> signatures = new ArrayList<>();
    for (Function function : Parser.parse(ir).functions()) {
      CarriedForm form = new CarriedForm(1, Printer.print(function), List.of());
      List<Generated> generated =
          switch (function.kind()) {
            case INCORE ->
                new KernelEmitter(options)
                    .emit(
                        function,
                        form,
                        ScratchSlots.ONE_EACH,
                        aliasing,
                        List.of(),
                        Hints.unwanted());
            case JIT -> List.of(new TaskEmitter(options).emit(function, form, List.of()));
            case HOST -> List.of(new ProgramEmitter(options).emit(function, form));
            case INLINE -> throw new IllegalArgumentException("helpers have no class");
          };
      generated.forEach(g -> sources.put(g.name(), g.text()));
      signatures.add(signature(function, worlds));
    }
    List<Function> all = Parser.parse(ir).functions();
    FunctionTable table = id -> all.stream().filter(f -> f.id().equals(id)).findFirst();
    for (Function function : all) {
      if (!ProtocolEmitter.hasSkeleton(function)) {
        continue;
      }
      Generated skeleton = new ProtocolEmitter(options, table).emit(function, true);
      sources.put(skeleton.name(), skeleton.text());
    }
    for (Generated facade : new FacadeEmitter(options, true).emit(signatures, true)) {
      sources.put(facade.name(), facade.text());
    }
    return sources;
  }

  private static Signature signature(Function function, String worlds) {
    return new Signature(
        function.id(),
        function.kind(),
        OuterClass.parameters(function).stream()
            .map(p -> new Signature.SignatureParameter(p.name(), Api.typeName(Api.type(p.type()))))
            .toList(),
        true,
        worlds);
  }

  /** The class files by name; fails on every message of javac. */
  static Map<String, byte[]> compile(Map<String, String> sources) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
    Map<String, ByteArrayOutputStream> outputs = new LinkedHashMap<>();
    try (var standard = compiler.getStandardFileManager(messages, null, null);
        var manager = new MemoryFiles(standard, outputs)) {
      var options =
          List.of(
              "-proc:none",
              "--add-modules=jdk.incubator.vector",
              "-Xlint:all,-incubating",
              "-Werror");
      List<JavaFileObject> units = new ArrayList<>();
      sources.forEach((name, text) -> units.add(new Source(name, text)));
      boolean compiled = compiler.getTask(null, manager, messages, options, null, units).call();
      if (!compiled || !messages.getDiagnostics().isEmpty()) {
        throw new AssertionError(report(messages.getDiagnostics(), sources));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Map<String, byte[]> classes = new LinkedHashMap<>();
    outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return classes;
  }

  private static String report(
      List<Diagnostic<? extends JavaFileObject>> messages, Map<String, String> sources) {
    return messages + "\n" + String.join("\n", sources.values());
  }

  String source(String name) {
    return Optional.ofNullable(sources.get(name)).orElseThrow();
  }

  Map<String, byte[]> classes() {
    return classes;
  }

  /** Calls a public static method of a generated class. */
  Object call(String className, String method, Object... arguments) {
    try {
      for (Method candidate : loader.loadClass(className).getDeclaredMethods()) {
        if (candidate.getName().equals(method)
            && candidate.getParameterCount() == arguments.length) {
          candidate.setAccessible(true);
          return candidate.invoke(null, arguments);
        }
      }
      throw new AssertionError("no method " + method + " in " + className);
    } catch (InvocationTargetException thrown) {
      throw unchecked(thrown);
    } catch (ReflectiveOperationException failure) {
      throw new LinkageError("generated code cannot be called", failure);
    }
  }

  private static RuntimeException unchecked(InvocationTargetException thrown) {
    return switch (thrown.getCause()) {
      case RuntimeException exception -> exception;
      case Error error -> throw error;
      case null, default -> throw new AssertionError(thrown);
    };
  }

  /** Calls a method of an object of a generated class. */
  static void callOn(Object target, String method, Object... arguments) {
    try {
      for (Method candidate : target.getClass().getMethods()) {
        if (candidate.getName().equals(method)
            && candidate.getParameterCount() == arguments.length) {
          candidate.invoke(target, arguments);
          return;
        }
      }
      throw new AssertionError("no method " + method);
    } catch (InvocationTargetException thrown) {
      throw unchecked(thrown);
    } catch (ReflectiveOperationException failure) {
      throw new LinkageError("generated code cannot be called", failure);
    }
  }

  static TypeName type(String text) {
    return Api.typeName(text);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("memory:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> outputs;

    MemoryFiles(JavaFileManager standard, Map<String, ByteArrayOutputStream> outputs) {
      super(standard);
      this.outputs = outputs;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(
          URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          outputs.put(name, bytes);
          return bytes;
        }
      };
    }
  }
}
