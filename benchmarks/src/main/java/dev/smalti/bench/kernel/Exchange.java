package dev.smalti.bench.kernel;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Window;
import dev.smalti.runtime.Core;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What ranks do together, under the names that the program for MPI gives to it. */
public enum Exchange {
  /** A signal from rank 0 to 1 and back. */
  PING_PONG("pingpong", Data.NONE) {
    @Override
    void run(Core core, Memory memory, int before, int rounds) {
      CollectivesKernels.pingPong(core, memory.signal(), before, rounds);
    }
  },

  /** A barrier. */
  BARRIER("barrier", Data.NONE) {
    @Override
    void run(Core core, Memory memory, int before, int rounds) {
      CollectivesKernels.barrier(core, memory.signal(), rounds);
    }
  },

  /** A sum from one window into another. */
  ALL_REDUCE("allreduce", Data.INTO_ANOTHER) {
    @Override
    void run(Core core, Memory memory, int before, int rounds) {
      CollectivesKernels.allReduce(core, memory.input(), memory.output(), memory.signal(), rounds);
    }

    @Override
    float expected(int ranks, int rank, long i, long count) {
      return sum(ranks, i);
    }
  },

  /** A sum where the terms are. */
  IN_PLACE("inplace", Data.IN_PLACE) {
    @Override
    void run(Core core, Memory memory, int before, int rounds) {
      CollectivesKernels.inPlace(core, memory.output(), memory.signal(), rounds);
    }

    @Override
    float expected(int ranks, int rank, long i, long count) {
      return sum(ranks, i);
    }
  },

  /** From rank 0 to all. */
  BROADCAST("bcast", Data.IN_PLACE) {
    @Override
    void run(Core core, Memory memory, int before, int rounds) {
      CollectivesKernels.broadcast(core, memory.output(), memory.signal(), rounds);
    }

    @Override
    float expected(int ranks, int rank, long i, long count) {
      return filled(0, i);
    }
  },

  /** Everybody's part to all; the bytes are those of a rank's whole result. */
  ALL_GATHER("allgather", Data.OF_PARTS) {
    @Override
    void run(Core core, Memory memory, int before, int rounds) {
      CollectivesKernels.allGather(core, memory.input(), memory.output(), memory.signal(), rounds);
    }

    @Override
    float expected(int ranks, int rank, long i, long count) {
      long part = count / ranks;
      return filled((int) (i / part), i % part);
    }
  },

  /** A part from everybody to everybody; the bytes are those of a rank's whole result. */
  ALL_TO_ALL("alltoall", Data.INTO_ANOTHER) {
    @Override
    void run(Core core, Memory memory, int before, int rounds) {
      CollectivesKernels.allToAll(core, memory.input(), memory.output(), memory.signal(), rounds);
    }

    @Override
    float expected(int ranks, int rank, long i, long count) {
      long part = count / ranks;
      return filled((int) (i / part), rank * part + i % part);
    }
  },

  /** Each rank copies its input to its output, as the JDK does: what memory gives. */
  COPY("memcpy", Data.INTO_ANOTHER) {
    @Override
    void run(Core core, Memory memory, int before, int rounds) {
      MemorySegment from = memory.input().instance(core.rank());
      MemorySegment to = memory.output().instance(core.rank());
      for (int round = 0; round < rounds; round++) {
        to.copyFrom(from);
      }
    }

    @Override
    float expected(int ranks, int rank, long i, long count) {
      return filled(rank, i);
    }
  };

  /** Where the data is. */
  enum Data {
    /** There is none. */
    NONE,
    /** In one window. */
    IN_PLACE,
    /** In a window, and it goes to another one. */
    INTO_ANOTHER,
    /** The same, but a rank has only its part before. */
    OF_PARTS
  }

  /**
   * What it works on.
   *
   * @param input where data comes from
   * @param output where it goes
   * @param signal of the ranks
   */
  record Memory(Window<F32> input, Window<F32> output, Signal signal) {}

  private static final int PERIOD = 7;

  private final String text;
  private final Data data;

  Exchange(String text, Data data) {
    this.text = text;
    this.data = data;
  }

  /** The one of a name. */
  public static Exchange named(String text) {
    for (Exchange each : values()) {
      if (each.text.equals(text)) {
        return each;
      }
    }
    throw new IllegalArgumentException("nothing is called " + text);
  }

  Data data() {
    return data;
  }

  /** Whether there are bytes of it. */
  public boolean hasData() {
    return data != Data.NONE;
  }

  /**
   * Does it on one rank.
   *
   * @param core of the rank
   * @param memory what it works on
   * @param before how often it was done before on that memory
   * @param rounds how often it is done
   */
  abstract void run(Core core, Memory memory, int before, int rounds);

  /** Element i of the result of a rank, when everybody's input was filled. */
  float expected(int ranks, int rank, long i, long count) {
    throw new UnsupportedOperationException(this + " has no data");
  }

  /** What element i of a rank is filled with: small numbers, whose sums are exact. */
  static float filled(int rank, long i) {
    return (rank + 1) * (i % PERIOD + 1);
  }

  private static float sum(int ranks, long i) {
    return ranks * (ranks + 1) / 2 * (i % PERIOD + 1);
  }

  /** Fills the input of a rank. */
  void fill(Memory memory, int rank) {
    MemorySegment from = (data == Data.IN_PLACE ? memory.output() : memory.input()).instance(rank);
    for (long i = 0; i < from.byteSize() / Float.BYTES; i++) {
      from.setAtIndex(ValueLayout.JAVA_FLOAT, i, filled(rank, i));
    }
  }

  /** Throws if the result of a rank is wrong. */
  void check(Memory memory, int ranks, int rank) {
    MemorySegment result = memory.output().instance(rank);
    long count = result.byteSize() / Float.BYTES;
    for (long i = 0; i < count; i++) {
      float expected = expected(ranks, rank, i, count);
      float actual = result.getAtIndex(ValueLayout.JAVA_FLOAT, i);
      if (Float.compare(expected, actual) != 0) {
        throw new IllegalStateException(
            "%s: element %d of rank %d of %d is %s, expected %s"
                .formatted(this, i, rank, ranks, actual, expected));
      }
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
