package dev.smalti.simulator;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Update;
import dev.smalti.lang.Window;
import dev.smalti.lang.spi.Storage;
import dev.smalti.runtime.Checks;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.Kernel;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.Worker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The all-reduce of the language's first example, written by hand as the compiler would write it.
 */
final class RingSum extends PreparedProgram {
  private static final Kernel KERNEL = new Kernel("RingSum.reduceStep", "RingSum.java");
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private RingSum(Worker worker) {
    super(worker, "RingSum.allReduce");
  }

  static Program<RingSum> program() {
    return new Program<>("RingSum.allReduce", RingSum::new);
  }

  void run(Tensor<F32> inputs, Tensor<F32> outputs) {
    execute(dispatch -> allReduce(dispatch, inputs, outputs));
  }

  Run submit(Tensor<F32> inputs, Tensor<F32> outputs) {
    return enqueue(dispatch -> allReduce(dispatch, inputs, outputs));
  }

  private static void allReduce(Dispatch dispatch, Tensor<F32> inputs, Tensor<F32> outputs) {
    int ranks = dispatch.size();
    Checks.extent(KERNEL, "inputs", 0, "ranks", ranks, inputs.extent(0));
    Checks.extent(KERNEL, "outputs", 0, "ranks", ranks, outputs.extent(0));
    Window<F32> data = dispatch.window("data", Smalti.F32, 1, inputs.extent(2));
    Signal arrived = dispatch.signal("arrived", ranks, 1);
    dispatch.forEachRank(
        (core, rank) -> reduceStep(core, inputs.at(rank), outputs.at(rank), data, arrived));
  }

  private static void reduceStep(
      Core core, Tensor<F32> input, Tensor<F32> output, Window<F32> data, Signal arrived) {
    core.enter(KERNEL);
    int n = Math.toIntExact(data.extent(1));
    float[] in = ((Storage.Floats) input.storage()).array();
    float[] out = ((Storage.Floats) output.storage()).array();
    MemorySegment own = core.instance(data, core.rank(), 17);
    MemorySegment.copy(in, (int) input.offset(), own, FLOAT, 4 * data.offset(), n);
    for (int peer = 0; peer < core.ranks(); peer++) {
      if (peer != core.rank()) {
        core.notify(arrived, peer, core.cell(arrived, 20, core.rank(), 0), Update.ADD, 1, 20);
      }
    }
    for (int source = 0; source < core.ranks(); source++) {
      if (source != core.rank()) {
        core.await(arrived, core.cell(arrived, 23, source, 0), Compare.GE, 1, 23);
      }
    }
    float[] sum = core.floats(0, n);
    MemorySegment.copy(own, FLOAT, 4 * data.offset(), sum, 0, n);
    for (int peer = 0; peer < core.ranks(); peer++) {
      if (peer != core.rank()) {
        core.poll();
        MemorySegment remote = core.instance(data, peer, 27);
        for (int i = 0; i < n; i++) {
          sum[i] += remote.getAtIndex(FLOAT, data.offset() + i);
        }
      }
    }
    System.arraycopy(sum, 0, out, (int) output.offset(), n);
    core.leave();
  }
}
