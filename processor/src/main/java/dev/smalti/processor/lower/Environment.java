package dev.smalti.processor.lower;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The locals that are in scope, block by block. */
final class Environment {
  private final @Nullable Environment outer;
  private final Map<String, Local> locals = new HashMap<>();

  Environment() {
    this.outer = null;
  }

  private Environment(Environment outer) {
    this.outer = outer;
  }

  /** The environment of a block inside. */
  Environment inner() {
    return new Environment(this);
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
