package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;

/** Programs of few tasks, with what each computes: all numbers are small and whole, so exact. */
final class StructureCases {
  private StructureCases() {}

  private static Slot<Smalti.F32> whole(
      int rows, int columns, CommunicationCases.Value value, long... shape) {
    return Slot.of(CommunicationCases.table(rows, columns, value), shape);
  }

  private static float first(int rank, int i) {
    return 100 * rank + i % 97;
  }

  private static float second(int rank, int i) {
    return 7 * rank - i % 89;
  }

  private static float sum(int rank, int i) {
    return first(rank, i) + second(rank, i);
  }

  private static float difference(int rank, int i) {
    return first(rank, i) - second(rank, i);
  }

  static Case gemm(int ranks) {
    int n = ranks == 2 ? 64 : 20;
    CommunicationCases.Value left = (r, i) -> (i / n + 2 * (i % n) + r) % 7 - 3;
    CommunicationCases.Value right = (_, i) -> (3 * (i / n) + i % n) % 11 - 5;
    Slot<Smalti.F32> a = whole(ranks, n * n, left, ranks, n, n);
    Slot<Smalti.F32> b = whole(1, n * n, right, n, n);
    Slot<Smalti.F32> c = Slot.output(F32, ranks, n, n);
    return Case.program(
            Structures.class,
            "gemm",
            ranks,
            (world, of) -> Structures.gemm(world, of.of(a), of.of(b), of.of(c)),
            StructuresPrograms.gemm(),
            (program, of) -> program.run(of.of(a), of.of(b), of.of(c)),
            a,
            b,
            c)
        .expecting(
            c,
            Ramps.bits(
                ranks,
                n * n,
                (r, i) -> {
                  float product = 0;
                  for (int k = 0; k < n; k++) {
                    product += left.at(r, i / n * n + k) * right.at(0, k * n + i % n);
                  }
                  return product;
                }));
  }

  static Case slices(int ranks) {
    int size = 16 * 32;
    Slot<Smalti.F32> x = whole(ranks, size, Ramps::at, ranks, 16, 32);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 16, 32);
    return Case.program(
            Structures.class,
            "slices",
            ranks,
            (world, of) -> Structures.slices(world, of.of(x), of.of(y)),
            StructuresPrograms.slices(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Ramps.bits(ranks, size, (r, i) -> Ramps.at(r, i) + 1));
  }

  static Case twoResults(int ranks) {
    int rows = ranks > 2 ? 9 : 128;
    int columns = ranks > 2 ? 13 : 64;
    int size = rows * columns;
    Slot<Smalti.F32> a = whole(ranks, size, StructureCases::first, ranks, rows, columns);
    Slot<Smalti.F32> b = whole(ranks, size, StructureCases::second, ranks, rows, columns);
    Slot<Smalti.F32> sum = Slot.output(F32, ranks, rows, columns);
    Slot<Smalti.F32> difference = Slot.output(F32, ranks, rows, columns);
    return Case.program(
            Structures.class,
            "twoResults",
            ranks,
            (world, of) ->
                Structures.twoResults(world, of.of(a), of.of(b), of.of(sum), of.of(difference)),
            StructuresPrograms.twoResults(),
            (program, of) -> program.run(of.of(a), of.of(b), of.of(sum), of.of(difference)),
            a,
            b,
            sum,
            difference)
        .expecting(sum, Ramps.bits(ranks, size, StructureCases::sum))
        .expecting(difference, Ramps.bits(ranks, size, StructureCases::difference));
  }

  /** Rows are an even number. */
  static Case onTwoDevices(int ranks, int rows, int columns) {
    int size = rows * columns;
    Slot<Smalti.F32> a = whole(1, size, StructureCases::first, rows, columns);
    Slot<Smalti.F32> b = whole(1, size, StructureCases::second, rows, columns);
    Slot<Smalti.F32> sum = Slot.output(F32, rows, columns);
    Slot<Smalti.F32> difference = Slot.output(F32, rows, columns);
    return Case.program(
            Structures.class,
            "onTwoDevices",
            ranks,
            (world, of) ->
                Structures.onTwoDevices(world, of.of(a), of.of(b), of.of(sum), of.of(difference)),
            StructuresPrograms.onTwoDevices(),
            (program, of) -> program.run(of.of(a), of.of(b), of.of(sum), of.of(difference)),
            a,
            b,
            sum,
            difference)
        .expecting(sum, Ramps.bits(1, size, StructureCases::sum))
        .expecting(difference, Ramps.bits(1, size, StructureCases::difference));
  }

  static Case joined(int ranks) {
    int size = 5 * 33;
    Slot<Smalti.F32> a = whole(ranks, size, StructureCases::first, ranks, 5, 33);
    Slot<Smalti.F32> b = whole(ranks, size, StructureCases::second, ranks, 5, 33);
    Slot<Smalti.F32> sum = Slot.output(F32, ranks, 5, 33);
    Slot<Smalti.F32> difference = Slot.output(F32, ranks, 5, 33);
    Slot<Smalti.F32> twice = Slot.output(F32, ranks, 5, 33);
    Structures.Joining joining =
        (left, right, both) -> {
          for (int rank = 0; rank < both.dim(0); rank++) {
            both.at(rank).store(left.at(rank).load().add(right.at(rank).load()));
          }
        };
    return Case.program(
            Structures.class,
            "joined",
            ranks,
            (world, of) ->
                Structures.joined(
                    world,
                    of.of(a),
                    of.of(b),
                    of.of(sum),
                    of.of(difference),
                    of.of(twice),
                    joining),
            StructuresPrograms.joined(),
            (program, of) ->
                program.run(
                    of.of(a), of.of(b), of.of(sum), of.of(difference), of.of(twice), joining),
            a,
            b,
            sum,
            difference,
            twice,
            new Callback(
                given ->
                    joining.join(
                        Callback.tensor(F32, given.get(0)),
                        Callback.tensor(F32, given.get(1)),
                        Callback.tensor(F32, given.get(2)))))
        .expecting(sum, Ramps.bits(ranks, size, StructureCases::sum))
        .expecting(difference, Ramps.bits(ranks, size, StructureCases::difference))
        .expecting(twice, Ramps.bits(ranks, size, (r, i) -> 2 * first(r, i)));
  }

  /** Each rank has one sum more than the one before that is not 5. */
  static Case verified(int ranks) {
    int size = 16 * 3;
    Slot<Smalti.F32> a = whole(ranks, size, (_, _) -> 2, ranks, 16, 3);
    Slot<Smalti.F32> b = whole(ranks, size, (r, i) -> i < r ? 4 : 3, ranks, 16, 3);
    Slot<Smalti.F32> sum = Slot.output(F32, ranks, 16, 3);
    Slot<Smalti.I32> wrong = Slot.output(I32, ranks, 2);
    long[] others = new long[2 * ranks];
    for (int i = 0; i < others.length; i++) {
      others[i] = i / 2;
    }
    return Case.program(
            Structures.class,
            "verified",
            ranks,
            (world, of) ->
                Structures.verified(
                    world,
                    of.of(a),
                    of.of(b),
                    of.of(sum),
                    of.of(wrong),
                    StructureCases::countOthers),
            StructuresPrograms.verified(),
            (program, of) ->
                program.run(
                    of.of(a), of.of(b), of.of(sum), of.of(wrong), StructureCases::countOthers),
            a,
            b,
            sum,
            wrong,
            new Callback(
                given ->
                    countOthers(
                        Callback.tensor(F32, given.get(0)), Callback.tensor(I32, given.get(1)))))
        .expecting(sum, Ramps.bits(ranks, size, (r, i) -> i < r ? -2 : -1))
        .expecting(wrong, others);
  }

  /** How many elements of each rank are not 5. */
  private static void countOthers(Tensor<Smalti.F32> sum, Tensor<Smalti.I32> wrong) {
    for (int rank = 0; rank < sum.dim(0); rank++) {
      int others = 0;
      for (int row = 0; row < sum.dim(1); row++) {
        for (int column = 0; column < sum.dim(2); column++) {
          others += sum.read(Smalti.at(rank, row, column)) == 5 ? 0 : 1;
        }
      }
      wrong.write(Smalti.at(rank, 0), others);
    }
  }

  static Case inTurn(int ranks) {
    int size = 4 * 32;
    Slot<Smalti.F32> a = whole(1, size, StructureCases::first, 4, 32);
    Slot<Smalti.F32> b = whole(1, size, StructureCases::second, 4, 32);
    Slot<Smalti.F32> results = Slot.output(F32, ranks, 4, 32);
    return Case.program(
            Structures.class,
            "inTurn",
            ranks,
            (world, of) -> Structures.inTurn(world, of.of(a), of.of(b), of.of(results)),
            StructuresPrograms.inTurn(),
            (program, of) -> program.run(of.of(a), of.of(b), of.of(results)),
            a,
            b,
            results)
        .expecting(
            results, Ramps.bits(ranks, size, (r, i) -> r % 2 == 0 ? sum(0, i) : difference(0, i)));
  }

  static Case addGraph() {
    Slot<Smalti.F32> a = whole(1, 96, StructureCases::first, 3, 32);
    Slot<Smalti.F32> b = whole(1, 96, StructureCases::second, 3, 32);
    Slot<Smalti.F32> sum = Slot.output(F32, 3, 32);
    return Case.kernel(
            Structures.class,
            "addGraph",
            of -> Structures.addGraph(of.of(a), of.of(b), of.of(sum)),
            of -> StructuresKernels.addGraph(of.of(a), of.of(b), of.of(sum)),
            a,
            b,
            sum)
        .expecting(sum, Ramps.bits(1, 96, StructureCases::sum));
  }

  static Case subtractGraph() {
    Slot<Smalti.F32> a = whole(1, 96, StructureCases::first, 3, 32);
    Slot<Smalti.F32> b = whole(1, 96, StructureCases::second, 3, 32);
    Slot<Smalti.F32> difference = Slot.output(F32, 3, 32);
    return Case.kernel(
            Structures.class,
            "subtractGraph",
            of -> Structures.subtractGraph(of.of(a), of.of(b), of.of(difference)),
            of -> StructuresKernels.subtractGraph(of.of(a), of.of(b), of.of(difference)),
            a,
            b,
            difference)
        .expecting(difference, Ramps.bits(1, 96, StructureCases::difference));
  }
}
