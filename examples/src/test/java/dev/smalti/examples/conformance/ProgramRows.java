package dev.smalti.examples.conformance;

import java.util.List;
import java.util.stream.Stream;

/** The programs that run: groups A to G. */
final class ProgramRows {
  private ProgramRows() {}

  static List<Row> all() {
    return Stream.of(byHand(), tutorial(), barriers()).flatMap(List::stream).toList();
  }

  private static List<Row> byHand() {
    return List.of(
        Row.runs(
            "A1",
            "all-reduce: stage, barrier of credits, add what each peer has",
            "the sum, on every rank",
            Worlds.all(CommunicationCases::meshAllReduce)),
        Row.runs(
            "A2",
            "all-gather: stage, barrier, load from every rank, the own one too",
            "all rows, on every rank",
            Worlds.all(HandWrittenCases::allGather)),
        Row.runs(
            "A3",
            "reduce-scatter: stage all chunks, barrier, add the own chunk of every peer",
            "the sum of chunk r, on rank r",
            Worlds.all(HandWrittenCases::reduceScatter)),
        Row.runs(
            "A4",
            "broadcast: the root stages, barrier, all load from the root",
            "the row of the root, on every rank",
            Worlds.several(
                ranks ->
                    List.of(
                        CommunicationCases.broadcast(ranks, 0),
                        CommunicationCases.broadcast(ranks, ranks - 1)))),
        Row.runs(
            "A6",
            "all-reduce in a ring: a reduce-scatter and an all-gather of ranks - 1 steps each",
            "the sum, on every rank",
            Worlds.of(CommunicationCases::ringAllReduce, 1, 2, 3, 4, 6, 8, 16)));
  }

  private static List<Row> tutorial() {
    return List.of(
        Row.runs(
            "G1",
            "hello rank: add the own rank",
            "x + r",
            Worlds.all(CommunicationCases::helloRank)),
        Row.runs(
            "G2",
            "the three planes: scale by the rank",
            "x * (r + 1)",
            Worlds.all(CommunicationCases::programmingModel)),
        Row.runs(
            "G3",
            "a window: stored by one kernel, loaded by the next",
            "x",
            Worlds.all(CommunicationCases::windowRoundTrip)),
        Row.runs(
            "G4a",
            "a barrier by hand: each rank reports its cells",
            "1 from every other rank, 0 from itself",
            Worlds.all(CommunicationCases::handBarrier)),
        Row.runs(
            "G4b",
            "the barrier: stage, meet, load from the next rank",
            "the row of the next rank",
            Worlds.all(CommunicationCases::builtinBarrier)),
        Row.runs(
            "G5a",
            "shift by remote loads",
            "the row of the next rank",
            Worlds.all(CommunicationCases::remoteLoadShift)),
        Row.runs(
            "G5b",
            "shift by remote stores",
            "the row of the previous rank",
            Worlds.all(CommunicationCases::remoteStoreShift)),
        Row.runs(
            "G7",
            "one compiled program for any number of ranks",
            "the sum, on every rank",
            Worlds.of(CommunicationCases::meshAllReduce, 1, 2, 3, 5, 7, 12)));
  }

  private static List<Row> barriers() {
    return List.of(
        Row.runs(
            "B7",
            "barrier in a kernel; then load from the next rank, which the host names",
            "the row of the next rank",
            Worlds.all(CommunicationCases::kernelBarrier)),
        Row.runs(
            "C11",
            "barrier between two dispatches; then load from the next rank",
            "the row of the next rank",
            Worlds.all(CommunicationCases::hostBarrier)));
  }
}
