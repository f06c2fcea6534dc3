package dev.smalti.processor.random;

import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.processor.SmaltiProcessor;
import dev.smalti.processor.ir.Function;
import dev.smalti.runtime.Core;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Method;
import java.util.List;

/** A class of random kernels: as it stands, in both tiers, and as the compiler carries it. */
final class CompiledKernels {
  private static final String NAME = "Kernels";

  private final InMemoryClasses classes;
  private final ClassLoader scalar;
  private final CarriedForms forms;

  private CompiledKernels(Compilation compilation) throws IOException {
    this.classes = new InMemoryClasses(compilation);
    this.scalar = new WithoutVectors(classes);
    this.forms = new CarriedForms(classes.bytes());
  }

  /** A compilation that failed. */
  static final class RejectedException extends Exception {
    private static final long serialVersionUID = 1;

    RejectedException(String message, Throwable cause) {
      super(message, cause);
    }

    RejectedException(String message) {
      super(message);
    }
  }

  /**
   * Compiles kernels.
   *
   * @throws RejectedException if the compiler finds a fault in them, or has one
   */
  static CompiledKernels of(List<RandomKernelText> kernels) throws RejectedException {
    String source = RandomKernelText.classOf(NAME, kernels);
    try {
      Compilation compilation =
          javac()
              .withProcessors(new SmaltiProcessor())
              .withOptions("--add-modules=jdk.incubator.vector", "-Asmalti.verify")
              .compile(JavaFileObjects.forSourceString(NAME, source));
      if (compilation.status() != Compilation.Status.SUCCESS) {
        throw new RejectedException(compilation.errors().toString());
      }
      return new CompiledKernels(compilation);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException | StackOverflowError crash) {
      throw new RejectedException("the compiler crashed: " + crash, crash);
    }
  }

  /** The method as the user wrote it. */
  Method eager(RandomKernelText kernel) {
    return method(classes, NAME, kernel);
  }

  /** The entry point of generated code, which runs in vectors. */
  Method vector(RandomKernelText kernel) {
    return method(classes, NAME + "Kernels", kernel);
  }

  /** The entry point of generated code, which runs plain loops. */
  Method scalar(RandomKernelText kernel) {
    return method(scalar, NAME + "Kernels", kernel);
  }

  /** What the compiler read, before the first pass. */
  Function function(RandomKernelText kernel) {
    return forms.of(NAME, kernel.name());
  }

  CarriedForms forms() {
    return forms;
  }

  private static Method method(ClassLoader loader, String owner, RandomKernelText kernel) {
    try {
      for (Method method : loader.loadClass(owner).getDeclaredMethods()) {
        if (method.getName().equals(kernel.name()) && method.getParameterTypes()[0] != Core.class) {
          method.setAccessible(true);
          return method;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(owner, e);
    }
    throw new IllegalStateException("no " + kernel.name() + " in " + owner);
  }

  /** The same classes for a machine without vectors: every kernel asks its core for them. */
  private static final class WithoutVectors extends ClassLoader {
    private final InMemoryClasses classes;

    WithoutVectors(InMemoryClasses classes) {
      super(Core.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!classes.has(name)) {
        throw new ClassNotFoundException(name);
      }
      ClassFile format = ClassFile.of();
      byte[] changed =
          format.transformClass(
              format.parse(classes.bytes(name)),
              ClassTransform.transformingMethodBodies(WithoutVectors::scalar));
      return defineClass(name, changed, 0, changed.length);
    }

    private static void scalar(CodeBuilder code, CodeElement element) {
      if (element instanceof InvokeInstruction call
          && call.name().equalsString("hasVectors")
          && call.type().equalsString("()Z")) {
        code.pop().iconst_0();
      } else {
        code.with(element);
      }
    }
  }
}
