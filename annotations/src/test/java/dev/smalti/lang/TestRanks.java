package dev.smalti.lang;

import dev.smalti.lang.spi.DeviceTasks;
import dev.smalti.lang.spi.Ranks;
import dev.smalti.lang.spi.SignalCells;
import dev.smalti.lang.spi.Site;
import dev.smalti.lang.spi.WindowMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Several ranks of which the test says which one it is. Awaits do not wait; what is done to signals
 * is written down.
 */
final class TestRanks implements Ranks {
  private final int size;
  private int current = -1;

  /** What was done to signals: {@code 0 ADD 1 to [2] of 1}. */
  final List<String> log = new ArrayList<>();

  TestRanks(int size) {
    this.size = size;
  }

  /** Runs as a rank. */
  void as(int rank, Runnable body) {
    current = rank;
    try {
      body.run();
    } finally {
      current = -1;
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int cores() {
    return 4;
  }

  @Override
  public boolean bound() {
    return current >= 0;
  }

  @Override
  public int current() {
    return current;
  }

  @Override
  public WindowMemory window(String name, long bytes) {
    List<MemorySegment> instances =
        IntStream.range(0, size).mapToObj(_ -> Arena.ofAuto().allocate(bytes, 8)).toList();
    return new WindowMemory() {
      @Override
      public int ranks() {
        return size;
      }

      @Override
      public long bytes() {
        return bytes;
      }

      @Override
      public MemorySegment instance(int rank) {
        return instances.get(rank);
      }
    };
  }

  @Override
  public SignalCells signal(String name, int[] shape) {
    int count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    int[][] cells = new int[size][count];
    return new SignalCells() {
      @Override
      public int ranks() {
        return size;
      }

      @Override
      public int size() {
        return count;
      }

      @Override
      public void notify(int rank, long cell, Update update, int value, Site site) {
        log.add(current + " " + update + " " + value + " to " + cell + " of " + rank);
        int[] own = cells[rank];
        own[(int) cell] = update == Update.ADD ? own[(int) cell] + value : value;
      }

      @Override
      public void await(int rank, long cell, Compare relation, int value, Site site) {
        log.add(current + " awaits " + cell + " " + relation + " " + value + " of " + rank);
      }

      @Override
      public Task reaches(int rank, long cell, Compare relation, int value, Site site) {
        return DeviceTasks.done();
      }

      @Override
      public int read(int rank, long cell, Site site) {
        return cells[rank][(int) cell];
      }
    };
  }

  @Override
  public Ranks devices(int... devices) {
    return new TestRanks(devices.length);
  }

  @Override
  public void forEachRank(IntConsumer call) {
    for (int rank = 0; rank < size; rank++) {
      int me = rank;
      as(rank, () -> call.accept(me));
    }
  }

  @Override
  public void finish() {}

  @Override
  public void abandon() {}
}
