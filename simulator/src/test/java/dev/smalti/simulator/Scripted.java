package dev.smalti.simulator;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Update;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.Culprits;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.Kernel;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.Worker;
import java.util.function.Consumer;

/** A program whose host body is given at the call, with the words that generated code uses. */
final class Scripted extends PreparedProgram {
  static final Kernel KERNEL = new Kernel("Ring.step", "Ring.java");

  private Scripted(Worker worker) {
    super(worker, "Ring.all");
  }

  static Program<Scripted> program() {
    return new Program<>("Ring.all", Scripted::new);
  }

  void run(Consumer<Dispatch> body) {
    execute(body);
  }

  void run(Consumer<Dispatch> body, Culprits culprits) {
    execute(body, culprits);
  }

  /** What a run fails with. */
  <E extends Throwable> E failure(Class<E> type, Consumer<Dispatch> body) {
    return assertThrows(type, () -> run(body));
  }

  Run submit(Consumer<Dispatch> body) {
    return enqueue(body);
  }

  static void raise(Core core, Signal signal, int peer, long cell, int line) {
    core.notify(signal, peer, core.cell(signal, line, cell, 0), Update.ADD, 1, line);
  }

  static void await(Core core, Signal signal, long cell, int value, int line) {
    core.await(signal, core.cell(signal, line, cell, 0), Compare.GE, value, line);
  }
}
