package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Variable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The names of locals in a method that is ours alone. Blocks side by side may use the same names;
 * none ever meets a name of the method, even one that is taken later.
 */
final class LocalNames {
  private final Optional<LocalNames> outer;
  private final Set<String> taken = new HashSet<>();

  /** Names that blocks inside use or used. */
  private final Set<String> inside = new HashSet<>();

  LocalNames() {
    this(Optional.empty());
    taken.addAll(Api.SIMPLE_NAMES);
    taken.addAll(
        List.of(
            "DoubleVector",
            "LongVector",
            "VectorShuffle",
            "ByteOrder",
            "ShortVector",
            "ByteVector"));
    for (VectorType type : VectorType.values()) {
      taken.add(type.species());
    }
    for (PackedType type : PackedType.values()) {
      taken.add(type.species());
    }
  }

  private LocalNames(Optional<LocalNames> outer) {
    this.outer = outer;
  }

  /** The names of a block. */
  LocalNames inner() {
    return new LocalNames(Optional.of(this));
  }

  /** The wanted name, or with the first free number from 2. */
  String fresh(String wanted) {
    String word = Variable.word(wanted);
    String name = word;
    for (int i = 2; isTaken(name); i++) {
      name = word + "_" + i;
    }
    take(name);
    return name;
  }

  /** A name such that itself followed by each number below {@code count} is free, and now taken. */
  String freshGroup(String wanted, int count) {
    String word = Variable.word(wanted);
    String name = word;
    for (int i = 2; !isFreeGroup(name, count); i++) {
      name = word + "_" + i + "_";
    }
    for (int k = 0; k < count; k++) {
      take(name + k);
    }
    return name;
  }

  private boolean isFreeGroup(String name, int count) {
    for (int k = 0; k < count; k++) {
      if (isTaken(name + k)) {
        return false;
      }
    }
    return true;
  }

  private boolean isTaken(String name) {
    return inside.contains(name) || isVisible(name);
  }

  private boolean isVisible(String name) {
    return taken.contains(name) || outer.filter(o -> o.isVisible(name)).isPresent();
  }

  private void take(String name) {
    taken.add(name);
    for (Optional<LocalNames> o = outer; o.isPresent(); o = o.get().outer) {
      o.get().inside.add(name);
    }
  }
}
