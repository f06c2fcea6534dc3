package dev.smalti.runtime;

import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolCells;
import dev.smalti.runtime.pool.PoolWindow;
import java.util.ArrayList;
import java.util.List;

/** Where the windows and cells of a run come from; all are zero when they are handed out. */
sealed interface Allocator {
  PoolWindow window(long bytes);

  PoolCells cells(int count);

  /** The next run begins; the pool is settled. */
  void begin();

  /** Frees the memory; the pool is settled. */
  void free();

  /** New memory for each window, which the pool frees when nothing can reach it. */
  record Fresh(Pool pool) implements Allocator {
    @Override
    public PoolWindow window(long bytes) {
      return pool.window(bytes);
    }

    @Override
    public PoolCells cells(int count) {
      return pool.cells(count);
    }

    @Override
    public void begin() {}

    @Override
    public void free() {}
  }

  /**
   * The memory of the run before, as long as this one asks for the same sizes in the same order.
   * From the first difference on, windows of the run before are freed and new ones made.
   */
  final class Reused implements Allocator {
    private final Pool pool;
    private final List<PoolWindow> windows = new ArrayList<>();
    private final List<PoolCells> cells = new ArrayList<>();
    private int nextWindow;
    private int nextCells;

    Reused(Pool pool) {
      this.pool = pool;
    }

    @Override
    public PoolWindow window(long bytes) {
      if (nextWindow < windows.size()) {
        PoolWindow last = windows.get(nextWindow);
        if (last.bytes() == bytes) {
          nextWindow++;
          last.zero();
          return last;
        }
        freeFrom(nextWindow);
      }
      PoolWindow window = pool.window(bytes);
      windows.add(window);
      nextWindow = windows.size();
      return window;
    }

    @Override
    public PoolCells cells(int count) {
      if (nextCells < cells.size()) {
        PoolCells last = cells.get(nextCells);
        if (last.count() == count) {
          nextCells++;
          last.zero();
          return last;
        }
        cells.subList(nextCells, cells.size()).clear();
      }
      PoolCells made = pool.cells(count);
      cells.add(made);
      nextCells = cells.size();
      return made;
    }

    @Override
    public void begin() {
      nextWindow = 0;
      nextCells = 0;
    }

    @Override
    public void free() {
      freeFrom(0);
      cells.clear();
      begin();
    }

    private void freeFrom(int index) {
      List<PoolWindow> rest = windows.subList(index, windows.size());
      rest.forEach(PoolWindow::close);
      rest.clear();
    }
  }
}
