package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * D4 and F14 to F17: what a worker does in several runs, as rounds of one program. Windows and
 * signals live on from round to round, and nothing sets them back.
 */
final class Rounds {
  private Rounds() {}

  /** D4: the rank itself takes back the credits of each round, and then the next one begins. */
  @Host
  static void selfNotify(World world, @Shape("?, ranks, 1, 1") @Out Tensor<I32> outputs) {
    Signal signal = world.signal(shape(1, 1));
    Signal taken = world.signal(shape(world.size()));
    int ranks = world.size();
    for (int round : range(outputs.dim(0))) {
      world.forEachRank(r -> Primitives.takeBack(outputs.at(round, r), signal, (r + 1) % ranks));
      taken.barrier();
    }
  }

  @InCore
  static void keep(@Shape("m, n") Tensor<F32> input, @Shape("m, n") @InOut Window<F32> kept) {
    kept.store(input.load());
  }

  @InCore
  static void addKept(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Window<F32> kept,
      @Shape("m, n") @Out Tensor<F32> sum) {
    sum.store(a.load().add(kept.load()));
  }

  @InCore
  static void readBack(@Shape("m, n") Window<F32> kept, @Shape("m, n") @Out Tensor<F32> output) {
    output.store(kept.load());
  }

  /** F14, F15: one operand is brought to each device once, and stays there for all rounds. */
  @Host
  static void resident(
      World world,
      @Shape("rounds, ranks, m, n") Tensor<F32> a,
      @Shape("ranks, m, n") Tensor<F32> weights,
      @Shape("rounds, ranks, m, n") @Out Tensor<F32> sums,
      @Shape("ranks, m, n") @Out Tensor<F32> shards) {
    Window<F32> kept = world.window(F32, shape(weights.dim(1), weights.dim(2)));
    world.forEachRank(r -> keep(weights.at(r), kept));
    for (int round : range(a.dim(0))) {
      world.forEachRank(r -> addKept(a.at(round, r), kept, sums.at(round, r)));
    }
    world.forEachRank(r -> readBack(kept, shards.at(r)));
  }

  // ---- F16: two task graphs that share a cache

  @InCore
  static void fill(@Shape("m, n") Tensor<F32> prompt, @Shape("m, n") @InOut Window<F32> cache) {
    cache.store(prompt.load().add(prompt.load()));
  }

  @Jit
  static void prefill(@Shape("m, n") Tensor<F32> prompt, @Shape("m, n") @InOut Window<F32> cache) {
    fill(prompt, cache);
  }

  @InCore
  static void next(
      @Shape("m, n") Window<F32> cache, @Shape("m, n") @Out Tensor<F32> logits, int step) {
    logits.store(cache.load().add(step));
  }

  @Jit
  static void decode(
      @Shape("m, n") Window<F32> cache, @Shape("m, n") @Out Tensor<F32> logits, int step) {
    next(cache, logits, step);
  }

  @Host
  static void cached(
      World world,
      @Shape("ranks, m, n") Tensor<F32> prompts,
      @Shape("?, ranks, m, n") @Out Tensor<F32> logits) {
    Window<F32> cache = world.window(F32, shape(prompts.dim(1), prompts.dim(2)));
    world.forEachRank(r -> prefill(prompts.at(r), cache));
    for (int step : range(logits.dim(0))) {
      world.forEachRank(r -> decode(cache, logits.at(step, r), step));
    }
  }

  /** F17: one program on other numbers. */
  @Host
  static void sums(
      World world,
      @Shape("rounds, ranks, m, n") Tensor<F32> a,
      @Shape("rounds, ranks, m, n") Tensor<F32> b,
      @Shape("rounds, ranks, m, n") @Out Tensor<F32> sums) {
    for (int round : range(a.dim(0))) {
      world.forEachRank(r -> Structures.add(a.at(round, r), b.at(round, r), sums.at(round, r)));
    }
  }
}
