package dev.smalti.bench.kernel;

import dev.smalti.bench.peer.Portable;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** {@code a * x + b}. */
final class AxpbWorkload extends OperationWorkload {
  AxpbWorkload(int n) {
    super(new Axpb(n));
  }

  @Override
  void portable(Portable c, List<MemorySegment> from, MemorySegment to) {
    c.axpb(to, from.getFirst(), elements(), Axpb.A, Axpb.B);
  }
}
