package dev.smalti.processor.ir.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * The dispatches of every rank, in program order, and which rank runs next. One rank runs at a
 * time; one that waits is tried again when one of its cells has changed.
 */
final class RankQueues {
  private final List<Deque<Machine>> queues = new ArrayList<>();
  private final ReadyRanks ready;
  private final BooleanSupplier pause;

  /**
   * Empty queues.
   *
   * @param stepTaken whether the running rank took a communication step since this was asked
   */
  RankQueues(int ranks, Schedule schedule, BooleanSupplier stepTaken) {
    for (int rank = 0; rank < ranks; rank++) {
      queues.add(new ArrayDeque<>());
    }
    switch (schedule) {
      case Schedule.LowestFirst _ -> {
        ready = new Lowest();
        pause = () -> false;
      }
      case Schedule.Seeded(long seed) -> {
        ready = new Drawn(new Random(seed), ranks);
        pause = stepTaken;
      }
    }
  }

  void add(int rank, Machine machine) {
    queues.get(rank).add(machine);
    ready.add(rank);
  }

  void cellChanged(int rank) {
    if (!queues.get(rank).isEmpty()) {
      ready.add(rank);
    }
  }

  /** Runs until every queue is empty. */
  void finish() {
    while (!ready.isEmpty()) {
      int rank = ready.take();
      run(rank);
    }
    List<BlockedRank> blocked = new ArrayList<>();
    queues.forEach(
        queue -> {
          if (!queue.isEmpty()) {
            blocked.addAll(queue.getFirst().blocked());
          }
        });
    if (!blocked.isEmpty()) {
      throw new StalledRunException(blocked);
    }
  }

  private void run(int rank) {
    Deque<Machine> queue = queues.get(rank);
    while (!queue.isEmpty()) {
      switch (queue.getFirst().run(pause)) {
        case FINISHED -> queue.removeFirst();
        case BLOCKED -> {
          return;
        }
        case PAUSED -> {
          ready.add(rank);
          return;
        }
      }
    }
  }

  /** Ranks that may go on; each is in it once. */
  private sealed interface ReadyRanks {
    void add(int rank);

    int take();

    boolean isEmpty();
  }

  private static final class Lowest implements ReadyRanks {
    private final TreeSet<Integer> ranks = new TreeSet<>();

    @Override
    public void add(int rank) {
      ranks.add(rank);
    }

    @Override
    public int take() {
      int lowest = ranks.first();
      ranks.remove(lowest);
      return lowest;
    }

    @Override
    public boolean isEmpty() {
      return ranks.isEmpty();
    }
  }

  private static final class Drawn implements ReadyRanks {
    private final Random random;
    private final boolean[] in;
    private final List<Integer> ranks = new ArrayList<>();

    Drawn(Random random, int size) {
      this.random = random;
      this.in = new boolean[size];
    }

    @Override
    public void add(int rank) {
      if (!in[rank]) {
        in[rank] = true;
        ranks.add(rank);
      }
    }

    @Override
    public int take() {
      int place = random.nextInt(ranks.size());
      int rank = ranks.get(place);
      ranks.set(place, ranks.getLast());
      ranks.removeLast();
      in[rank] = false;
      return rank;
    }

    @Override
    public boolean isEmpty() {
      return ranks.isEmpty();
    }
  }
}
