package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.BF16;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;

import dev.smalti.lang.Smalti;
import java.util.List;

/** Expert dispatch and combine, with all that is received, and every sum. */
final class ExpertCases {
  private static final int PAD = Experts.PAD;

  private ExpertCases() {}

  /** 7 tokens of 33 elements, of 2 routes each, to 3 experts a rank. */
  static Case layer(int ranks) {
    return new ExpertCase(Routing.draw(ranks, 7, 2, 3, 9), 33).layer();
  }

  /**
   * What of it is expected.
   *
   * @param width elements of a token
   */
  private record ExpertCase(Routing routing, int width) {
    Case layer() {
      int ranks = routing.ranks();
      int locals = routing.locals();
      int cap = routing.cap();
      int rows = locals * cap;
      int routes = routing.routes();
      Slot<Smalti.I32> experts =
          Slot.of(
              routing.experts().stream().mapToInt(expert -> expert).toArray(),
              ranks,
              routing.tokens(),
              routing.k());
      Slot<Smalti.BF16> x = Slot.of(BF16, tokens(), ranks, routing.tokens(), width);
      Slot<Smalti.F32> weights =
          Slot.of(
              CommunicationCases.table(ranks * routes, PAD, (r, i) -> routing.weight(r) + i),
              ranks,
              routes,
              PAD);
      Slot<Smalti.I32> numbers = Slot.of(I32, numbers(), ranks, routes, PAD);
      Slot<Smalti.BF16> receivedX = Slot.output(BF16, ranks, rows, width);
      Slot<Smalti.F32> receivedWeights = Slot.output(F32, ranks, locals, cap);
      Slot<Smalti.I32> receivedRoutes = Slot.output(I32, ranks, locals, cap);
      Slot<Smalti.I32> received = Slot.output(I32, ranks, locals, 1);
      Slot<Smalti.BF16> receivedY = Slot.output(BF16, ranks, rows, width);
      Slot<Smalti.F32> routed = Slot.output(F32, ranks, routing.tokens(), width);
      return Case.program(
              Experts.class,
              "layer",
              ranks,
              (world, of) ->
                  Experts.layer(
                      world,
                      of.of(experts),
                      of.of(x),
                      of.of(weights),
                      of.of(numbers),
                      of.of(receivedX),
                      of.of(receivedWeights),
                      of.of(receivedRoutes),
                      of.of(received),
                      of.of(receivedY),
                      of.of(routed),
                      locals,
                      cap),
              ExpertsPrograms.layer(),
              (program, of) ->
                  program.run(
                      of.of(experts),
                      of.of(x),
                      of.of(weights),
                      of.of(numbers),
                      of.of(receivedX),
                      of.of(receivedWeights),
                      of.of(receivedRoutes),
                      of.of(received),
                      of.of(receivedY),
                      of.of(routed),
                      locals,
                      cap),
              experts,
              x,
              weights,
              numbers,
              receivedX,
              receivedWeights,
              receivedRoutes,
              received,
              receivedY,
              routed,
              locals,
              cap)
          .expecting(receivedX, ofRows(new long[receivedX.before().length], routing::sent))
          .expecting(
              receivedWeights, ofRoutes(route -> Float.floatToRawIntBits(routing.weight(route))))
          .expecting(receivedRoutes, ofRoutes(route -> route % routes))
          .expecting(received, counts())
          .expecting(receivedY, ofRows(receivedY.before(), routing::scaled))
          .expecting(routed, sums());
    }

    private long[] tokens() {
      long[] bits = new long[routing.ranks() * routing.tokens() * width];
      for (int i = 0; i < bits.length; i++) {
        int token = i / width;
        bits[i] = Routing.x(token / routing.tokens(), token % routing.tokens(), i % width);
      }
      return bits;
    }

    /** Routes, and in the columns that do not count something else. */
    private long[] numbers() {
      long[] bits = new long[routing.ranks() * routing.routes() * PAD];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = i % PAD == 0 ? i / PAD % routing.routes() : -i;
      }
      return bits;
    }

    /** Rows of routes where they arrive; the others stay. */
    private long[] ofRows(long[] before, Row row) {
      for (int expert = 0; expert < routing.arrivals().size(); expert++) {
        List<Integer> arrivals = routing.arrivals().get(expert);
        for (int k = 0; k < arrivals.size(); k++) {
          for (int i = 0; i < width; i++) {
            before[(expert * routing.cap() + k) * width + i] = row.bits(arrivals.get(k), i);
          }
        }
      }
      return before;
    }

    /** One number a route where it arrives, elsewhere 0. */
    private long[] ofRoutes(Route route) {
      long[] bits = new long[routing.arrivals().size() * routing.cap()];
      for (int expert = 0; expert < routing.arrivals().size(); expert++) {
        List<Integer> arrivals = routing.arrivals().get(expert);
        for (int k = 0; k < arrivals.size(); k++) {
          bits[expert * routing.cap() + k] = route.bits(arrivals.get(k));
        }
      }
      return bits;
    }

    private long[] counts() {
      return routing.arrivals().stream().mapToLong(List::size).toArray();
    }

    private long[] sums() {
      return Ramps.bits(
          routing.ranks() * routing.tokens(),
          width,
          (token, i) -> routing.routed(token / routing.tokens(), token % routing.tokens(), i));
    }
  }

  /** The bits of element i of the row of a route. */
  private interface Row {
    short bits(int route, int i);
  }

  /** The bits that belong to a route. */
  private interface Route {
    int bits(int route);
  }
}
