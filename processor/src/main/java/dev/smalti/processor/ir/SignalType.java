package dev.smalti.processor.ir;

import java.util.List;

/**
 * I32 cells of which every rank has an instance.
 *
 * @param shape one extent an axis; a zero extent is legal
 */
public record SignalType(List<Dim> shape) implements Type {
  public SignalType {
    shape = List.copyOf(shape);
  }
}
