package dev.smalti.processor.ir;

import java.util.Locale;

/**
 * A named value of a function; the name is unique in its function, also across blocks.
 *
 * @param name the user's own name, with a suffix where the user reused it; names that a pass made
 *     start with a lower-case letter too and never clash; {@code weights.gain} of a component of a
 *     record that is a parameter
 * @param type fixed for the whole life of the variable
 */
public record Variable(String name, Type type) {
  public TileType tile() {
    return (TileType) type;
  }

  public TensorType tensor() {
    return (TensorType) type;
  }

  public ScalarType scalar() {
    return (ScalarType) type;
  }

  public SignalType signal() {
    return (SignalType) type;
  }

  /** A name as one word: {@code weightsGain} for the component {@code weights.gain}. */
  public static String word(String name) {
    StringBuilder word = new StringBuilder();
    for (String part : name.split("\\.", -1)) {
      int first = part.isEmpty() ? 0 : part.offsetByCodePoints(0, 1);
      word.append(
          word.isEmpty()
              ? part
              : part.substring(0, first).toUpperCase(Locale.ROOT) + part.substring(first));
    }
    return word.toString();
  }

  @Override
  public String toString() {
    return name;
  }
}
