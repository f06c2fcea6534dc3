package dev.smalti.processor.lower;

import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.Optional;

/** Reads enhanced for loops: over {@code range}, {@code parallel}, {@code unroll}, ... */
final class RangeLoops {
  /** More copies than anybody reads; what HotSpot compiles is far less. */
  private static final long MOST_COPIES = 256;

  private final Frame frame;
  private final AssignedLocals assigned;
  private final Expressions expressions;

  RangeLoops(Frame frame, AssignedLocals assigned) {
    this.frame = frame;
    this.assigned = assigned;
    this.expressions = new Expressions(frame);
  }

  void read(EnhancedForLoopTree tree) {
    new Statements(frame, assigned).checkType(tree.getVariable());
    LoopCall call =
        expressions
            .loop(tree.getExpression())
            .orElseThrow(
                () ->
                    frame.error(
                        Code.LOOP_SOURCE,
                        tree.getExpression(),
                        "an enhanced for loop goes over range(...) only, or parallel, unroll,"
                            + " pipeline",
                        "Write `for (int i : range(n))`."));
    if (assigned.contains(tree.getVariable())) {
      throw new Statements.Loops(frame, assigned).counterAssigned(tree.getVariable());
    }
    if (frame.lowering.constant(call.step()).filter(step -> step.equals(0)).isPresent()) {
      throw frame.error(
          Code.LOOP_FORM, tree.getExpression(), "the step is 0", "Count by 1, or by -1.");
    }
    switch (call.form()) {
      case RANGE -> loop(tree, call, frame.inner());
      case PARALLEL -> parallel(tree, call);
      case UNROLL -> unroll(tree, call);
      case PIPELINE -> pipeline(tree, call);
    }
  }

  private Stmt.For loop(EnhancedForLoopTree tree, LoopCall call, Frame inside) {
    Variable counter =
        frame.lowering.builder.variable(tree.getVariable().getName().toString(), ScalarType.INT);
    frame.lowering.fix(counter, Optional.<Dim>empty());
    define(tree, inside, new Scalar.Read(counter));
    Block block = frame.lowering.loop(call.form(), () -> round(tree, inside));
    Stmt.For loop =
        new Stmt.For(counter, call.from(), call.to(), call.step(), block, frame.origin(tree));
    frame.emit(loop, tree);
    return loop;
  }

  /** The body sees the counter in the type that it is declared with. */
  private static void define(EnhancedForLoopTree tree, Frame inside, Scalar counter) {
    ScalarType declared = Statements.primitive(tree.getVariable().getType()).orElse(ScalarType.INT);
    inside.environment.define(
        tree.getVariable().getName().toString(),
        new Local.Fixed(new Value.OfScalar(Expressions.cast(counter, declared))));
  }

  private void round(EnhancedForLoopTree tree, Frame inside) {
    new Statements(inside, assigned).branch(tree.getStatement());
  }

  private void parallel(EnhancedForLoopTree tree, LoopCall call) {
    Stmt.For loop = loop(tree, call, frame.round(frame.span(tree).line()));
    new ParallelRounds(frame.lowering, loop, tree.getVariable().getName().toString())
        .overlap()
        .ifPresent(
            text -> {
              throw frame.error(Code.PARALLEL_OVERLAP, tree.getExpression(), text);
            });
  }

  /** A copy of the body for each number, which is a constant there. */
  private void unroll(EnhancedForLoopTree tree, LoopCall call) {
    long from = constant(call, 0, call.from(), "the start");
    long to = constant(call, call.given().size() == 1 ? 0 : 1, call.to(), "the end");
    long step = constant(call, 2, call.step(), "the step");
    long distance = step > 0 ? to - from : from - to;
    long copies = Math.max(0, Math.ceilDiv(distance, Math.abs(step)));
    if (copies > MOST_COPIES) {
      throw frame.error(
          Code.LOOP_CONSTANT,
          call.tree(),
          "the body would be copied " + copies + " times, more than " + MOST_COPIES,
          "Write range, or unroll an inner loop of few rounds.");
    }
    int failures = frame.lowering.failures();
    for (long copy = 0; copy < copies && frame.lowering.failures() == failures; copy++) {
      Frame inside = frame.inner();
      define(tree, inside, Scalar.Constant.of((int) (from + copy * step)));
      frame.lowering.round(call.form(), () -> round(tree, inside));
    }
  }

  private void pipeline(EnhancedForLoopTree tree, LoopCall call) {
    constant(call, 2, call.step(), "the step");
    long stages = constant(call, 3, call.stages().orElseThrow(), "the number of stages");
    if (stages < 1) {
      throw frame.error(
          Code.LOOP_CONSTANT,
          call.tree().getArguments().get(3),
          "the number of stages is " + stages + ", at least 1 is possible",
          "Write range for rounds without a hint.");
    }
    frame.note(
        Code.HINT_WITHOUT_EFFECT,
        call.tree(),
        "the rounds of this pipeline of "
            + stages
            + (stages == 1 ? " stage" : " stages")
            + " run one after the other: the core of a CPU loads ahead by itself");
    loop(tree, call, frame.inner());
  }

  private long constant(LoopCall call, int argument, Scalar value, String what) {
    MethodInvocationTree tree = call.tree();
    Tree at = argument < tree.getArguments().size() ? tree.getArguments().get(argument) : tree;
    return frame
        .lowering
        .constant(value)
        .map(constant -> ((Number) constant).longValue())
        .orElseThrow(
            () ->
                frame.error(
                    Code.LOOP_CONSTANT,
                    at,
                    what
                        + " of "
                        + call.form().word()
                        + (at instanceof ExpressionTree && at != tree ? ", " + at + "," : "")
                        + " is known only when the method runs"));
  }
}
