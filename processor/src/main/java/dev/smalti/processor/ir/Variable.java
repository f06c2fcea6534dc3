package dev.smalti.processor.ir;

/**
 * A named value of a function; the name is unique in its function, also across blocks.
 *
 * @param name the user's own name, with a suffix where the user reused it; names that a pass made
 *     start with a lower-case letter too and never clash
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

  @Override
  public String toString() {
    return name;
  }
}
