package dev.smalti.processor.lower;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The locals that are in scope, block by block. */
final class Environment {
  private final @Nullable Environment outer;
  private final Map<String, Local> locals = new HashMap<>();

  /** The line of the loop whose independent rounds have these locals each for itself; else 0. */
  private final int parallel;

  Environment() {
    this.outer = null;
    this.parallel = 0;
  }

  private Environment(Environment outer, int parallel) {
    this.outer = outer;
    this.parallel = parallel;
  }

  /** The environment of a block inside. */
  Environment inner() {
    return new Environment(this, 0);
  }

  /** The environment of a round of a parallel loop at a line. */
  Environment round(int line) {
    return new Environment(this, line);
  }

  /** The line of the innermost parallel loop that a name is from outside of. */
  OptionalInt sharedBy(String name) {
    if (locals.containsKey(name) || outer == null) {
      return OptionalInt.empty();
    }
    OptionalInt further = parallel > 0 ? OptionalInt.of(parallel) : OptionalInt.empty();
    return further.isPresent() ? further : outer.sharedBy(name);
  }

  void define(String name, Local local) {
    locals.put(name, local);
  }

  /** Replaces the nearest definition of a name. */
  void redefine(String name, Local local) {
    if (locals.containsKey(name) || outer == null) {
      locals.put(name, local);
    } else {
      outer.redefine(name, local);
    }
  }

  /** Whether the declaration of this name was rejected. */
  boolean isPoisoned(String name) {
    return find(name).filter(Local.Poisoned.class::isInstance).isPresent();
  }

  Optional<Local> find(String name) {
    Local local = locals.get(name);
    if (local != null) {
      return Optional.of(local);
    }
    return outer == null ? Optional.empty() : outer.find(name);
  }
}
