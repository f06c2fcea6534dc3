package dev.smalti.runtime.protocol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives each (peer, signal, cell) that a program names a small number, in order of first use. Open
 * addressing over primitive arrays, because a trace has millions of steps.
 */
final class CellIndex {
  private static final int FREE = -1;

  private final Map<String, Integer> signals = new HashMap<>();
  private String lastSignal = "";
  private int lastSignalNumber = -1;

  private long[] cells = new long[1 << 10];
  private long[] owners = new long[1 << 10];
  private int[] numbers = new int[1 << 10];
  private int[] peers = new int[1 << 9];
  private int size;

  CellIndex() {
    Arrays.fill(numbers, FREE);
  }

  /** How many numbers there are. */
  int size() {
    return size;
  }

  /** The rank that owns the cell of this number. */
  int peer(int number) {
    return peers[number];
  }

  /** The number of a cell, a new one at its first use. */
  int number(int peer, String signal, long cell) {
    long owner = ((long) signalNumber(signal) << 32) | peer;
    int slot = slot(owners, cells, owner, cell);
    if (numbers[slot] == FREE) {
      if (2 * (size + 1) > numbers.length) {
        grow();
        slot = slot(owners, cells, owner, cell);
      }
      owners[slot] = owner;
      cells[slot] = cell;
      numbers[slot] = size;
      if (size == peers.length) {
        peers = Arrays.copyOf(peers, 2 * size);
      }
      peers[size++] = peer;
    }
    return numbers[slot];
  }

  private int signalNumber(String signal) {
    if (!signal.equals(lastSignal) || lastSignalNumber < 0) {
      lastSignalNumber = signals.computeIfAbsent(signal, name -> signals.size());
      lastSignal = signal;
    }
    return lastSignalNumber;
  }

  private int slot(long[] owners, long[] cells, long owner, long cell) {
    int mask = owners.length - 1;
    long mixed = (owner * 0x9E3779B97F4A7C15L ^ cell) * 0xD6E8FEB86659FD93L;
    int slot = (int) (mixed >>> 32) & mask;
    while (numbers[slot] != FREE && (owners[slot] != owner || cells[slot] != cell)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldCells = cells;
    long[] oldOwners = owners;
    int[] oldNumbers = numbers;
    cells = new long[2 * oldCells.length];
    owners = new long[2 * oldOwners.length];
    numbers = new int[2 * oldNumbers.length];
    Arrays.fill(numbers, FREE);
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] != FREE) {
        int slot = slot(owners, cells, oldOwners[i], oldCells[i]);
        cells[slot] = oldCells[i];
        owners[slot] = oldOwners[i];
        numbers[slot] = oldNumbers[i];
      }
    }
  }
}
