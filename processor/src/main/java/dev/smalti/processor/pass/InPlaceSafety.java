package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.TensorType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which two tensor parameters may be the very same memory with unchanged meaning.
 *
 * <p>A pair is safe if every element of the one that is only read is read before the other, which
 * is written, changes it: then all loads see what was there at the call. That must hold for the
 * function as it was written, so that this is its meaning, and for what the passes made of it,
 * since they take different parameters to be disjoint. Whoever turns the compiled function into
 * code must not reorder loads and stores, nor keep intermediates in a parameter of a safe pair.
 * Windows are never safe, nor is anything in a function that calls tasks.
 */
public final class InPlaceSafety {
  private record Pair(String written, String read) {}

  private final Set<Pair> pairs;

  private InPlaceSafety(Set<Pair> pairs) {
    this.pairs = pairs;
  }

  /**
   * Looks at a function before and after the passes.
   *
   * @param lowered with calls inlined, nothing fused: the meaning
   * @param compiled what will run
   */
  public static InPlaceSafety of(Function lowered, Function compiled) {
    List<MemoryOrder> versions = List.of(new MemoryOrder(lowered), new MemoryOrder(compiled));
    Set<Pair> pairs = new HashSet<>();
    for (Parameter written : tensors(compiled)) {
      for (Parameter read : tensors(compiled)) {
        if (!written.equals(read)
            && written.direction() != Direction.IN
            && read.type().equals(written.type())
            && versions.stream()
                .allMatch(order -> order.readsInitial(read.name(), written.name()))) {
          pairs.add(new Pair(written.name(), read.name()));
        }
      }
    }
    return new InPlaceSafety(pairs);
  }

  private static List<Parameter> tensors(Function function) {
    return function.parameters().stream()
        .filter(p -> p.type() instanceof TensorType tensor && !tensor.isWindow())
        .toList();
  }

  /** Whether arguments for both parameters may be exactly the same region. */
  public boolean mayCoincide(Parameter written, Parameter other) {
    return pairs.contains(new Pair(written.name(), other.name()));
  }
}
