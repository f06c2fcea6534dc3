package dev.smalti.lang;

import dev.smalti.lang.spi.CollectiveNames;
import dev.smalti.lang.spi.Ranks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Runs the definition of a collective as it stands: a public method of a class of the collectives
 * artefact, {@code AllReduce.ring} for {@code allReduce(..., RING)}. The compiler finds it by the
 * same rule.
 */
final class Collective {
  private final String name;
  private final String algorithm;
  private final int cores;
  private final Object[] operands;
  private final CollectiveShares shares;
  private final Method definition;

  /**
   * A call.
   *
   * @param name the method of a window that is called
   * @param options as they were given
   * @param operands of the definition, memory of one axis each, and the signal of any shape
   */
  Collective(String name, CollectiveOption[] options, Object... operands) {
    this.name = name;
    this.operands = operands.clone();
    this.algorithm = algorithm(options);
    this.cores = cores(options);
    this.shares = new CollectiveShares(name, algorithm, cores, operands);
    checkOverlap();
    this.definition = definition();
  }

  /** Runs it on this rank; where no rank is bound, as a dispatch to every rank. */
  void run(Ranks ranks) {
    if (cores > 1) {
      shares.check(ranks);
    }
    new CollectiveSizes(name, ranks.size(), operands).check();
    for (Object operand : operands) {
      if (operand instanceof Integer rank && (rank < 0 || rank >= ranks.size())) {
        throw new IllegalArgumentException(
            name + " is given rank " + rank + "; ranks are 0 to " + (ranks.size() - 1));
      }
    }
    if (cores > 1) {
      ranks.forEachRank(_ -> shares.forEach(this::invoke));
    } else if (ranks.bound()) {
      invoke(operands);
    } else {
      ranks.forEachRank(_ -> invoke(operands));
    }
  }

  /** How many cores were asked for; one if nothing was said. */
  static int cores(CollectiveOption[] options) {
    return only("a collective", options, Cores.class).map(Cores::count).orElse(1);
  }

  private void invoke(Object[] given) {
    Object[] flat =
        Arrays.stream(given).map(o -> o instanceof Signal s ? s.counted() : o).toArray();
    try {
      definition.invoke(null, flat);
    } catch (IllegalAccessException unreadable) {
      throw new IllegalStateException(definition + " cannot be called", unreadable);
    } catch (InvocationTargetException thrown) {
      switch (thrown.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(thrown);
      }
    }
  }

  private String algorithm(CollectiveOption[] options) {
    Optional<Order> order = only(name, options, Order.class);
    Algorithm chosen = only(name, options, Algorithm.class).orElse(Algorithm.AUTO);
    if (order.isEmpty()) {
      return chosen.name();
    }
    Set<String> known = new TreeSet<>();
    for (Method method : library().getMethods()) {
      known.add(CollectiveNames.option(method.getName()));
    }
    if (!known.contains(Order.CANONICAL.name())) {
      throw new IllegalArgumentException(
          name + " combines nothing: there is no order that CANONICAL could ask for; leave it out");
    }
    if (chosen == Algorithm.AUTO) {
      return order.get().name();
    }
    List<String> ordered = CollectiveNames.ORDERED.stream().filter(known::contains).toList();
    if (ordered.contains(chosen.name()) || !known.contains(chosen.name())) {
      return chosen.name();
    }
    throw new IllegalArgumentException(
        name
            + " by "
            + chosen
            + " does not combine in the order of the ranks; with CANONICAL, name "
            + String.join(", ", ordered)
            + " or no algorithm");
  }

  private static <O> Optional<O> only(String name, CollectiveOption[] options, Class<O> kind) {
    List<O> found = Arrays.stream(options).filter(kind::isInstance).map(kind::cast).toList();
    if (found.size() > 1) {
      throw new IllegalArgumentException(name + " is given two of " + kind.getSimpleName());
    }
    return found.stream().findFirst();
  }

  /** Views of one window may overlap, and then what is written would be read as input. */
  private void checkOverlap() {
    List<Window<?>> windows = new ArrayList<>();
    for (Object operand : operands) {
      if (operand instanceof Window<?> window) {
        for (Window<?> other : windows) {
          if (window.sharesMemory(other)) {
            throw new IllegalArgumentException(
                name
                    + " is given window "
                    + window.name()
                    + " twice: what it writes it would read as input; allocate a window for each"
                    + " operand, or leave the input out where the call is in place then");
          }
        }
        windows.add(window);
      }
    }
  }

  private Method definition() {
    Class<?> library = library();
    Object[] sample = shares.sample();
    Set<String> offered = new TreeSet<>();
    for (Method method : library.getMethods()) {
      if (Modifier.isStatic(method.getModifiers()) && takes(method, sample)) {
        if (CollectiveNames.option(method.getName()).equals(algorithm)) {
          return method;
        }
        offered.add(CollectiveNames.option(method.getName()));
      }
    }
    offered.remove(Order.CANONICAL.name());
    throw new IllegalArgumentException(
        name
            + " is not offered by "
            + algorithm
            + " for these operands; it is offered by "
            + String.join(", ", offered));
  }

  private Class<?> library() {
    String owner =
        CollectiveNames.owner(name, operands.length < 2 || !(operands[1] instanceof Tensor<?>));
    try {
      return Class.forName(owner, true, loader());
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(
          name
              + " needs "
              + owner
              + ", which is in the artefact "
              + CollectiveNames.ARTEFACT
              + "; add it as a dependency",
          missing);
    }
  }

  private static ClassLoader loader() {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread == null ? Collective.class.getClassLoader() : ofThread;
  }

  private static boolean takes(Method method, Object[] operands) {
    Class<?>[] types = method.getParameterTypes();
    if (types.length != operands.length) {
      return false;
    }
    for (int i = 0; i < types.length; i++) {
      Class<?> type = types[i] == int.class ? Integer.class : types[i];
      if (!type.isInstance(operands[i])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return name
        + Arrays.stream(operands).map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
