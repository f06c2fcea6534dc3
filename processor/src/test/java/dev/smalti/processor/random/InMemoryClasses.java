package dev.smalti.processor.random;

import com.google.testing.compile.Compilation;
import dev.smalti.lang.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.tools.JavaFileObject;

/** Loads what a compilation made. */
public final class InMemoryClasses extends ClassLoader {
  private final Map<String, byte[]> files = new HashMap<>();

  public InMemoryClasses(Compilation compilation) throws IOException {
    super(InMemoryClasses.class.getClassLoader());
    for (JavaFileObject file : compilation.generatedFiles()) {
      if (file.getKind() == JavaFileObject.Kind.CLASS) {
        try (InputStream in = file.openInputStream()) {
          String path = file.toUri().getPath();
          String name =
              path.substring("/CLASS_OUTPUT/".length(), path.length() - ".class".length())
                  .replace('/', '.');
          files.put(name, in.readAllBytes());
        }
      }
    }
  }

  /** The method of a class that has this name and takes tensors, whatever its modifiers. */
  public static Method kernel(Class<?> owner, String name) {
    Method found =
        Arrays.stream(owner.getDeclaredMethods())
            .filter(m -> m.getName().equals(name) && m.getParameterTypes()[0] == Tensor.class)
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found;
  }

  /** Whether the compilation made a class of this name. */
  public boolean has(String name) {
    return files.containsKey(name);
  }

  /** The class files. */
  Collection<byte[]> bytes() {
    return files.values();
  }

  /** The class file of a class that the compilation made. */
  public byte[] bytes(String name) {
    return Optional.ofNullable(files.get(name)).orElseThrow();
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes =
        Optional.ofNullable(files.get(name)).orElseThrow(() -> new ClassNotFoundException(name));
    return defineClass(name, bytes, 0, bytes.length);
  }
}
