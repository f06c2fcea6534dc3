package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;

import dev.smalti.lang.Smalti;

/** Rounds of one program, with what each computes. */
final class RoundCases {
  private static final int M = 16;
  private static final int N = 33;
  private static final int SIZE = M * N;

  private RoundCases() {}

  static Case selfNotify(int ranks, int rounds) {
    Slot<Smalti.I32> y = Slot.output(I32, rounds, ranks, 1, 1);
    return Case.program(
            Rounds.class,
            "selfNotify",
            ranks,
            (world, of) -> Rounds.selfNotify(world, of.of(y)),
            RoundsPrograms.selfNotify(),
            (program, of) -> program.run(of.of(y)),
            y)
        .expecting(y, new long[rounds * ranks]);
  }

  /** One number for each element of a rank and round, in the order of the rounds. */
  private static float[] numbers(int rounds, int ranks, CommunicationCases.Value value) {
    return CommunicationCases.table(rounds * ranks, SIZE, value);
  }

  /**
   * Sums of what each round brings and what is there.
   *
   * @param weight of rank 0; each other rank has one more than the one before
   * @param brought a number a round
   */
  static Case resident(int ranks, int weight, int... brought) {
    int rounds = brought.length;
    Slot<Smalti.F32> a =
        Slot.of(numbers(rounds, ranks, (k, _) -> brought[k / ranks]), rounds, ranks, M, N);
    float[] kept = numbers(1, ranks, (r, _) -> weight + r);
    Slot<Smalti.F32> weights = Slot.of(kept, ranks, M, N);
    Slot<Smalti.F32> sums = Slot.output(F32, rounds, ranks, M, N);
    Slot<Smalti.F32> shards = Slot.output(F32, ranks, M, N);
    return Case.program(
            Rounds.class,
            "resident",
            ranks,
            (world, of) ->
                Rounds.resident(world, of.of(a), of.of(weights), of.of(sums), of.of(shards)),
            RoundsPrograms.resident(),
            (program, of) -> program.run(of.of(a), of.of(weights), of.of(sums), of.of(shards)),
            a,
            weights,
            sums,
            shards)
        .expecting(
            sums,
            Bits.of(numbers(rounds, ranks, (k, _) -> brought[k / ranks] + weight + k % ranks)))
        .expecting(shards, Bits.of(kept));
  }

  static Case cached(int ranks, int steps) {
    Slot<Smalti.F32> prompts = Slot.of(numbers(1, ranks, (r, _) -> 2 + r), ranks, M, N);
    Slot<Smalti.F32> logits = Slot.output(F32, steps, ranks, M, N);
    return Case.program(
            Rounds.class,
            "cached",
            ranks,
            (world, of) -> Rounds.cached(world, of.of(prompts), of.of(logits)),
            RoundsPrograms.cached(),
            (program, of) -> program.run(of.of(prompts), of.of(logits)),
            prompts,
            logits)
        .expecting(
            logits, Bits.of(numbers(steps, ranks, (k, _) -> 2 * (2 + k % ranks) + k / ranks)));
  }

  /** 2 and 3, then 4 and 7, and so on. */
  static Case sums(int ranks, int rounds) {
    CommunicationCases.Value left = (k, _) -> 2 + 2 * (k / ranks);
    CommunicationCases.Value right = (k, _) -> 3 + 4 * (k / ranks);
    Slot<Smalti.F32> a = Slot.of(numbers(rounds, ranks, left), rounds, ranks, M, N);
    Slot<Smalti.F32> b = Slot.of(numbers(rounds, ranks, right), rounds, ranks, M, N);
    Slot<Smalti.F32> sums = Slot.output(F32, rounds, ranks, M, N);
    return Case.program(
            Rounds.class,
            "sums",
            ranks,
            (world, of) -> Rounds.sums(world, of.of(a), of.of(b), of.of(sums)),
            RoundsPrograms.sums(),
            (program, of) -> program.run(of.of(a), of.of(b), of.of(sums)),
            a,
            b,
            sums)
        .expecting(sums, Bits.of(numbers(rounds, ranks, (k, i) -> left.at(k, i) + right.at(k, i))));
  }
}
