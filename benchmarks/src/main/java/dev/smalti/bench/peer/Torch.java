package dev.smalti.bench.peer;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.ParameterStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** libtorch, called as a Java developer calls it: through DJL. */
public final class Torch {
  private static final String ENGINE = "PyTorch";

  private final NDManager manager = NDManager.newBaseManager(ENGINE);
  private final Path scripts;

  private Torch(Path scripts) {
    this.scripts = scripts;
  }

  /**
   * Loads the library.
   *
   * @param scripts the folder of the files that {@code torchscript_peers.py} writes
   */
  public static Torch load(Path scripts) {
    return new Torch(scripts);
  }

  /** Its version, and how many threads it takes. */
  public String configuration() {
    return "libtorch through DJL " + Engine.getDjlVersion() + ", " + Engine.getEngine(ENGINE);
  }

  /** An array with these elements. */
  public NDArray array(float[] elements, long... shape) {
    return manager.create(elements, new Shape(shape));
  }

  /**
   * A function that has no method in DJL.
   *
   * @param name of its file
   */
  public Function<List<NDArray>, NDArray> script(String name) {
    Model model = Model.newInstance(name, ENGINE);
    try {
      model.load(scripts, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MalformedModelException e) {
      throw new IllegalStateException(name + " is no TorchScript", e);
    }
    return new Script(model, new ParameterStore(manager, false));
  }

  /** A block is of no use without its model, which is let go when nobody holds it. */
  private record Script(Model model, ParameterStore parameters)
      implements Function<List<NDArray>, NDArray> {
    @Override
    public NDArray apply(List<NDArray> inputs) {
      return model.getBlock().forward(parameters, new NDList(inputs), false).singletonOrThrow();
    }
  }
}
