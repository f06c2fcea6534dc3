package dev.smalti.examples.conformance;

import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.World;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A kernel or program with arguments, and what it must compute.
 *
 * @param owner the class of the method
 * @param method its name
 * @param ranks the size of the world; 1 for a kernel
 * @param arguments one a parameter of the method behind the world: a {@link Slot}, a boxed scalar,
 *     or a {@link Callback}
 * @param eager runs the method as it stands; of a program in the world
 * @param compiled the generated form
 * @param expected what arguments hold afterwards; the others are only compared between the forms
 */
public record Case(
    Class<?> owner,
    String method,
    int ranks,
    List<Object> arguments,
    BiConsumer<World, Arguments> eager,
    Compiled compiled,
    Map<Slot<?>, Expected> expected) {

  /** A kernel. */
  public static Case kernel(
      Class<?> owner,
      String method,
      Consumer<Arguments> eager,
      Consumer<Arguments> generated,
      Object... arguments) {
    return new Case(
        owner,
        method,
        1,
        List.of(arguments),
        (_, given) -> eager.accept(given),
        new Compiled.Kernel(generated),
        Map.of());
  }

  /** A program. */
  public static <P extends PreparedProgram> Case program(
      Class<?> owner,
      String method,
      int ranks,
      BiConsumer<World, Arguments> eager,
      Program<P> program,
      BiConsumer<P, Arguments> run,
      Object... arguments) {
    Compiled.OnPool compiled = pool -> prepared(program.prepare(pool), run);
    return new Case(owner, method, ranks, List.of(arguments), eager, compiled, Map.of());
  }

  private static <P extends PreparedProgram> Compiled.Prepared prepared(
      P program, BiConsumer<P, Arguments> run) {
    return new Compiled.Prepared() {
      @Override
      public void run(Arguments arguments) {
        run.accept(program, arguments);
      }

      @Override
      public void close() {
        program.close();
      }
    };
  }

  /** The same, and after each run the slot holds these bits. */
  public Case expecting(Slot<?> slot, long[] bits) {
    return with(slot, new Expected.Exactly(bits));
  }

  /** The same, and after each run the slot holds these numbers, nearly. */
  public Case expectingNear(Slot<?> slot, double[] values, double relative, double absolute) {
    return with(slot, new Expected.Near(values, relative, absolute));
  }

  /** The same, and after each run the slot holds what the reference has, as near as that says. */
  public Case expecting(Slot<?> slot, Reference right) {
    return expectingNear(slot, right.values(), right.relative(), right.absolute());
  }

  private Case with(Slot<?> slot, Expected more) {
    Map<Slot<?>, Expected> all = new HashMap<>(expected);
    all.put(slot, more);
    return new Case(owner, method, ranks, arguments, eager, compiled, all);
  }

  /** The tensors among the arguments. */
  List<Slot<?>> slots() {
    List<Slot<?>> slots = new ArrayList<>();
    for (Object argument : arguments) {
      if (argument instanceof Slot<?> slot) {
        slots.add(slot);
      }
    }
    return slots;
  }

  /** Runs the method as it stands, waiting for each dispatch. */
  void runEagerly(Arguments given) {
    eager.accept(World.eager(ranks), given);
  }

  /** Runs the method as it stands, waiting at the end. */
  void runEagerlyInAWorld(Arguments given) {
    World.eager(ranks).run(world -> eager.accept(world, given));
  }

  @Override
  public String toString() {
    StringBuilder name = new StringBuilder(owner.getSimpleName() + "." + method);
    for (Object argument : arguments) {
      name.append(
          argument instanceof Slot<?> slot
              ? " " + slot.dtype() + Arrays.toString(slot.shape())
              : " " + argument);
    }
    return compiled instanceof Compiled.Kernel ? name.toString() : name + " on " + ranks + " ranks";
  }
}
