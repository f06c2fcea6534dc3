package dev.smalti.examples.conformance;

import java.util.List;
import java.util.stream.Stream;

/** Programs of several tasks and dispatches: group F, and what D asks of several runs. */
final class StructureRows {
  private StructureRows() {}

  static List<Row> all() {
    return Stream.of(structure(), rounds(), callbacks()).flatMap(List::stream).toList();
  }

  private static List<Row> structure() {
    return List.of(
        Row.runs(
            "F2",
            "expert dispatch and combine; of 128 tokens of 4,096 elements, 6 routes and 16 experts"
                + " a rank on 2 and 4 ranks in `ExpertsTest`",
            "all rows, weights, routes and counts received, all that come back, and their sums",
            Worlds.all(ExpertCases::layer)),
        Row.runs(
            "F3",
            "a matrix product behind a kernel that touches a window",
            "the product",
            Worlds.all(StructureCases::gemm)),
        Row.runs(
            "F4",
            "a slice of a tensor to each rank, no window, rows in parallel",
            "x + 1",
            Worlds.all(StructureCases::slices)),
        Row.runs(
            "F5",
            "two results of one task",
            "sum and difference",
            Worlds.all(StructureCases::twoResults)),
        Row.runs(
            "F6",
            "an extent that is twice a symbol; a device for each of two results",
            "sum and difference",
            new Worlds(
                List.of(2, 3, 4, 5, 8, 16),
                ranks ->
                    List.of(
                        StructureCases.onTwoDevices(
                            ranks, ranks > 2 ? 6 : 128, ranks > 2 ? 5 : 128)))),
        Row.runs(
            "F9",
            "bodies put where they are called; each device takes one of two in turn",
            "the sum, or the difference",
            Worlds.all(StructureCases::inTurn)),
        Row.runs(
            "F13",
            "two task graphs and no program: methods of one class, so what is not there is an"
                + " error of javac",
            "sum and difference",
            new Worlds(
                List.of(1),
                _ -> List.of(StructureCases.addGraph(), StructureCases.subtractGraph()))));
  }

  private static List<Row> rounds() {
    return List.of(
        Row.butForWorker(
            "D2",
            "as D1, run after run of one prepared program",
            "the number of the previous rank, each time",
            Worlds.all(CommunicationCases::notifyWait),
            "a choice that windows are kept and zeroed, and a count of what is allocated"),
        Row.butForWorker(
            "D4",
            "as D3, in 100 rounds (on 2 and 4 ranks, else 10), with nothing that sets the signal"
                + " back",
            "0 in the cell, each time",
            Worlds.all(ranks -> RoundCases.selfNotify(ranks, ranks == 2 || ranks == 4 ? 100 : 10)),
            "windows that are kept from run to run without zeroing"),
        Row.butForWorker(
            "F14",
            "one operand brought once, then three dispatches that use it",
            "5, 10 and 14",
            Worlds.all(ranks -> RoundCases.resident(ranks, 3, 2, 7, 11)),
            "a tensor that stays on a device from run to run; at most two runs at once"),
        Row.butForWorker(
            "F15",
            "a shard of weights brought to each rank, used twice, and read back",
            "a + 10 + r, and the shards",
            Worlds.all(ranks -> RoundCases.resident(ranks, 10, 2, 7)),
            "a stacked tensor of shards on devices"),
        Row.butForWorker(
            "F16",
            "two task graphs that share a cache: filled once, used in three steps",
            "the step and twice the prompt",
            Worlds.all(ranks -> RoundCases.cached(ranks, 3)),
            "several programs on one worker that share a tensor of a device"),
        Row.butForWorker(
            "F17",
            "one program, twice, on other numbers",
            "5, then 11",
            Worlds.all(ranks -> RoundCases.sums(ranks, 2)),
            "sizes of queues and rings that are given when it is prepared"),
        Row.butForWorker(
            "F18",
            "a slice to each rank, profiled",
            "x + 1",
            Worlds.all(StructureCases::slices),
            "profiles of a run, a folder for each rank and dispatch"));
  }

  private static List<Row> callbacks() {
    return List.of(
        Row.runs(
            "F7",
            "two tasks with results that only host code sees, which joins them",
            "twice a",
            Worlds.all(StructureCases::joined)),
        Row.runs(
            "F8",
            "a dispatch, host code that verifies what it computed, and one that writes over it,"
                + " twice",
            "what the last one writes; how many sums were not 5",
            Worlds.all(StructureCases::verified)),
        Row.accepted(
            "F10",
            "a callback is replaced by another",
            "another argument of `run`; only what is passed is called"),
        Row.accepted(
            "F11",
            "a callback that the program does not have",
            "callbacks are parameters of `run`, so that is an error of javac, see H124"),
        Row.accepted(
            "F12",
            "a host graph by hand, over task graphs, with a closure",
            "plain Java calls the generated entries, and what it likes between them"));
  }
}
