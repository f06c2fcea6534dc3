package dev.smalti.runtime;

import java.util.Arrays;

/** Arrays that one core reuses, by type and slot. They grow until all are let go. */
final class Scratch {
  private static final int SLOTS = 16;

  private float[][] floats = new float[SLOTS][0];
  private double[][] doubles = new double[SLOTS][0];
  private int[][] ints = new int[SLOTS][0];
  private long[][] longs = new long[SLOTS][0];
  private short[][] shorts = new short[SLOTS][0];
  private byte[][] bytes = new byte[SLOTS][0];
  private float[][][] floatRows = new float[SLOTS][0][];
  private double[][][] doubleRows = new double[SLOTS][0][];
  private int[][][] intRows = new int[SLOTS][0][];
  private long[][][] longRows = new long[SLOTS][0][];

  void clear() {
    Arrays.fill(floats, new float[0]);
    Arrays.fill(doubles, new double[0]);
    Arrays.fill(ints, new int[0]);
    Arrays.fill(longs, new long[0]);
    Arrays.fill(shorts, new short[0]);
    Arrays.fill(bytes, new byte[0]);
    Arrays.fill(floatRows, new float[0][]);
    Arrays.fill(doubleRows, new double[0][]);
    Arrays.fill(intRows, new int[0][]);
    Arrays.fill(longRows, new long[0][]);
  }

  float[] floats(int slot, int length) {
    if (slot >= floats.length) {
      floats = extended(floats, slot, new float[0]);
    }
    if (floats[slot].length < length) {
      floats[slot] = new float[length];
    }
    return floats[slot];
  }

  double[] doubles(int slot, int length) {
    if (slot >= doubles.length) {
      doubles = extended(doubles, slot, new double[0]);
    }
    if (doubles[slot].length < length) {
      doubles[slot] = new double[length];
    }
    return doubles[slot];
  }

  int[] ints(int slot, int length) {
    if (slot >= ints.length) {
      ints = extended(ints, slot, new int[0]);
    }
    if (ints[slot].length < length) {
      ints[slot] = new int[length];
    }
    return ints[slot];
  }

  long[] longs(int slot, int length) {
    if (slot >= longs.length) {
      longs = extended(longs, slot, new long[0]);
    }
    if (longs[slot].length < length) {
      longs[slot] = new long[length];
    }
    return longs[slot];
  }

  short[] shorts(int slot, int length) {
    if (slot >= shorts.length) {
      shorts = extended(shorts, slot, new short[0]);
    }
    if (shorts[slot].length < length) {
      shorts[slot] = new short[length];
    }
    return shorts[slot];
  }

  byte[] bytes(int slot, int length) {
    if (slot >= bytes.length) {
      bytes = extended(bytes, slot, new byte[0]);
    }
    if (bytes[slot].length < length) {
      bytes[slot] = new byte[length];
    }
    return bytes[slot];
  }

  float[][] floatRows(int slot, int count, int length) {
    if (slot >= floatRows.length) {
      floatRows = extended(floatRows, slot, new float[0][]);
    }
    float[][] rows = floatRows[slot];
    if (rows.length < count || count > 0 && rows[0].length < length) {
      int longest = rows.length == 0 ? length : Math.max(length, rows[0].length);
      rows = new float[Math.max(count, rows.length)][longest];
      floatRows[slot] = rows;
    }
    return rows;
  }

  double[][] doubleRows(int slot, int count, int length) {
    if (slot >= doubleRows.length) {
      doubleRows = extended(doubleRows, slot, new double[0][]);
    }
    double[][] rows = doubleRows[slot];
    if (rows.length < count || count > 0 && rows[0].length < length) {
      int longest = rows.length == 0 ? length : Math.max(length, rows[0].length);
      rows = new double[Math.max(count, rows.length)][longest];
      doubleRows[slot] = rows;
    }
    return rows;
  }

  int[][] intRows(int slot, int count, int length) {
    if (slot >= intRows.length) {
      intRows = extended(intRows, slot, new int[0][]);
    }
    int[][] rows = intRows[slot];
    if (rows.length < count || count > 0 && rows[0].length < length) {
      int longest = rows.length == 0 ? length : Math.max(length, rows[0].length);
      rows = new int[Math.max(count, rows.length)][longest];
      intRows[slot] = rows;
    }
    return rows;
  }

  long[][] longRows(int slot, int count, int length) {
    if (slot >= longRows.length) {
      longRows = extended(longRows, slot, new long[0][]);
    }
    long[][] rows = longRows[slot];
    if (rows.length < count || count > 0 && rows[0].length < length) {
      int longest = rows.length == 0 ? length : Math.max(length, rows[0].length);
      rows = new long[Math.max(count, rows.length)][longest];
      longRows[slot] = rows;
    }
    return rows;
  }

  private static <A> A[] extended(A[] slots, int slot, A none) {
    A[] more = Arrays.copyOf(slots, Math.max(slot + 1, 2 * slots.length));
    Arrays.fill(more, slots.length, more.length, none);
    return more;
  }
}
