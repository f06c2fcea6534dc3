package dev.smalti.processor.emit;

import java.util.Map;

/**
 * What the compilation allows and gives.
 *
 * @param generatedVisible whether {@code javax.annotation.processing.Generated} can be named
 * @param vectorsVisible whether the Vector API can be named
 * @param source the user's source
 * @param collectives which collective is called at a line of the function
 */
public record EmitOptions(
    boolean generatedVisible,
    boolean vectorsVisible,
    SourceLines source,
    Map<Integer, String> collectives) {
  /** Copies the map. */
  public EmitOptions {
    collectives = Map.copyOf(collectives);
  }

  /** Of a function without collectives. */
  public EmitOptions(boolean generatedVisible, boolean vectorsVisible, SourceLines source) {
    this(generatedVisible, vectorsVisible, source, Map.of());
  }

  /** The same for a function that calls collectives. */
  public EmitOptions calling(Map<Integer, String> lines) {
    return new EmitOptions(generatedVisible, vectorsVisible, source, lines);
  }
}
