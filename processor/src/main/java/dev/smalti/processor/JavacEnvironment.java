package dev.smalti.processor;

import java.lang.reflect.Field;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * Finds javac's own environment behind the wrappers that build tools put around it. The tree
 * interfaces work with javac's own environment only.
 */
final class JavacEnvironment {
  private static final String JAVAC = "com.sun.tools.javac.processing.JavacProcessingEnvironment";
  private static final int DEPTH = 5;

  private JavacEnvironment() {}

  /** Empty under a compiler that is not javac. */
  static Optional<ProcessingEnvironment> unwrap(ProcessingEnvironment wrapped) {
    Optional<ProcessingEnvironment> environment = Optional.of(wrapped);
    for (int depth = 0; depth < DEPTH && environment.isPresent(); depth++) {
      ProcessingEnvironment now = environment.get();
      if (now.getClass().getName().equals(JAVAC)) {
        return environment;
      }
      environment = behindProxy(now).or(() -> behindDelegate(now));
    }
    return Optional.empty();
  }

  /** IntelliJ hands out a proxy, and a class that looks behind it. */
  private static Optional<ProcessingEnvironment> behindProxy(ProcessingEnvironment proxy) {
    try {
      Class<?> wrappers =
          Class.forName(
              "org.jetbrains.jps.javac.APIWrappers",
              true,
              proxy.getClass().getClassLoader() == null
                  ? JavacEnvironment.class.getClassLoader()
                  : proxy.getClass().getClassLoader());
      return environment(
          wrappers
              .getDeclaredMethod("unwrap", Class.class, Object.class)
              .invoke(null, ProcessingEnvironment.class, proxy));
    } catch (ReflectiveOperationException | LinkageError | RuntimeException absent) {
      return Optional.empty();
    }
  }

  /** Gradle keeps the environment in a field of its incremental one, or of a class above it. */
  private static Optional<ProcessingEnvironment> behindDelegate(ProcessingEnvironment wrapper) {
    for (Class<?> type = wrapper.getClass(); type != null; type = type.getSuperclass()) {
      Optional<ProcessingEnvironment> found = delegateOf(type, wrapper);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<ProcessingEnvironment> delegateOf(
      Class<?> type, ProcessingEnvironment wrapper) {
    try {
      Field delegate = type.getDeclaredField("delegate");
      delegate.setAccessible(true);
      return environment(delegate.get(wrapper));
    } catch (ReflectiveOperationException | RuntimeException absent) {
      return Optional.empty();
    }
  }

  private static Optional<ProcessingEnvironment> environment(@Nullable Object found) {
    return found instanceof ProcessingEnvironment environment
        ? Optional.of(environment)
        : Optional.empty();
  }
}
