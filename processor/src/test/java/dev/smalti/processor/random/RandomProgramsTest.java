package dev.smalti.processor.random;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.processor.SmaltiProcessor;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.run.Interpreter;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import dev.smalti.runtime.ProtocolException;
import dev.smalti.runtime.protocol.Communication;
import dev.smalti.runtime.protocol.Deadlock;
import dev.smalti.runtime.protocol.DeadlockVerdict;
import dev.smalti.runtime.protocol.Skeleton;
import dev.smalti.runtime.protocol.Trace;
import dev.smalti.runtime.protocol.TracedMemory;
import dev.smalti.runtime.protocol.TracedWorld;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Random programs of several ranks: their skeletons communicate what the interpreter says, and what
 * is decided about them is what happens.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RandomProgramsTest {
  private static final int PROGRAMS = 12;
  private static final int CLASSES = 5;
  private static final long MOST_STEPS = 1_000_000;

  private final Map<String, Integer> verdicts = new TreeMap<>();
  private int pairs;
  private int runs;

  /** One class of programs, compiled. */
  private record Compiled(String source, InMemoryClasses classes, CarriedForms forms) {
    static Compiled of(long seed) throws Exception {
      String source = RandomProgram.classOf("Programs", PROGRAMS, new Random(seed));
      Compilation compilation =
          javac()
              .withProcessors(new SmaltiProcessor())
              .compile(JavaFileObjects.forSourceString("Programs", source));
      assertWithMessage("seed %s: %s\n%s", seed, compilation.diagnostics(), source)
          .that(compilation.status())
          .isEqualTo(Compilation.Status.SUCCESS);
      InMemoryClasses classes = new InMemoryClasses(compilation);
      return new Compiled(source, classes, new CarriedForms(classes.bytes()));
    }

    Method method(String owner, String name) throws ClassNotFoundException {
      Method found =
          Arrays.stream(classes.loadClass(owner).getDeclaredMethods())
              .filter(m -> m.getName().equals(name))
              .findFirst()
              .orElseThrow();
      found.setAccessible(true);
      return found;
    }
  }

  /** The arguments of one call but for the tensor. */
  private record Call(String program, int ranks, int root, int wrong) {}

  @Test
  void skeletonsCommunicateWhatIsInterpretedAndVerdictsAreRight() throws Exception {
    for (int seed = 0; seed < CLASSES; seed++) {
      Compiled compiled = Compiled.of(seed);
      for (int program = 0; program < PROGRAMS; program++) {
        for (int ranks : new int[] {1, 2, 3, 4, 8}) {
          for (int wrong = 0; wrong < 2; wrong++) {
            Call call = new Call("program" + program, ranks, (program + wrong) % ranks, wrong);
            check(compiled, call, "seed " + seed + ", " + call + "\n" + compiled.source());
          }
        }
      }
    }
    System.out.printf(
        "compared %d traces of %d random programs, %s; ran %d%n",
        pairs, CLASSES * PROGRAMS, verdicts, runs);
    assertThat(verdicts.keySet()).containsExactly("Fails", "NotDecided", "Passes", "Stuck");
  }

  private void check(Compiled compiled, Call call, String where) throws Exception {
    Function function = compiled.forms().of("Programs", call.program());
    Communication interpreted =
        Interpreter.of(compiled.forms())
            .trace(
                function,
                call.ranks(),
                Map.of(),
                Map.of("root", call.root(), "wrong", call.wrong()))
            .communication();
    Skeleton skeleton =
        (Skeleton)
            compiled
                .method("Programs_" + call.program() + "_Protocol", "of")
                .invoke(
                    null,
                    TracedMemory.of(TracedMemory.Kind.TENSOR, "x", call.ranks(), 4, 8),
                    call.root(),
                    call.wrong());
    Communication traced = TracedWorld.run(call.ranks(), MOST_STEPS, skeleton.run());
    for (int rank = 0; rank < call.ranks(); rank++) {
      assertWithMessage("rank %s, %s", rank, where)
          .that(text(traced.traces().get(rank)))
          .isEqualTo(text(interpreted.traces().get(rank)));
      pairs++;
    }
    DeadlockVerdict verdict = Deadlock.verdict(traced.traces());
    assertWithMessage("without accesses, %s", where)
        .that(Deadlock.verdict(skeleton.signals(call.ranks(), MOST_STEPS).traces()).getClass())
        .isEqualTo(verdict.getClass());
    verdicts.merge(verdict.getClass().getSimpleName(), 1, Integer::sum);
    if (call.wrong() == 0) {
      assertWithMessage(where).that(verdict).isNotInstanceOf(DeadlockVerdict.Stuck.class);
      assertWithMessage(where).that(verdict).isNotInstanceOf(DeadlockVerdict.Fails.class);
    }
    if (call.ranks() <= 4) {
      compareWithRuns(compiled, call, verdict, where);
    }
  }

  private static String text(Trace trace) {
    StringBuilder text = new StringBuilder();
    for (int step = 0; step < trace.events().size(); step++) {
      text.append(trace.file(step)).append(' ').append(trace.events().get(step)).append('\n');
    }
    return text.toString();
  }

  /** A run passes exactly if the verdict says so; if it is not decided, either may happen. */
  private void compareWithRuns(Compiled compiled, Call call, DeadlockVerdict verdict, String where)
      throws Exception {
    boolean decided = !(verdict instanceof DeadlockVerdict.NotDecided);
    boolean passes = verdict instanceof DeadlockVerdict.Passes;
    Optional<Throwable> eager =
        thrown(
            compiled.method("Programs", call.program()),
            Optional.empty(),
            World.eager(call.ranks()),
            tensor(call.ranks()),
            call.root(),
            call.wrong(),
            (Consumer<Tensor<?>>) RandomProgramsTest::seen);
    Program<?> program =
        (Program<?>) compiled.method("ProgramsPrograms", call.program()).invoke(null);
    try (DevicePool pool = DevicePool.seeded(call.ranks(), 7);
        PreparedProgram prepared = program.prepare(pool)) {
      Method run =
          Arrays.stream(prepared.getClass().getDeclaredMethods())
              .filter(m -> m.getName().equals("run"))
              .findFirst()
              .orElseThrow();
      run.setAccessible(true);
      Optional<Throwable> generated =
          thrown(
              run,
              Optional.of(prepared),
              tensor(call.ranks()),
              call.root(),
              call.wrong(),
              (Consumer<Tensor<?>>) RandomProgramsTest::seen);
      runs += 2;
      if (decided) {
        assertWithMessage("eager: %s, %s", eager, where).that(eager.isEmpty()).isEqualTo(passes);
        assertWithMessage("generated: %s, %s", generated, where)
            .that(generated.isEmpty())
            .isEqualTo(passes);
      }
      boolean refused = generated.filter(ProtocolException.class::isInstance).isPresent();
      assertWithMessage("refused: %s, %s", generated, where)
          .that(refused)
          .isEqualTo(decided && !passes);
    }
  }

  /** A callback. */
  private static void seen(Tensor<?> tensor) {
    assertThat(tensor.read(Smalti.at(0, 0))).isNotNaN();
  }

  private static Tensor<?> tensor(int ranks) {
    float[] values = new float[ranks * 32];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 5 - 2;
    }
    return Tensor.of(values, ranks, 4, 8);
  }

  private static Optional<Throwable> thrown(
      Method method, Optional<Object> target, Object... arguments) throws Exception {
    try {
      method.invoke(target.orElse(null), arguments);
      return Optional.empty();
    } catch (InvocationTargetException e) {
      return Optional.ofNullable(e.getCause());
    }
  }
}
