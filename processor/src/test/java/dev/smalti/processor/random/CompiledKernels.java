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
  private static final CodeFault NO_FAULT = new CodeFault("nothing", (_, _) -> false);

  private final InMemoryClasses classes;
  private final ClassLoader scalar;
  private final ClassLoader vector;
  private final CarriedForms forms;

  private CompiledKernels(InMemoryClasses classes, CarriedForms forms, CodeFault fault) {
    this.classes = classes;
    this.scalar = new OfTier(classes, false, fault);
    this.vector = new OfTier(classes, true, fault);
    this.forms = forms;
  }

  /** The same kernels, as an emitter with a fault would have written them. */
  CompiledKernels with(CodeFault fault) {
    return new CompiledKernels(classes, forms, fault);
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
      InMemoryClasses classes = new InMemoryClasses(compilation);
      return new CompiledKernels(classes, new CarriedForms(classes.bytes()), NO_FAULT);
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
    return method(vector, NAME + "Kernels", kernel);
  }

  /** The entry point of generated code, which runs plain loops. */
  Method scalar(RandomKernelText kernel) {
    return method(scalar, NAME + "Kernels", kernel);
  }

  /** Whether there is a loop in vectors. */
  boolean hasVectorClass(RandomKernelText kernel) {
    return classes.has(NAME + "_" + kernel.name() + "_Vector");
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

  /** Generated classes for one tier: every kernel asks its core whether there are vectors. */
  private static final class OfTier extends ClassLoader {
    private final InMemoryClasses classes;
    private final boolean vectors;
    private final CodeFault fault;

    OfTier(InMemoryClasses classes, boolean vectors, CodeFault fault) {
      super(Core.class.getClassLoader());
      this.classes = classes;
      this.vectors = vectors;
      this.fault = fault;
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
              ClassTransform.transformingMethodBodies(this::change));
      return defineClass(name, changed, 0, changed.length);
    }

    private void change(CodeBuilder code, CodeElement element) {
      if (element instanceof InvokeInstruction call
          && call.name().equalsString("hasVectors")
          && call.type().equalsString("()Z")) {
        code.pop().loadConstant(vectors ? 1 : 0);
      } else if (!fault.change().test(code, element)) {
        code.with(element);
      }
    }
  }
}
