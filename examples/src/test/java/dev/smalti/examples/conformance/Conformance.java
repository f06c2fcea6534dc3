package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.runtime.DevicePool;
import dev.smalti.simulator.Jitter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Runs a case in every form and compares all of them, bit for bit. */
public final class Conformance {
  private static final long[] SEEDS = {1, 20, 300, 4000, 50_000};

  /** Larger worlds have so many steps that one order of them takes as long as several of these. */
  private static final int SMALL = 5;

  private final Case tried;
  private final List<long[]> first;

  private Conformance(Case tried, List<long[]> first) {
    this.tried = tried;
    this.first = first;
  }

  /**
   * Runs it eagerly, compiled on threads, with delays, and one rank at a time in several orders; on
   * the heap and on native memory.
   */
  public static void check(Case tried) {
    Conformance conformance = new Conformance(tried, eagerly(tried));
    conformance.compare("eager, native views", Placement.NATIVE_VIEW, tried::runEagerly);
    switch (tried.compiled()) {
      case Compiled.Kernel(Consumer<Arguments> call) -> conformance.onEveryMemory("compiled", call);
      case Compiled.OnPool program -> {
        conformance.compare("eager in a world", Placement.HEAP, tried::runEagerlyInAWorld);
        conformance.onPools(program);
      }
    }
  }

  /** What each slot holds after the eager run, which is right. */
  static List<long[]> eagerly(Case tried) {
    return new Conformance(tried, List.of()).run("eager", Placement.HEAP, tried::runEagerly);
  }

  private void onPools(Compiled.OnPool program) {
    int ranks = tried.ranks();
    try (DevicePool pool = DevicePool.threads(ranks);
        Compiled.Prepared prepared = program.prepare(pool)) {
      onEveryMemory("threads", prepared::run);
    }
    for (long seed : ranks > SMALL ? new long[] {ranks} : SEEDS) {
      try (DevicePool pool = DevicePool.seeded(ranks, seed);
          Compiled.Prepared prepared = program.prepare(pool)) {
        compare("one rank at a time, seed " + seed, Placement.HEAP, prepared::run);
      }
      try (DevicePool pool = Jitter.threads(ranks, seed);
          Compiled.Prepared prepared = program.prepare(pool)) {
        compare("delays, seed " + seed, Placement.HEAP, prepared::run);
        compare("delays again, seed " + seed, Placement.NATIVE_VIEW, prepared::run);
      }
    }
  }

  private void onEveryMemory(String form, Consumer<Arguments> call) {
    for (Placement placement : Placement.values()) {
      compare(form + ", " + placement, placement, call);
    }
  }

  private void compare(String form, Placement placement, Consumer<Arguments> call) {
    List<long[]> now = run(form, placement, call);
    for (int i = 0; i < now.size(); i++) {
      new Expected.Exactly(first.get(i))
          .wrong(tried.slots().get(i).dtype(), now.get(i))
          .ifPresent(fail(form + ", compared with eager", i));
    }
  }

  private List<long[]> run(String form, Placement placement, Consumer<Arguments> call) {
    Arguments given = new Arguments(tried.slots(), placement);
    call.accept(given);
    List<long[]> after = new ArrayList<>();
    for (int i = 0; i < tried.slots().size(); i++) {
      Slot<?> slot = tried.slots().get(i);
      Placement.Placed<?> placed = given.placed(slot);
      long[] bits = placed.bits();
      after.add(bits);
      assertWithMessage("%s, %s: memory beside tensor %s", tried, form, i)
          .that(placed.neighboursKept())
          .isTrue();
      if (!slot.written()) {
        assertWithMessage("%s, %s: input %s", tried, form, i).that(bits).isEqualTo(slot.before());
      }
      Expected expected = tried.expected().get(slot);
      if (expected != null) {
        expected.wrong(slot.dtype(), bits).ifPresent(fail(form, i));
      }
    }
    return after;
  }

  private Consumer<String> fail(String form, int slot) {
    return what -> {
      throw new AssertionError(
          "%s, %s: tensor %d %s: %s"
              .formatted(
                  tried, form, slot, Arrays.toString(tried.slots().get(slot).shape()), what));
    };
  }
}
