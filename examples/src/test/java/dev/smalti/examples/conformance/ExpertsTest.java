package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.BF16;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.runtime.DevicePool;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expert dispatch and combine of the size that the model has: too large to be run eagerly. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class ExpertsTest {
  private static final int TOKENS = 128;
  private static final int K = 6;
  private static final int WIDTH = 4096;
  private static final int LOCALS = 16;
  private static final int CAP = 192;
  private static final int ROWS = LOCALS * CAP;

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void allSumsAreRight(int ranks) {
    Results results = new Results(Routing.draw(ranks, TOKENS, K, LOCALS, CAP));
    results.compute();
    for (int expert = 0; expert < ranks * LOCALS; expert++) {
      results.checkExpert(expert);
    }
    results.checkSums();
  }

  /** What a run of the layer writes. */
  private static final class Results {
    private final Routing routing;
    private final short[] receivedX;
    private final float[] receivedWeights;
    private final int[] receivedRoutes;
    private final int[] received;
    private final short[] receivedY;
    private final float[] routed;

    Results(Routing routing) {
      this.routing = routing;
      int ranks = routing.ranks();
      receivedX = new short[ranks * ROWS * WIDTH];
      receivedWeights = new float[ranks * ROWS];
      receivedRoutes = new int[ranks * ROWS];
      received = new int[ranks * LOCALS];
      receivedY = new short[ranks * ROWS * WIDTH];
      routed = new float[ranks * TOKENS * WIDTH];
    }

    void compute() {
      int ranks = routing.ranks();
      try (DevicePool pool = DevicePool.threads(ranks);
          ExpertsPrograms.Layer layer = ExpertsPrograms.layer().prepare(pool)) {
        layer.run(
            Tensor.of(experts(routing), ranks, TOKENS, K),
            Tensor.of(BF16, tokens(ranks), ranks, TOKENS, WIDTH),
            weights(routing),
            numbers(routing),
            Tensor.of(BF16, receivedX, ranks, ROWS, WIDTH),
            Tensor.of(receivedWeights, ranks, LOCALS, CAP),
            Tensor.of(receivedRoutes, ranks, LOCALS, CAP),
            Tensor.of(received, ranks, LOCALS, 1),
            Tensor.of(BF16, receivedY, ranks, ROWS, WIDTH),
            Tensor.of(routed, ranks, TOKENS, WIDTH),
            LOCALS,
            CAP);
      }
    }

    void checkExpert(int expert) {
      List<Integer> arrivals = routing.arrivals().get(expert);
      assertWithMessage("rows of expert %s", expert)
          .that(received[expert])
          .isEqualTo(arrivals.size());
      for (int i = 0; i < arrivals.size(); i++) {
        checkRow(expert * CAP + i, arrivals.get(i));
      }
    }

    private void checkRow(int row, int route) {
      assertWithMessage("route of row %s", row)
          .that(receivedRoutes[row])
          .isEqualTo(route % routing.routes());
      assertWithMessage("weight of row %s", row)
          .that(receivedWeights[row])
          .isEqualTo(routing.weight(route));
      for (int c = 0; c < WIDTH; c++) {
        int at = row * WIDTH + c;
        if (receivedX[at] != routing.sent(route, c) || receivedY[at] != routing.scaled(route, c)) {
          throw new AssertionError("row " + row + ", column " + c);
        }
      }
    }

    void checkSums() {
      for (int i = 0; i < routed.length; i++) {
        int token = i / WIDTH;
        if (routed[i] != routing.routed(token / TOKENS, token % TOKENS, i % WIDTH)) {
          throw new AssertionError("token " + token + ", column " + i % WIDTH + ": " + routed[i]);
        }
      }
    }
  }

  private static int[] experts(Routing routing) {
    return routing.experts().stream().mapToInt(expert -> expert).toArray();
  }

  private static short[] tokens(int ranks) {
    short[] all = new short[ranks * TOKENS * WIDTH];
    for (int i = 0; i < all.length; i++) {
      int token = i / WIDTH;
      all[i] = Routing.x(token / TOKENS, token % TOKENS, i % WIDTH);
    }
    return all;
  }

  private static Tensor<Smalti.F32> weights(Routing routing) {
    float[] all = new float[routing.ranks() * routing.routes() * Experts.PAD];
    for (int i = 0; i < all.length; i += Experts.PAD) {
      all[i] = routing.weight(i / Experts.PAD);
    }
    return Tensor.of(all, routing.ranks(), routing.routes(), Experts.PAD);
  }

  private static Tensor<Smalti.I32> numbers(Routing routing) {
    int[] all = new int[routing.ranks() * routing.routes() * Experts.PAD];
    for (int i = 0; i < all.length; i += Experts.PAD) {
      all[i] = i / Experts.PAD % routing.routes();
    }
    return Tensor.of(all, routing.ranks(), routing.routes(), Experts.PAD);
  }
}
