package dev.smalti.simulator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Volatile numbers in groups; different groups never share a cache line, nor a pair of them. */
final class PaddedLongs {
  private static final VarHandle LONG = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int STRIDE = 16;

  private final long[] values;

  PaddedLongs(int groups) {
    values = new long[(groups + 2) * STRIDE];
  }

  long get(int group, int member) {
    return (long) LONG.getVolatile(values, at(group, member));
  }

  void set(int group, int member, long value) {
    LONG.setVolatile(values, at(group, member), value);
  }

  long getAndAdd(int group, int member, long value) {
    return (long) LONG.getAndAdd(values, at(group, member), value);
  }

  boolean compareAndSet(int group, int member, long expected, long value) {
    return LONG.compareAndSet(values, at(group, member), expected, value);
  }

  private static int at(int group, int member) {
    return (group + 1) * STRIDE + member;
  }
}
