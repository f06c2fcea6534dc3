package dev.smalti.examples.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The collectives that kernels and programs call: groups B and C. */
final class CollectiveRows {
  /** A program on a world, of so many rounds and elements. */
  private interface OfLength {
    Case on(int ranks, int rounds, int n);
  }

  /** A program on a world, of so many elements. */
  private interface OfHalves {
    Case on(int ranks, int n);
  }

  private CollectiveRows() {}

  static List<Row> all() {
    List<Row> all = new ArrayList<>(inKernels());
    all.addAll(inPrograms());
    return all;
  }

  private static Row runs(String id, String program, String result, IntFunction<List<Case>> on) {
    return Row.runs(id, program, result, new Worlds(List.of(1, 2, 3, 4, 5, 8, 16), on));
  }

  /** The longest on the smallest world of two only: the others take other pieces alike. */
  private static List<Case> lengths(int ranks, OfLength of) {
    return ranks == 2
        ? List.of(of.on(2, 1, 1), of.on(2, 1, 17), of.on(2, 1, 4097), of.on(2, 1, 65_537))
        : List.of(of.on(ranks, 1, 1), of.on(ranks, 1, 17), of.on(ranks, 1, 4097));
  }

  private static List<Case> halves(int ranks, OfHalves of) {
    return ranks == 2
        ? List.of(of.on(2, 1), of.on(2, 17), of.on(2, 8193))
        : List.of(of.on(ranks, 1), of.on(ranks, 17));
  }

  private static List<Row> inKernels() {
    return List.of(
        runs(
            "B1",
            "all-reduce by mesh, of 1, 17, 4,097 and 65,537 elements",
            "the sum, on every rank",
            ranks -> lengths(ranks, CollectiveCases::kernelMesh)),
        runs(
            "B2",
            "all-reduce by mesh: sum, largest, smallest, product; floats and halves",
            "each, on every rank",
            ranks ->
                List.of(
                    CollectiveCases.operators(ranks, 17),
                    CollectiveCases.operatorsOfHalves(ranks, 17))),
        runs(
            "B3",
            "all-reduce by mesh of halves, of 1, 17 and 8,193 elements",
            "each operator, on every rank",
            ranks -> halves(ranks, CollectiveCases::operatorsOfHalves)),
        runs(
            "B4",
            "all-reduce in a ring, of 1, 17, 4,097 and 65,537 elements",
            "the sum, on every rank",
            ranks -> lengths(ranks, CollectiveCases::kernelRing)),
        runs(
            "B5",
            "all-reduce in a ring: sum, largest, smallest, product",
            "each, on every rank",
            ranks -> List.of(CollectiveCases.ringOperators(ranks, 17))),
        runs(
            "B6",
            "all-reduce in a ring of halves, of 1, 17 and 8,193 elements",
            "each operator, on every rank",
            ranks -> halves(ranks, CollectiveCases::ringOperatorsOfHalves)),
        runs(
            "B8",
            "broadcast of what only the root has staged",
            "the row of the root, on every rank",
            ranks -> List.of(CollectiveCases.kernelBroadcast(ranks, 1, 64))),
        runs(
            "B9",
            "all-gather of a plain tensor",
            "all rows, on every rank",
            ranks ->
                List.of(
                    CollectiveCases.kernelAllGather(ranks, 1, 64),
                    CollectiveCases.kernelAllGather(ranks, 1, 1))),
        runs(
            "B10",
            "reduce-scatter",
            "the sum of part r, on rank r",
            ranks ->
                List.of(
                    CollectiveCases.kernelReduceScatter(ranks, 1, 64),
                    CollectiveCases.kernelReduceScatter(ranks, 1, 1))),
        runs(
            "B11",
            "all-to-all of a plain tensor",
            "part r of rank s is part s, on rank r",
            ranks ->
                List.of(
                    CollectiveCases.kernelAllToAll(ranks, 1, 64),
                    CollectiveCases.kernelAllToAll(ranks, 1, 1))),
        runs(
            "B12",
            "all-to-all of as many rows as the counts say",
            "those rows, the others as they were; the counts",
            ranks -> List.of(CollectiveCases.kernelAllToAllV(ranks))),
        runs(
            "B13",
            "barrier, all-to-all and barrier, again and again on one window and signal",
            "that of each round",
            ranks ->
                List.of(CollectiveCases.kernelAllToAll(ranks, CollectiveCases.rounds(ranks), 64))),
        runs(
            "B14",
            "all-gather again and again on one window and signal",
            "that of each round",
            ranks ->
                List.of(CollectiveCases.kernelAllGather(ranks, CollectiveCases.rounds(ranks), 64))),
        runs(
            "B15",
            "reduce-scatter again and again on one window and signal",
            "that of each round",
            ranks ->
                List.of(
                    CollectiveCases.kernelReduceScatter(
                        ranks, CollectiveCases.rounds(ranks), 64))));
  }

  private static List<Row> inPrograms() {
    return List.of(
        runs(
            "C1",
            "all-reduce, with a signal and without",
            "the sum, on every rank",
            ranks ->
                List.of(
                    CollectiveCases.hostSum(ranks, 1, 256),
                    CollectiveCases.implied(ranks, 3, 256))),
        runs(
            "C2",
            "all-reduce of the largest",
            "the largest, on every rank",
            ranks -> List.of(CollectiveCases.max(ranks, 1, 256))),
        runs(
            "C3",
            "all-reduce again and again on one window and signal",
            "that of each round",
            ranks -> List.of(CollectiveCases.hostSum(ranks, CollectiveCases.rounds(ranks), 256))),
        runs(
            "C4",
            "all-reduce of halves, of 1, 17, 257 and 8,193 elements",
            "each operator, on every rank",
            ranks ->
                List.of(
                    CollectiveCases.hostHalves(ranks, 1),
                    CollectiveCases.hostHalves(ranks, 257),
                    CollectiveCases.hostHalves(ranks, 8193))),
        runs(
            "C5",
            "all-reduce of halves: largest, smallest, product",
            "each, on every rank",
            ranks -> List.of(CollectiveCases.hostHalves(ranks, 17))),
        runs(
            "C6",
            "all-reduce, of 17 and 257 elements",
            "the sum, on every rank",
            ranks ->
                List.of(
                    CollectiveCases.hostSum(ranks, 1, 17), CollectiveCases.hostSum(ranks, 1, 257))),
        runs(
            "C9",
            "all-reduce in a ring, also of lengths that the ranks do not divide",
            "the sum, on every rank",
            ranks ->
                List.of(
                    CollectiveCases.ring(ranks, 1, 256),
                    CollectiveCases.ring(ranks, 1, 17),
                    CollectiveCases.ring(ranks, 1, 1))),
        runs(
            "C10",
            "all-reduce in a ring again and again on one window and signal",
            "that of each round",
            ranks -> List.of(CollectiveCases.ring(ranks, CollectiveCases.rounds(ranks), 256))),
        runs(
            "C12",
            "barriers again and again on one signal",
            "the row of the next rank, of each round",
            ranks -> List.of(CollectiveCases.barriers(ranks, CollectiveCases.rounds(ranks)))),
        runs(
            "C13",
            "broadcast; the others have rows of their own before",
            "the row of the root, on every rank",
            ranks -> List.of(CollectiveCases.broadcast(ranks, 1, 64))),
        runs(
            "C14",
            "broadcast again and again on one window and signal",
            "that of each round",
            ranks -> List.of(CollectiveCases.broadcast(ranks, CollectiveCases.rounds(ranks), 64))),
        runs(
            "C15",
            "all-gather of a window",
            "all rows, on every rank",
            ranks ->
                List.of(
                    CollectiveCases.allGather(ranks, 1, 64),
                    CollectiveCases.allGather(ranks, 1, 1))),
        runs(
            "C16",
            "all-gather again and again on one window and signal",
            "that of each round",
            ranks -> List.of(CollectiveCases.allGather(ranks, CollectiveCases.rounds(ranks), 64))),
        runs(
            "C17",
            "reduce-scatter",
            "the sum of part r, on rank r",
            ranks ->
                List.of(
                    CollectiveCases.reduceScatter(ranks, 1, 64),
                    CollectiveCases.reduceScatter(ranks, 1, 1))),
        runs(
            "C18",
            "reduce-scatter again and again on one window and signal",
            "that of each round",
            ranks ->
                List.of(CollectiveCases.reduceScatter(ranks, CollectiveCases.rounds(ranks), 64))),
        runs(
            "C19",
            "all-to-all of a window",
            "part r of rank s is part s, on rank r",
            ranks ->
                List.of(
                    CollectiveCases.allToAll(ranks, 1, 64), CollectiveCases.allToAll(ranks, 1, 1))),
        runs(
            "C20",
            "all-to-all again and again on one window and signal",
            "that of each round",
            ranks -> List.of(CollectiveCases.allToAll(ranks, CollectiveCases.rounds(ranks), 64))),
        runs(
            "C21",
            "all-to-all of as many rows as the counts say",
            "those rows, the others as they were; the counts",
            ranks -> List.of(CollectiveCases.allToAllV(ranks))),
        runs(
            "C7",
            "all-reduce on two and on four cores of each rank",
            "the sum, on every rank; all cells of the cores are 0",
            ranks ->
                List.of(
                    CollectiveCases.onTwoCores(ranks, 1, 1),
                    CollectiveCases.onFourCores(ranks, 1, 4127),
                    CollectiveCases.onTwoCores(ranks, 1, 1041))),
        runs(
            "C8",
            "the same again and again on one window and signal",
            "the sum of each round; all cells of the cores are 0",
            ranks ->
                List.of(
                    CollectiveCases.onTwoCores(ranks, CollectiveCases.rounds(ranks), 1),
                    CollectiveCases.onFourCores(ranks, CollectiveCases.rounds(ranks), 131),
                    CollectiveCases.onFourCores(ranks, 2, 4127))));
  }
}
