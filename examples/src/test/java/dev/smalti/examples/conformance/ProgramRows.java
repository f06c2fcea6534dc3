package dev.smalti.examples.conformance;

import java.util.List;
import java.util.stream.Stream;

/** The programs that run: groups A to G. */
final class ProgramRows {
  private ProgramRows() {}

  static List<Row> all() {
    return Stream.of(
            byHand(),
            CollectiveRows.all(),
            tutorial(),
            barriers(),
            primitives(),
            StructureRows.all())
        .flatMap(List::stream)
        .toList();
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
            "A5",
            "all-to-all: a put of a row to every rank, notified by SET",
            "row r of rank s is row s, on rank r",
            Worlds.all(HandWrittenCases::allToAll)),
        Row.runs(
            "A6",
            "all-reduce in a ring: a reduce-scatter and an all-gather of ranks - 1 steps each",
            "the sum, on every rank",
            Worlds.of(CommunicationCases::ringAllReduce, 1, 2, 3, 4, 5, 6, 8, 16)));
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
            Worlds.of(CommunicationCases::meshAllReduce, 1, 2, 3, 5, 7, 8, 12, 16)));
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

  private static List<Row> primitives() {
    return List.of(
        Row.runs(
            "D1",
            "notify and await: each rank tells the next one its number",
            "the number of the previous rank",
            Worlds.all(CommunicationCases::notifyWait)),
        Row.runs(
            "D3",
            "four credits, awaited and taken back by a notify to itself",
            "0 in the cell",
            Worlds.all(PrimitiveCases::selfNotify)),
        Row.runs(
            "D5",
            "put to the next rank",
            "the row of the previous rank",
            Worlds.all(PrimitiveCases::putRing)),
        Row.runs(
            "D6",
            "put in pieces of 4 by 64, pipelined",
            "the rows of the previous rank",
            Worlds.all(PrimitiveCases::putPipelined)),
        Row.runs(
            "D7",
            "put in pieces",
            "the rows of the previous rank",
            Worlds.all(ranks -> PrimitiveCases.putChunked(ranks, 1, 31))),
        Row.runs(
            "D8",
            "put that adds, from all ranks to one",
            "the sum on that rank",
            Worlds.all(ranks -> PrimitiveCases.putAdding(ranks, ranks - 1))),
        Row.runs(
            "D9",
            "put of one row",
            "that row of the previous rank",
            Worlds.all(PrimitiveCases::putRow)),
        Row.runs(
            "D10",
            "get from the next rank",
            "the row of the next rank",
            Worlds.all(PrimitiveCases::getRing)),
        Row.runs(
            "D11",
            "get of one row",
            "that row of the next rank",
            Worlds.all(PrimitiveCases::getRow)),
        Row.runs(
            "D12",
            "remote store of a row",
            "the row of the previous rank",
            Worlds.all(CommunicationCases::remoteStoreWhole)),
        Row.runs(
            "D13",
            "remote stores of two halves, notified by SET",
            "both halves of the previous rank",
            Worlds.all(PrimitiveCases::halves)),
        Row.runs(
            "D14",
            "remote store of a computed value",
            "twice the row of the previous rank",
            Worlds.all(PrimitiveCases::computed)),
        Row.runs(
            "D15",
            "a window written by peers, copied by the next kernel",
            "the rows of the peers, 0 in the own one",
            Worlds.all(PrimitiveCases::throughTheWindow)),
        Row.runs(
            "D16",
            "a view of rows of a window, read",
            "these rows",
            Worlds.all(PrimitiveCases::localUse)),
        Row.runs(
            "D17",
            "a window, stored to as a whole and read back",
            "the input",
            Worlds.all(PrimitiveCases::localUse)),
        Row.runs(
            "D18",
            "computing on a window of F16 beside F32",
            "the sum, exactly",
            Worlds.all(PrimitiveCases::localUse)),
        Row.runs(
            "E1",
            "16 tasks wait for what their rank publishes last, in three epochs",
            "the row of the previous rank, in all 16",
            Worlds.all(ranks -> DeferredCases.exchange(ranks, 16, 1, 2, 3))),
        Row.runs(
            "E2",
            "a task waits for what is there already, in two of three dispatches",
            "the row of the previous rank",
            Worlds.all(ranks -> DeferredCases.exchange(ranks, 1, 1, 1, 1))),
        Row.runs(
            "E3",
            "4 tasks wait for what their rank publishes last, in two epochs",
            "the row of the previous rank, in all 4",
            Worlds.all(ranks -> DeferredCases.exchange(ranks, 4, 1, 2))),
        Row.runs(
            "F1",
            "two domains that share a device, ranks counted in each",
            "the neighbours in each domain, elsewhere nothing",
            Worlds.of(PrimitiveCases::overlapping, 3, 4, 5, 8, 16)),
        Row.runs(
            "G6",
            "put to the next rank and get from it, for any number of ranks",
            "the row of the previous, and of the next rank",
            Worlds.several(
                ranks -> List.of(PrimitiveCases.putRing(ranks), PrimitiveCases.getRing(ranks)))));
  }
}
