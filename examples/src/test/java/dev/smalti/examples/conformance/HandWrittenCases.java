package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.lang.Smalti;

/** Collectives that are written by hand, group A. */
final class HandWrittenCases {
  private HandWrittenCases() {}

  static Case allGather(int ranks) {
    int size = AllGather.SIZE;
    Slot<Smalti.F32> x = Ramps.of(ranks, size);
    int all = ranks * size;
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, all);
    return Case.program(
            AllGather.class,
            "allGather",
            ranks,
            (world, of) -> AllGather.allGather(world, of.of(x), of.of(y)),
            AllGatherPrograms.allGather(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Ramps.bits(ranks, all, (_, i) -> Ramps.at(i / size, i % size)));
  }

  static Case reduceScatter(int ranks) {
    int size = ReduceScatter.SIZE;
    Slot<Smalti.F32> x = Ramps.of(ranks, ranks * size);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, size);
    return Case.program(
            ReduceScatter.class,
            "reduceScatter",
            ranks,
            (world, of) -> ReduceScatter.reduceScatter(world, of.of(x), of.of(y)),
            ReduceScatterPrograms.reduceScatter(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Ramps.bits(ranks, size, (r, i) -> Ramps.sum(ranks, r * size + i)));
  }

  static Case allToAll(int ranks) {
    int size = AllToAll.SIZE;
    int all = ranks * size;
    CommunicationCases.Value sent = (r, i) -> 1000 * r + 100 * (i / size) + i % size;
    Slot<Smalti.F32> x = Slot.of(CommunicationCases.table(ranks, all, sent), ranks, ranks, size);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, ranks, size);
    return Case.program(
            AllToAll.class,
            "allToAll",
            ranks,
            (world, of) -> AllToAll.allToAll(world, of.of(x), of.of(y)),
            AllToAllPrograms.allToAll(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Ramps.bits(ranks, all, (r, i) -> sent.at(i / size, r * size + i % size)));
  }
}
