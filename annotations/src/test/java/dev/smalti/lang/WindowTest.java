package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.spi.Storage;
import dev.smalti.lang.spi.WindowMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class WindowTest {
  private final TestRanks three = new TestRanks(3);

  private Window<I32> window(long... shape) {
    long bytes = 4;
    for (long extent : shape) {
      bytes *= extent;
    }
    return Window.over(I32, "data", three.window("data", bytes), three, shape);
  }

  private static String message(Runnable wrong) {
    String message = assertThrows(RuntimeException.class, wrong::run).getMessage();
    return message == null ? "" : message;
  }

  @Test
  void everyTypeIsZeroAtFirst() {
    World world = World.eager(1);
    for (DType dtype : List.of(F32, F64, I32, I64, BOOL)) {
      Window<?> window = world.window(dtype, shape(3, 5));
      world.forEachRank(_ -> check(window));
    }
  }

  private static <T extends DType> void check(Window<T> window) {
    assertThat(window.load().toString())
        .isEqualTo(Tile.fill(window.dtype(), shape(3, 5), 0).toString());
    Tile<T> one = Tile.fill(window.dtype(), shape(1, 1), 1);
    window.store(one, at(2, 4));
    assertThat(window.remoteLoad(0, at(2, 4), shape(1, 1)).toString()).isEqualTo(one.toString());
  }

  @Test
  void typedViewsShareTheBytes() {
    Window<I32> window = window(2, 3);
    three.as(
        1,
        () -> {
          window.store(Tile.fill(I32, shape(2, 3), 0x01020304));
          assertThat(window.as(U8, shape(6, 4)).row(5).load().toString())
              .isEqualTo("U8 [1, 4] [4, 3, 2, 1]");
          window.row(1).as(I16, shape(2)).write(at(1), -1);
          assertThat(window.readInt(at(1, 0))).isEqualTo(0xFFFF0304);
          assertThat(window.as(BOOL, shape(4)).load().toString())
              .isEqualTo("BOOL [1, 4] [true, true, true, true]");
          window.slice(at(0, 2), shape(1, 1)).as(F32, shape(1)).write(at(0), 1.5);
          assertThat(window.readInt(at(0, 2))).isEqualTo(Float.floatToIntBits(1.5f));
          assertThat(window.as(I64, shape(3)).as(F16, shape(2, 2)).toString())
              .isEqualTo("window data F16 [2, 2]");
        });
    three.as(
        2,
        () ->
            assertThat(window.as(U8, shape(24)).remoteLoad(1, at(0), shape(2)).toString())
                .isEqualTo("U8 [1, 2] [4, 3]"));
  }

  @Test
  void typedViewsAreInsideAndAligned() {
    Window<I32> window = window(3, 5);
    assertThat(message(() -> window.as(I16, shape(3, 11))))
        .isEqualTo(
            "window data I32 [3, 5] has 60 bytes, a view I16 [3, 11] needs 66; make it smaller, or"
                + " the window larger");
    assertThat(message(() -> window.row(1).as(F64, shape(1))))
        .isEqualTo(
            "window data I32 [1, 5] starts at byte 20 of its allocation, an element of F64 starts"
                + " at a multiple of 8; take another slice");
    assertThat(window.row(2).as(F64, shape(2)).offset()).isEqualTo(5);
    assertThat(message(() -> window.slice(at(0, 0), shape(2, 2)).as(I32, shape(2))))
        .contains("has gaps");
    assertThat(message(() -> window.as(I32, shape(0)))).contains("at least 1 is needed");
    long most = Integer.MAX_VALUE;
    assertThat(message(() -> window.as(I64, shape(most, most, most)))).contains("more elements");
  }

  @Test
  void ownInstancesAreTheRanks() {
    Window<I32> window = window(1, 2);
    for (int rank = 0; rank < 3; rank++) {
      int me = rank;
      three.as(
          rank,
          () -> {
            assertThat(window.rank()).isEqualTo(me);
            window.store(Tile.fill(I32, shape(1, 2), 10 + me));
          });
    }
    for (int rank = 0; rank < 3; rank++) {
      assertThat(window.instance(rank).get(ValueLayout.JAVA_INT, 4)).isEqualTo(10 + rank);
    }
    assertThat(window.ranks()).isEqualTo(3);
    assertThat(window.name()).isEqualTo("data");
    assertThat(window.toString()).isEqualTo("window data I32 [1, 2]");
    three.as(2, () -> assertThat(window.readInt(at(0, 0))).isEqualTo(12));
    three.as(
        1, () -> assertThat(window.storage()).isEqualTo(new Storage.Segment(window.instance(1))));
  }

  @Test
  void remoteOperationsAddressThePeer() {
    Window<I32> window = window(2, 2);
    three.as(
        0,
        () -> {
          window.remoteStore(1, Tile.fill(I32, shape(2, 2), 5));
          window.remoteStore(1, Tile.fill(I32, shape(1, 1), 6), at(1, 1));
          window.remoteStore(1, Tile.fill(I32, shape(1, 2), 10), at(0, 0), ADD);
          assertThat(window.load().toString()).isEqualTo("I32 [2, 2] [0, 0, 0, 0]");
          assertThat(window.remoteLoad(1).toString()).isEqualTo("I32 [2, 2] [15, 15, 5, 6]");
          assertThat(window.remoteLoad(1, at(1, 0), shape(1, 2)).toString())
              .isEqualTo("I32 [1, 2] [5, 6]");
        });
    three.as(1, () -> assertThat(window.load().colSum().toString()).contains("[20, 21]"));
  }

  @Test
  void viewsAreOfEveryInstance() {
    Window<I32> window = window(2, 2, 2);
    Window<I32> plane = window.at(1);
    three.as(
        2,
        () -> {
          plane.store(Tensor.of(new int[] {1, 2, 3, 4}, 2, 2).load());
          plane.row(1).remoteStore(0, Tile.fill(I32, shape(1, 2), 9));
          assertThat(plane.rows(0, 1).load().toString()).isEqualTo("I32 [1, 2] [1, 2]");
          assertThat(window.flat().remoteLoad(2, at(3), shape(3)).toString())
              .isEqualTo("I32 [1, 3] [0, 1, 2]");
          assertThat(plane.slice(at(0, 1), shape(2, 1)).remoteLoad(2).toString())
              .isEqualTo("I32 [2, 1] [2, 4]");
        });
    three.as(
        0,
        () ->
            assertThat(window.load().toString()).isEqualTo("I32 [4, 2] [0, 0, 0, 0, 0, 0, 9, 9]"));
    assertThat(plane.offset()).isEqualTo(4);
    assertThat(plane.row(1).offset()).isEqualTo(6);
    assertThat(plane.instance(1).byteSize()).isEqualTo(32);
    assertThat(plane.name()).isEqualTo("data");
  }

  @Test
  void transfers() {
    Window<I32> window = window(2, 3);
    Tensor<I32> local = Tensor.of(new int[] {1, 2, 3, 4, 5, 6}, 2, 3);
    three.as(
        0,
        () -> {
          window.put(1, local);
          window.row(1).put(1, local.row(0), ADD);
          window.row(0).put(0, local.row(1), chunk(1, 2));
          window.row(1).put(2, window.row(0), ADD, chunk(4, 4, PIPELINED));
          Tensor<I32> got = Tensor.zeros(I32, shape(2, 3));
          window.get(1, got);
          assertThat(got.load().toString()).isEqualTo("I32 [2, 3] [1, 2, 3, 5, 7, 9]");
          window.row(1).get(1, window.row(1));
          window.slice(at(0, 0), shape(2, 1)).get(2, got.slice(at(0, 2), shape(2, 1)), chunk(1, 1));
          assertThat(got.load().toString()).isEqualTo("I32 [2, 3] [1, 2, 0, 5, 7, 4]");
          assertThat(window.load().toString()).isEqualTo("I32 [2, 3] [4, 5, 6, 5, 7, 9]");
          window
              .row(0)
              .slice(at(0, 0), shape(1, 1))
              .put(0, window.row(0).slice(at(0, 2), shape(1, 1)));
          assertThat(window.readInt(at(0, 0))).isEqualTo(6);
        });
    assertThat(message(() -> three.as(0, () -> window.put(1, local.row(0)))))
        .isEqualTo(
            "tensor I32 [1, 3] is copied to window data I32 [2, 3]: the shapes differ; take a view"
                + " of the larger");
    assertThat(message(() -> three.as(0, () -> window.get(0, window))))
        .contains("have elements in common on this rank; copy to other memory");
    Window<I32> left = window.slice(at(0, 0), shape(2, 2));
    Window<I32> right = window.slice(at(0, 1), shape(2, 2));
    assertThat(message(() -> three.as(2, () -> left.put(2, right)))).contains("in common");
    three.as(2, () -> left.put(1, right));
    assertThat(message(() -> three.as(0, () -> window.put(3, local)))).contains("on rank 3");
    assertThat(message(() -> chunk(0, 4)))
        .isEqualTo("chunk(0, 4) has no element; both are at least 1");
    Window<BOOL> flags = Window.over(BOOL, "data", three.window("flags", 4), three, 4);
    assertThat(message(() -> three.as(0, () -> flags.put(1, Tensor.zeros(BOOL, shape(4)), ADD))))
        .isEqualTo("window data BOOL [4]: BOOL has no add; put with SET");
  }

  @Test
  void wrongPeers() {
    Window<I32> window = window(1, 2);
    List<Consumer<Integer>> uses =
        List.of(
            window::remoteLoad,
            peer -> window.remoteStore(peer, Tile.fill(I32, shape(1, 1), 0)),
            window::instance);
    for (Consumer<Integer> use : uses) {
      assertThat(message(() -> three.as(0, () -> use.accept(3))))
          .isEqualTo("window data has no instance on rank 3; ranks are 0 to 2");
      assertThat(message(() -> three.as(0, () -> use.accept(-1))))
          .contains("rank -1; ranks are 0 to 2; Math.floorMod is never negative");
    }
    Runnable beyond = () -> window.remoteLoad(1, at(0, 1), shape(1, 2));
    assertThat(message(() -> three.as(0, beyond))).contains("leaves axis 1");
    Tile<I32> wide = Tile.fill(I32, shape(1, 3), 0);
    assertThat(message(() -> three.as(0, () -> window.remoteStore(1, wide))))
        .contains("does not fit");
  }

  @Test
  void noRankOutsideOfADispatch() {
    World world = World.eager(1);
    Window<F32> window = world.window(F32, shape(1, 2));
    assertThat(message(window::rank))
        .isEqualTo("window window has no rank here; use it in a call that forEachRank makes");
    assertThat(message(window::load)).contains("has no rank here");
    assertThat(message(() -> window.store(Tile.fill(F32, shape(1, 2), 0))))
        .contains("has no rank here");
  }

  @Test
  void theMemoryHasToFit() {
    WindowMemory memory = three.window("data", 16);
    assertThat(message(() -> Window.over(F64, "data", memory, three, 3)))
        .isEqualTo("window data [3] needs 24 bytes on 3 ranks; its memory has 16 on 3");
    assertThat(message(() -> Window.over(F64, "data", memory, new TestRanks(2), 2)))
        .contains("on 2 ranks; its memory has 16 on 3");
    MemorySegment last = Window.over(F64, "data", memory, three, 2).instance(2);
    assertThat(last.byteSize()).isEqualTo(16);
  }
}
