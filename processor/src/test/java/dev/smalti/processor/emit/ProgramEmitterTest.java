package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import dev.smalti.runtime.ProtocolException;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.StalledException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs, task graphs and kernels with windows run together on a pool. */
final class ProgramEmitterTest {
  static final String RING_SUM =
      """
      smalti ir 1

      incore app.RingSum.reduceStep  @ RingSum.java:8:3
          in input: tensor<F32>[1, 256]  @ RingSum.java:9:3
          out output: tensor<F32>[1, 256]  @ RingSum.java:10:3
          inout data: window<F32>[1, 256]  @ RingSum.java:11:3
          in arrived: signal[ranks, 1]  @ RingSum.java:12:3
          symbols ranks
        me: int = rank(data)  @ RingSum.java:13:5
        store load input[0, 0] shape(1, 256) -> data[0, 0]  @ RingSum.java:16:5
        for peer in 0..ranks  @ RingSum.java:18:5
          if peer != me  @ RingSum.java:19:7
            notify arrived[me, 0] of peer add 1  @ RingSum.java:19:22
        for source in 0..ranks  @ RingSum.java:20:5
          if source != me  @ RingSum.java:21:7
            await arrived[source, 0] >= 1  @ RingSum.java:21:24
        %sum: F32[1, 256] = load data[0, 0] shape(1, 256)  @ RingSum.java:23:5
        for peer2 in 0..ranks  @ RingSum.java:24:5
          if peer2 != me  @ RingSum.java:25:7
            %sum := fused { %sum + load data[0, 0] of peer2 shape(1, 256) }  @ RingSum.java:25:22
        store %sum -> output[0, 0]  @ RingSum.java:26:5

      jit app.RingSum.perDevice  @ RingSum.java:29:3
          in input: tensor<F32>[1, 256]  @ RingSum.java:30:3
          out output: tensor<F32>[1, 256]  @ RingSum.java:31:3
          inout data: window<F32>[1, 256]  @ RingSum.java:32:3
          in arrived: signal[ranks, 1]  @ RingSum.java:33:3
          symbols ranks
        call app.RingSum.reduceStep(input, output, data, arrived)  @ RingSum.java:34:5

      host app.RingSum.allReduce  @ RingSum.java:37:3
          in world: world  @ RingSum.java:38:3
          in inputs: tensor<F32>[ranks, 1, 256]  @ RingSum.java:39:3
          out outputs: tensor<F32>[ranks, 1, 256]  @ RingSum.java:40:3
          symbols ranks
        data: window<F32>[1, 256] = new window<F32>[1, 256]  @ RingSum.java:41:5
        arrived: signal[ranks, 1] = new signal[ranks, 1]  @ RingSum.java:42:5
        foreachrank r  @ RingSum.java:43:5
          call app.RingSum.perDevice(view inputs[r, 0, 0] shape(1, 1, 256) drop 1, view outputs[r, 0, 0] shape(1, 1, 256) drop 1, data, arrived)  @ RingSum.java:43:30
      """;

  private static PreparedProgram prepare(
      Emitted emitted, String facade, String name, DevicePool pool) {
    Program<?> program = (Program<?>) emitted.call(facade, name);
    return program.prepare(pool);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void allReduceSumsInOrderOfRanksFromTheOwn(int ranks) {
    Emitted emitted = Emitted.of(RING_SUM);
    for (DevicePool pool :
        new DevicePool[] {DevicePool.threads(ranks), DevicePool.seeded(ranks, 7)}) {
      try (pool;
          PreparedProgram program = prepare(emitted, "app.RingSumPrograms", "allReduce", pool)) {
        for (int round = 0; round < 3; round++) {
          float[] in = Tensors.floats(ranks + round, ranks * 256, false);
          Tensor<Smalti.F32> inputs = Tensor.of(in, ranks, 1, 256);
          Tensor<Smalti.F32> outputs =
              round == 1
                  ? Tensors.nativeOf(new float[in.length], ranks, 1, 256)
                  : Tensor.of(new float[in.length], ranks, 1, 256);
          Emitted.callOn(program, "run", inputs, outputs);
          Tensors.assertSameBits(
              ranks + " ranks, round " + round, outputs, expected(inputs, ranks));
        }
      }
    }
  }

  private static Tensor<Smalti.F32> expected(Tensor<Smalti.F32> inputs, int ranks) {
    Tensor<Smalti.F32> outputs = Tensor.of(new float[ranks * 256], ranks, 1, 256);
    for (int me = 0; me < ranks; me++) {
      Tile<Smalti.F32> sum = inputs.at(me).load();
      for (int peer = 0; peer < ranks; peer++) {
        if (peer != me) {
          sum = sum.add(inputs.at(peer).load());
        }
      }
      outputs.at(me).store(sum);
    }
    return outputs;
  }

  @Test
  void shapesThatDoNotFitTheWorldAreRefused() {
    Emitted emitted = Emitted.of(RING_SUM);
    try (DevicePool pool = DevicePool.threads(2);
        PreparedProgram program = prepare(emitted, "app.RingSumPrograms", "allReduce", pool)) {
      Tensor<Smalti.F32> three = Tensor.of(new float[768], 3, 1, 256);
      var refused =
          assertThrows(
              IllegalArgumentException.class, () -> Emitted.callOn(program, "run", three, three));
      assertThat(refused).hasMessageThat().contains("inputs is declared ranks = 2");
    }
  }

  @Test
  void whatChangesBetweenDispatchesIsCapturedAtEach() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Rounds.step  @ Rounds.java:1:1
                inout w: window<I32>[n, 2]  @ Rounds.java:1:1
                inout out: tensor<I32>[2, 2]  @ Rounds.java:1:1
                in round: int  @ Rounds.java:1:1
                in scale: int  @ Rounds.java:1:1
                in turn: signal[ranks]  @ Rounds.java:1:1
                symbols n, ranks
              me: int = rank(w)  @ Rounds.java:2:1
              peer: int = (me + 1) % ranks  @ Rounds.java:3:1
              store fill(I32[1, 1], me * 100 + round * scale) -> w[round, 0] of peer add  @ Rounds.java:4:1
              own: signal[1] = view turn[me] shape(1)  @ Rounds.java:5:1
              notify turn[me] of peer add 1  @ Rounds.java:6:1
              await turn[peer] >= read(own[0]) + round + 1  @ Rounds.java:7:1
              write w[round, 0] -> out[round, 1]  @ Rounds.java:8:1

            host app.Rounds.play  @ Rounds.java:11:1
                in world: world  @ Rounds.java:11:1
                inout outs: tensor<I32>[ranks, 2, 2]  @ Rounds.java:11:1
                symbols ranks
              w: window<I32>[2, 2] = new window<I32>[2, 2]  @ Rounds.java:12:1
              turn: signal[ranks] = new signal[ranks]  @ Rounds.java:13:1
              scale: int = 7  @ Rounds.java:14:1
              for round in 0..2  @ Rounds.java:15:1
                foreachrank r  @ Rounds.java:16:1
                  mine: tensor<I32>[2, 2] = view outs[r, 0, 0] shape(1, 2, 2) drop 1  @ Rounds.java:17:1
                  call app.Rounds.step(w, mine, round, scale, turn)  @ Rounds.java:18:1
                scale := scale + 1  @ Rounds.java:19:1
            """);
    try (DevicePool pool = DevicePool.threads(2);
        PreparedProgram program = prepare(emitted, "app.RoundsPrograms", "play", pool)) {
      int[] out = new int[8];
      Emitted.callOn(program, "run", Tensor.of(out, 2, 2, 2));
      // Of rank 0: what rank 1 added, in round 0 with scale 7, in round 1 with scale 8.
      assertThat(Arrays.stream(out).boxed().toList())
          .containsExactly(0, 100, 0, 108, 0, 0, 0, 8)
          .inOrder();
    }
  }

  @Test
  void aFailureNamesTheUsersLine() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Bad.step  @ Bad.java:1:1
                inout w: window<F32>[1, 4]  @ Bad.java:1:1
                in s: signal[ranks]  @ Bad.java:1:1
                symbols ranks
              me: int = rank(w)  @ Bad.java:2:1
              notify s[me] of me + 1 + read(s[0]) set 1  @ Bad.java:3:1

            host app.Bad.main  @ Bad.java:5:1
                in world: world  @ Bad.java:5:1
                symbols ranks
              w: window<F32>[1, 4] = new window<F32>[1, 4]  @ Bad.java:6:1
              s: signal[ranks] = new signal[ranks]  @ Bad.java:7:1
              foreachrank r  @ Bad.java:8:1
                call app.Bad.step(w, s)  @ Bad.java:8:1
            """);
    try (DevicePool pool = DevicePool.threads(2);
        PreparedProgram program = prepare(emitted, "app.BadPrograms", "main", pool)) {
      var failed = assertThrows(RankFailedException.class, () -> Emitted.callOn(program, "run"));
      assertThat(failed).hasMessageThat().contains("Bad.java:3");
    }
  }

  @Test
  void aStallNamesWhoCouldHaveEndedTheWait() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Stall.step  @ Stall.java:1:1
                inout w: window<F32>[1, 4]  @ Stall.java:1:1
                in s: signal[ranks]  @ Stall.java:1:1
                in limit: int  @ Stall.java:1:1
                symbols ranks
              me: int = rank(w)  @ Stall.java:2:1
              if me == 0  @ Stall.java:3:1
                await s[1] >= 3  @ Stall.java:4:1
              else
                notify s[1] of 0 set 1  @ Stall.java:5:1
                notify s[1] of 0 add 1  @ Stall.java:6:1

            host app.Stall.main  @ Stall.java:8:1
                in world: world  @ Stall.java:8:1
                in limit: int  @ Stall.java:8:1
                symbols ranks
              w: window<F32>[1, 4] = new window<F32>[1, 4]  @ Stall.java:9:1
              s: signal[ranks] = new signal[ranks]  @ Stall.java:10:1
              foreachrank r  @ Stall.java:11:1
                call app.Stall.step(w, s, limit)  @ Stall.java:11:1
            """);
    try (DevicePool pool = DevicePool.threads(2);
        PreparedProgram program = prepare(emitted, "app.StallPrograms", "main", pool)) {
      var stalled = assertThrows(StalledException.class, () -> Emitted.callOn(program, "run", 3));
      assertThat(stalled).hasMessageThat().contains("Stall.java:4");
      assertThat(stalled).hasMessageThat().contains("line 6");
    }
  }

  /** Rank {@code root} waits for as many credits as {@code wanted}; a peer may be outside. */
  private static final String CREDITS =
      """
      smalti ir 1

      incore app.Credits.step  @ Credits.java:1:1
          inout w: window<F32>[1, 4]  @ Credits.java:1:1
          in s: signal[2]  @ Credits.java:1:1
          in root: int  @ Credits.java:1:1
          in wanted: int  @ Credits.java:1:1
          in scale: double  @ Credits.java:1:1
          symbols ranks
        me: int = rank(w)  @ Credits.java:2:1
        store fill(F32[1, 4], scale) -> w[0, 0]  @ Credits.java:3:1
        if me == root  @ Credits.java:4:1
          await s[1] >= wanted  @ Credits.java:5:1
        else
          notify s[1] of root add 1  @ Credits.java:7:1

      host app.Credits.main  @ Credits.java:8:1
          in world: world  @ Credits.java:8:1
          in root: int  @ Credits.java:8:1
          in wanted: int  @ Credits.java:8:1
          in scale: double  @ Credits.java:8:1
          symbols ranks
        w: window<F32>[1, 4] = new window<F32>[1, 4]  @ Credits.java:9:1
        s: signal[2] = new signal[2]  @ Credits.java:10:1
        foreachrank r  @ Credits.java:11:1
          call app.Credits.step(w, s, root, wanted, scale)  @ Credits.java:11:1
      """;

  @Test
  void aRunThatWouldNotEndIsRefusedWithTheRealValues() {
    Emitted emitted = Emitted.of(CREDITS);
    try (DevicePool pool = DevicePool.threads(3);
        PreparedProgram program = prepare(emitted, "app.CreditsPrograms", "main", pool)) {
      Emitted.callOn(program, "run", 1, 2, 0.5);
      for (int again = 0; again < 2; again++) {
        var refused =
            assertThrows(ProtocolException.class, () -> Emitted.callOn(program, "run", 1, 3, 0.5));
        assertThat(refused)
            .hasMessageThat()
            .isEqualTo(
                """
                Credits.main on threads(3) was not started: deadlock for 3 ranks: rank 1 waits here for ever
                  at Credits.java:5, called with root = 1, wanted = 3
                  rank 1 waits at line 5 for s[1] >= 3, holds 2; every notify of it is counted already, by rank 0 at line 7, rank 2 at line 7
                  Notify once more, or wait for what arrives: at most 2.\
                """);
      }
      var outside =
          assertThrows(ProtocolException.class, () -> Emitted.callOn(program, "run", -1, 2, 0.5));
      assertThat(outside)
          .hasMessageThat()
          .startsWith(
              "Credits.main on threads(3) was not started: rank 0 fails for 3 ranks: s: peer -1 is"
                  + " no rank, there are 3\n  at Credits.java:7, called with root = -1");
      Emitted.callOn(program, "run", 0, 1, 0.25);
    }
  }

  /** What does not decide the communication is no reason to check again. */
  @Test
  void onlyWhatDecidesTheCommunicationIsCompared() {
    String text = Emitted.of(CREDITS).source("app.Credits_main_Protocol");
    assertThat(text).contains("List.of(Map.entry(\"root\", root), Map.entry(\"wanted\", wanted))");
  }

  @Test
  void aPoolOfAnotherSizeIsRefused() {
    Emitted emitted = Emitted.of(CREDITS, "2, 4..8");
    try (DevicePool three = DevicePool.threads(3);
        DevicePool four = DevicePool.threads(4);
        PreparedProgram program = prepare(emitted, "app.CreditsPrograms", "main", four)) {
      Emitted.callOn(program, "run", 1, 3, 0.5);
      var refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> prepare(emitted, "app.CreditsPrograms", "main", three));
      assertThat(refused)
          .hasMessageThat()
          .isEqualTo(
              "Credits.main is written for worlds of 2, 4..8 ranks, the pool threads(3) has 3:"
                  + " prepare it on a pool of such a size, or add 3 to @Host(worlds = \"2, 4..8\"),"
                  + " so that the compiler checks it too");
    }
  }
}
