package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.JavaFileObject;
import org.jetbrains.jps.javac.APIWrappers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The environments that build tools hand to a processor. */
class JavacEnvironmentTest {
  private static final JavaFileObject TWO =
      JavaFileObjects.forSourceString(
          "app.Ring",
          """
          package app;

          class Ring {
            @dev.smalti.lang.InCore static void first() {}
            @dev.smalti.lang.InCore static void second() {}
          }
          """);

  /** Hands a wrapped environment to a processor. */
  private static Processor wrapping(Processor inner, UnaryOperator<ProcessingEnvironment> wrapper) {
    return new AbstractProcessor() {
      @Override
      public Set<String> getSupportedAnnotationTypes() {
        return inner.getSupportedAnnotationTypes();
      }

      @Override
      public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
      }

      @Override
      public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        inner.init(wrapper.apply(environment));
      }

      @Override
      @SuppressWarnings("DoNotClaimAnnotations")
      public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return inner.process(annotations, round);
      }
    };
  }

  private record Handler(Object inner) implements InvocationHandler, APIWrappers.Wrapped {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      try {
        return method.invoke(inner, arguments);
      } catch (InvocationTargetException failure) {
        throw failure.getCause();
      }
    }
  }

  private static ProcessingEnvironment asIntelliJ(ProcessingEnvironment javac) {
    return (ProcessingEnvironment)
        Proxy.newProxyInstance(
            JavacEnvironmentTest.class.getClassLoader(),
            new Class<?>[] {ProcessingEnvironment.class},
            new Handler(javac));
  }

  /** As Gradle's, with the field that is looked for. */
  private static final class Delegating implements ProcessingEnvironment {
    private final ProcessingEnvironment delegate;

    Delegating(ProcessingEnvironment delegate) {
      this.delegate = delegate;
    }

    @Override
    public Map<String, String> getOptions() {
      return delegate.getOptions();
    }

    @Override
    public Messager getMessager() {
      return delegate.getMessager();
    }

    @Override
    public Filer getFiler() {
      return delegate.getFiler();
    }

    @Override
    public Elements getElementUtils() {
      return delegate.getElementUtils();
    }

    @Override
    public Types getTypeUtils() {
      return delegate.getTypeUtils();
    }

    @Override
    public SourceVersion getSourceVersion() {
      return delegate.getSourceVersion();
    }

    @Override
    public Locale getLocale() {
      return delegate.getLocale();
    }
  }

  /** As Eclipse's: nothing of javac is behind it that could be found. */
  private static ProcessingEnvironment asEclipse(ProcessingEnvironment hidden) {
    return (ProcessingEnvironment)
        Proxy.newProxyInstance(
            JavacEnvironmentTest.class.getClassLoader(),
            new Class<?>[] {ProcessingEnvironment.class},
            (proxy, method, arguments) -> method.invoke(hidden, arguments));
  }

  private static Class<?> unwrapped(UnaryOperator<ProcessingEnvironment> wrapper) {
    Class<?>[] found = {Void.class};
    Processor probe =
        new AbstractProcessor() {
          @Override
          public Set<String> getSupportedAnnotationTypes() {
            return Set.of("*");
          }

          @Override
          public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            JavacEnvironment.unwrap(processingEnv).ifPresent(env -> found[0] = env.getClass());
            return false;
          }
        };
    assertThat(javac().withProcessors(wrapping(probe, wrapper)).compile(TWO)).succeeded();
    return found[0];
  }

  @Test
  void plain() {
    assertThat(unwrapped(javac -> javac).getSimpleName()).isEqualTo("JavacProcessingEnvironment");
  }

  @Test
  void intelliJ() {
    assertThat(unwrapped(JavacEnvironmentTest::asIntelliJ).getSimpleName())
        .isEqualTo("JavacProcessingEnvironment");
  }

  @Test
  void gradle() {
    assertThat(unwrapped(Delegating::new).getSimpleName()).isEqualTo("JavacProcessingEnvironment");
  }

  @Test
  void gradleInIntelliJ() {
    assertThat(unwrapped(javac -> asIntelliJ(new Delegating(javac))).getSimpleName())
        .isEqualTo("JavacProcessingEnvironment");
  }

  @Test
  void foreign() {
    assertThat(unwrapped(JavacEnvironmentTest::asEclipse)).isEqualTo(Void.class);
  }

  /** Gradle sees what is written, and for whom, through the filer that it hands out. */
  @Test
  void everyFileIsWrittenThroughTheFilerOfTheBuildTool() {
    List<String> written = new ArrayList<>();
    Processor processor =
        wrapping(new SmaltiProcessor(), javac -> withFiler(javac, recording(javac, written)));
    Compilation compilation = javac().withProcessors(processor).compile(TWO);
    assertThat(compilation).succeeded();
    assertThat(written)
        .containsExactlyElementsIn(
            compilation.generatedSourceFiles().stream()
                .map(file -> file.getName().replaceAll(".*/(app/.*)\\.java", "$1"))
                .map(name -> name.replace('/', '.'))
                .toList());
  }

  private static Filer recording(ProcessingEnvironment javac, List<String> written) {
    return (Filer)
        Proxy.newProxyInstance(
            JavacEnvironmentTest.class.getClassLoader(),
            new Class<?>[] {Filer.class},
            (proxy, method, arguments) -> {
              written.add(String.valueOf(arguments[0]));
              return method.invoke(javac.getFiler(), arguments);
            });
  }

  private static ProcessingEnvironment withFiler(ProcessingEnvironment javac, Filer filer) {
    Handler inner = new Handler(javac);
    return (ProcessingEnvironment)
        Proxy.newProxyInstance(
            JavacEnvironmentTest.class.getClassLoader(),
            new Class<?>[] {ProcessingEnvironment.class},
            new WithFiler(inner, filer));
  }

  /** An environment of IntelliJ with another filer. */
  private record WithFiler(Handler handler, Filer filer)
      implements InvocationHandler, APIWrappers.Wrapped {
    @Override
    public Object inner() {
      return handler.inner();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      return method.getName().equals("getFiler") ? filer : handler.invoke(proxy, method, arguments);
    }
  }

  @Test
  @DisplayName("another compiler gets one clear error, at the first annotated method")
  void notJavac() {
    Compilation compilation =
        javac()
            .withProcessors(wrapping(new SmaltiProcessor(), JavacEnvironmentTest::asEclipse))
            .compile(TWO);
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining("[SML-002] kernels are read by javac; this compiler is")
        .inFile(TWO)
        .onLine(4);
  }
}
