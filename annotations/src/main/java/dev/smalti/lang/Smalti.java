package dev.smalti.lang;

import dev.smalti.lang.spi.DeviceTasks;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * What has no receiver: {@code import static dev.smalti.lang.Smalti.*;} brings the element types,
 * the constants of the enums, positions, boxes and loops.
 *
 * <p>An own or inherited method named {@code at}, {@code shape} or {@code range} hides the one from
 * here, whatever its parameters; write {@code Smalti.range(...)} then.
 */
@SuppressWarnings("VariableNameSameAsType") // One import of a name brings the type and its value.
public final class Smalti {
  /** The value of the type {@link F16}. */
  public static final F16 F16 = new F16();

  /** The value of the type {@link BF16}. */
  public static final BF16 BF16 = new BF16();

  /** The value of the type {@link F32}. */
  public static final F32 F32 = new F32();

  /** The value of the type {@link F64}. */
  public static final F64 F64 = new F64();

  /** The value of the type {@link I8}. */
  public static final I8 I8 = new I8();

  /** The value of the type {@link I16}. */
  public static final I16 I16 = new I16();

  /** The value of the type {@link I32}. */
  public static final I32 I32 = new I32();

  /** The value of the type {@link I64}. */
  public static final I64 I64 = new I64();

  /** The value of the type {@link U8}. */
  public static final U8 U8 = new U8();

  /** The value of the type {@link BOOL}. */
  public static final BOOL BOOL = new BOOL();

  /** {@link Update#SET}. */
  public static final Update SET = Update.SET;

  /** {@link Update#ADD}. */
  public static final Update ADD = Update.ADD;

  /** {@link Staging#PIPELINED}. */
  public static final Staging PIPELINED = Staging.PIPELINED;

  /** {@link Compare#EQ}. */
  public static final Compare EQ = Compare.EQ;

  /** {@link Compare#NE}. */
  public static final Compare NE = Compare.NE;

  /** {@link Compare#LT}. */
  public static final Compare LT = Compare.LT;

  /** {@link Compare#LE}. */
  public static final Compare LE = Compare.LE;

  /** {@link Compare#GT}. */
  public static final Compare GT = Compare.GT;

  /** {@link Compare#GE}. */
  public static final Compare GE = Compare.GE;

  /** {@link Reduce#SUM}. */
  public static final Reduce SUM = Reduce.SUM;

  /** {@link Reduce#MAX}. */
  public static final Reduce MAX = Reduce.MAX;

  /** {@link Reduce#MIN}. */
  public static final Reduce MIN = Reduce.MIN;

  /** {@link Reduce#PROD}. */
  public static final Reduce PROD = Reduce.PROD;

  /** {@link Reduce#AND}. */
  public static final Reduce AND = Reduce.AND;

  /** {@link Reduce#OR}. */
  public static final Reduce OR = Reduce.OR;

  /** {@link Reduce#XOR}. */
  public static final Reduce XOR = Reduce.XOR;

  /** {@link Rounding#NEAREST_EVEN}. */
  public static final Rounding NEAREST_EVEN = Rounding.NEAREST_EVEN;

  /** {@link Rounding#HALF_AWAY}. */
  public static final Rounding HALF_AWAY = Rounding.HALF_AWAY;

  /** {@link Rounding#FLOOR}. */
  public static final Rounding FLOOR = Rounding.FLOOR;

  /** {@link Rounding#CEIL}. */
  public static final Rounding CEIL = Rounding.CEIL;

  /** {@link Rounding#TRUNCATE}. */
  public static final Rounding TRUNCATE = Rounding.TRUNCATE;

  /** {@link Rounding#ODD}. */
  public static final Rounding ODD = Rounding.ODD;

  /** {@link Algorithm#AUTO}. */
  public static final Algorithm AUTO = Algorithm.AUTO;

  /** {@link Algorithm#MESH}. */
  public static final Algorithm MESH = Algorithm.MESH;

  /** {@link Algorithm#TWO_PHASE}. */
  public static final Algorithm TWO_PHASE = Algorithm.TWO_PHASE;

  /** {@link Algorithm#RING}. */
  public static final Algorithm RING = Algorithm.RING;

  /** {@link Algorithm#RECURSIVE_DOUBLING}. */
  public static final Algorithm RECURSIVE_DOUBLING = Algorithm.RECURSIVE_DOUBLING;

  /** {@link Algorithm#RABENSEIFNER}. */
  public static final Algorithm RABENSEIFNER = Algorithm.RABENSEIFNER;

  /** {@link Algorithm#TREE}. */
  public static final Algorithm TREE = Algorithm.TREE;

  /** {@link Algorithm#DOUBLE_TREE}. */
  public static final Algorithm DOUBLE_TREE = Algorithm.DOUBLE_TREE;

  /** {@link Algorithm#CENTRAL}. */
  public static final Algorithm CENTRAL = Algorithm.CENTRAL;

  /** {@link Algorithm#HIERARCHICAL}. */
  public static final Algorithm HIERARCHICAL = Algorithm.HIERARCHICAL;

  /** {@link Order#CANONICAL}. */
  public static final Order CANONICAL = Order.CANONICAL;

  private Smalti() {}

  /**
   * Floats of 16 bits, IEEE binary16: 11 significant bits, up to 65504. Java holds their bits in a
   * {@code short}. Each operation is that of {@code F32}, and its result is rounded.
   */
  public static final class F16 extends DType {
    private F16() {
      super("F16", Short.BYTES);
    }
  }

  /**
   * Floats of 16 bits with the range of {@code F32} and 8 significant bits: its upper half. Java
   * holds their bits in a {@code short}. Each operation is that of {@code F32}, and its result is
   * rounded.
   */
  public static final class BF16 extends DType {
    private BF16() {
      super("BF16", Short.BYTES);
    }
  }

  /** Floats of 32 bits, IEEE binary32: Java's {@code float}. */
  public static final class F32 extends DType {
    private F32() {
      super("F32", Float.BYTES);
    }
  }

  /** Floats of 64 bits, IEEE binary64: Java's {@code double}. */
  public static final class F64 extends DType {
    private F64() {
      super("F64", Double.BYTES);
    }
  }

  /** Integers of 8 bits, two's complement: Java's {@code byte}. */
  public static final class I8 extends DType {
    private I8() {
      super("I8", Byte.BYTES);
    }
  }

  /** Integers of 16 bits, two's complement: Java's {@code short}. */
  public static final class I16 extends DType {
    private I16() {
      super("I16", Short.BYTES);
    }
  }

  /** Integers of 32 bits, two's complement: Java's {@code int}. */
  public static final class I32 extends DType {
    private I32() {
      super("I32", Integer.BYTES);
    }
  }

  /** Integers of 64 bits, two's complement: Java's {@code long}. */
  public static final class I64 extends DType {
    private I64() {
      super("I64", Long.BYTES);
    }
  }

  /** Integers of 8 bits without a sign, 0 to 255; Java holds their bits in a {@code byte}. */
  public static final class U8 extends DType {
    private U8() {
      super("U8", Byte.BYTES);
    }
  }

  /** Truth values, a byte each: 0 and 1. There is no arithmetic on them. */
  public static final class BOOL extends DType {
    private BOOL() {
      super("BOOL", Byte.BYTES);
    }
  }

  /**
   * A position.
   *
   * @param axes one coordinate an axis, outermost first, 1 to 5
   * @return the position
   * @throws IllegalArgumentException if there are none or more than 5
   */
  public static Index at(long... axes) {
    return new Index(axes);
  }

  /**
   * A box, or the shape of something.
   *
   * @param axes one extent an axis, outermost first, 1 to 5
   * @return the extents
   * @throws IllegalArgumentException if there are none or more than 5, or one is negative
   */
  public static Extent shape(long... axes) {
    return new Extent(axes);
  }

  /**
   * The pieces in which a transfer moves memory: {@code target.put(peer, source, chunk(4, 64))}.
   *
   * @param rows how many rows a piece has, at least 1; leading axes are rows
   * @param columns how many columns, at least 1
   * @return the pieces
   * @throws IllegalArgumentException if a piece has no element
   */
  public static Chunk chunk(int rows, int columns) {
    return new Chunk(rows, columns, Staging.DIRECT);
  }

  /**
   * The pieces in which a transfer moves memory, and how they follow each other.
   *
   * @param rows how many rows a piece has, at least 1; leading axes are rows
   * @param columns how many columns, at least 1
   * @param staging how the pieces follow each other
   * @return the pieces
   * @throws IllegalArgumentException if a piece has no element
   */
  public static Chunk chunk(int rows, int columns, Staging staging) {
    return new Chunk(rows, columns, staging);
  }

  /**
   * On how many cores of each rank a collective of a {@link Host} method runs: {@code
   * data.allReduce(signal, SUM, cores(4))}. Its elements are cut into as many shares; each core
   * moves one, with cells of its own. The result has the same bits as on one core.
   *
   * @param count how many, at least 1 and at most as many as a device has
   * @return the option
   * @throws IllegalArgumentException if there is none
   */
  public static Cores cores(int count) {
    return new Cores(count);
  }

  /**
   * The numbers of a loop: {@code for (int i : range(n))}. A lambda may capture the variable, other
   * than the counter of a basic {@code for}.
   *
   * @param stop where the loop ends
   * @return 0, 1, ..., stop - 1; nothing if stop is not positive
   */
  public static int[] range(int stop) {
    return range(0, stop, 1);
  }

  /**
   * The numbers of a loop.
   *
   * @param start the first one
   * @param stop where the loop ends
   * @return start, start + 1, ..., stop - 1; nothing if start is not below stop
   */
  public static int[] range(int start, int stop) {
    return range(start, stop, 1);
  }

  /**
   * The numbers of a loop.
   *
   * @param start the first one
   * @param stop where the loop ends: below it for a positive step, above it for a negative one
   * @param step the distance, not 0
   * @return start, start + step, ... on this side of stop
   * @throws IllegalArgumentException if step is 0, or there are more numbers than an array holds
   */
  public static int[] range(int start, int stop, int step) {
    if (step == 0) {
      throw new IllegalArgumentException(
          "range(" + start + ", " + stop + ", 0) never ends; the step must not be 0");
    }
    long distance = step > 0 ? (long) stop - start : (long) start - stop;
    long count = Math.max(0, Math.ceilDiv(distance, Math.abs((long) step)));
    if (count > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "range("
              + start
              + ", "
              + stop
              + ", "
              + step
              + ") has "
              + count
              + " numbers, more than an array holds; write a basic for");
    }
    int[] numbers = new int[(int) count];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = start + i * step;
    }
    return numbers;
  }

  /**
   * As {@link #range(int)}, and its author states that the rounds are independent: none gives a
   * variable from outside of the loop another value, leaves the loop, or touches what another one
   * writes. The compiler checks the first two, and the third where it can see the boxes. When the
   * method runs as it stands, the rounds run in order.
   *
   * @param stop where the loop ends
   * @return 0, 1, ..., stop - 1; nothing if stop is not positive
   */
  public static int[] parallel(int stop) {
    return range(0, stop, 1);
  }

  /**
   * As {@link #parallel(int)}, from a start.
   *
   * @param start the first one
   * @param stop where the loop ends
   * @return start, start + 1, ..., stop - 1; nothing if start is not below stop
   */
  public static int[] parallel(int start, int stop) {
    return range(start, stop, 1);
  }

  /**
   * As {@link #parallel(int)}, from a start and in steps.
   *
   * @param start the first one
   * @param stop where the loop ends: below it for a positive step, above it for a negative one
   * @param step the distance, not 0
   * @return start, start + step, ... on this side of stop
   * @throws IllegalArgumentException if step is 0, or there are more numbers than an array holds
   */
  public static int[] parallel(int start, int stop, int step) {
    return range(start, stop, step);
  }

  /**
   * As {@link #range(int)}, with a constant bound: the compiler writes the body once for each
   * number, at most 256 times, and the number is a constant in it. Variables may be carried from
   * one copy to the next; {@code break} and {@code continue} are errors.
   *
   * @param stop where the loop ends, a compile-time constant
   * @return 0, 1, ..., stop - 1; nothing if stop is not positive
   */
  public static int[] unroll(int stop) {
    return range(0, stop, 1);
  }

  /**
   * As {@link #unroll(int)}, from a start.
   *
   * @param start the first one, a compile-time constant
   * @param stop where the loop ends, a compile-time constant
   * @return start, start + 1, ..., stop - 1; nothing if start is not below stop
   */
  public static int[] unroll(int start, int stop) {
    return range(start, stop, 1);
  }

  /**
   * As {@link #unroll(int)}, from a start and in steps.
   *
   * @param start the first one, a compile-time constant
   * @param stop where the loop ends, a compile-time constant
   * @param step the distance, a compile-time constant and not 0
   * @return start, start + step, ... on this side of stop
   * @throws IllegalArgumentException if step is 0, or there are more numbers than an array holds
   */
  public static int[] unroll(int start, int stop, int step) {
    return range(start, stop, step);
  }

  /**
   * As {@link #range(int, int, int)}, with a hint: so many rounds may be under way at a time, as
   * long as nobody can tell. Code for a CPU runs them one after the other, since its cores load
   * ahead by themselves; the generated source says so where the loop stands.
   *
   * @param start the first one
   * @param stop where the loop ends: below it for a positive step, above it for a negative one
   * @param step the distance, a compile-time constant and not 0
   * @param stages how many rounds, a compile-time constant of at least 1
   * @return start, start + step, ... on this side of stop
   * @throws IllegalArgumentException if step is 0 or stages is below 1, or there are more numbers
   *     than an array holds
   */
  public static int[] pipeline(int start, int stop, int step, int stages) {
    if (stages < 1) {
      throw new IllegalArgumentException(
          "pipeline("
              + start
              + ", "
              + stop
              + ", "
              + step
              + ", "
              + stages
              + "): there is at least 1 stage");
    }
    return range(start, stop, step);
  }

  /**
   * Demands something of constants. The compiler evaluates the condition; if it does not hold, the
   * text is an error, at this line. Where the branch of a constant condition is not taken, nothing
   * is demanded. When the method runs as it stands, it is checked where it stands.
   *
   * @param condition what has to hold; follows from compile-time constants, constant extents
   *     included
   * @param text what is wrong otherwise, a literal
   * @throws IllegalStateException if it does not hold
   */
  public static void staticAssert(boolean condition, String text) {
    if (!condition) {
      throw new IllegalStateException(text);
    }
  }

  /**
   * Prints what is known while the method is compiled, as a note of the compiler at this line, once
   * for each time the line is read: for each call of a helper, and each copy of an unrolled loop.
   * When the method runs as it stands, the parts are printed to the standard output.
   *
   * @param parts text literals, constants, extents, which print as the expression that they are,
   *     and tiles and memory, which print as their types
   */
  public static void staticPrint(Object... parts) {
    StringBuilder line = new StringBuilder();
    for (Object part : parts) {
      line.append(line.isEmpty() ? "" : " ").append(part);
    }
    System.out.println(line);
  }

  /**
   * A task of a {@link Jit} method: the call of one kernel, as in {@code submit(() -> copy(payload,
   * out), after(arrived))}.
   *
   * <p>It runs where it stands, as a plain call does, unless it comes after a condition, {@link
   * Signal#reaches}, at whatever remove. Then it is deferred: it begins when all that comes before
   * is complete, and meanwhile holds no thread and holds up nothing that stands behind it. Tasks
   * that can begin do so where the rank waits: in an await of a kernel, and at the end of the
   * dispatch. Inside of a deferred task a wait holds up that task alone. So what a deferred task
   * writes may only be used by tasks after it; the compiler checks that. The dispatch of a rank is
   * done when all its tasks are. What a deferred task throws ends the dispatch.
   *
   * <p>Several deferred tasks of a rank do not run at the same time.
   *
   * @param call the call of one {@link InCore} method, behind local declarations at most; a lambda,
   *     whose variables have the values of where it stands
   * @param options what comes before
   * @return the task
   */
  public static Task submit(Runnable call, TaskOption... options) {
    Optional<DeviceTasks<?>> tasks = DeviceTasks.current();
    if (tasks.isPresent()) {
      return tasks.get().submit(call, options);
    }
    call.run(); // Without a dispatch there are no signals, so every task before is complete.
    return DeviceTasks.done();
  }

  /**
   * What comes before a task.
   *
   * @param tasks the tasks that must be complete before it begins; an array, or one by one
   * @return an option of {@link #submit} and {@link #spmd}
   * @throws IllegalArgumentException if a place of the array has no task yet
   */
  public static TaskOption after(Task... tasks) {
    for (int i = 0; i < tasks.length; i++) {
      if (tasks[i] == null) {
        throw new IllegalArgumentException(
            "after(...): place " + i + " of " + tasks.length + " has no task yet; submit it first");
      }
    }
    return new TaskOption(List.of(tasks));
  }

  /**
   * One task of a {@link Jit} method: a kernel in so many blocks, on the cores of the device, as in
   * {@code spmd(4, block -> part(a, b, out, block))}. Blocks run at the same time and in any order,
   * so none touches what another one writes, but for additions with {@code ADD}. The next task
   * begins when all blocks are done. An exception of a block, that of the lowest if several threw
   * one, ends the launch: blocks that run stop at the next round of a loop, others do not begin.
   * When the method runs as it stands, the blocks run in order. When it begins is as with {@link
   * #submit}.
   *
   * @param blocks how many, at least 1
   * @param call the call of one {@link InCore} method without windows and signals, behind local
   *     declarations at most; it is given the number of the block, from 0
   * @param options what comes before
   * @return the task, complete when all blocks are
   * @throws IllegalArgumentException if there is no block
   */
  public static Task spmd(int blocks, IntConsumer call, TaskOption... options) {
    if (blocks < 1) {
      throw new IllegalArgumentException("spmd(" + blocks + ", ...): there is at least 1 block");
    }
    return submit(
        () -> {
          for (int block = 0; block < blocks; block++) {
            call.accept(block);
          }
        },
        options);
  }
}
