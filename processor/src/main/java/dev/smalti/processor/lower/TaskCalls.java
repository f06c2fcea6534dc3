package dev.smalti.processor.lower;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TaskType;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tasks of a device function: submitted ones, conditions, and what comes before what. */
final class TaskCalls {
  private final Frame frame;
  private final Expressions expressions;

  TaskCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  private void requireGraph(Tree tree, String operation) {
    FunctionKind plane = frame.lowering.plane;
    if (plane != FunctionKind.JIT && plane != FunctionKind.INLINE) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          operation + " belongs in a @Jit method, this is " + frame.here(),
          "Submit tasks, and make conditions, where kernels are called: in a @Jit method.");
    }
  }

  private Rejected form(Tree at, String text) {
    return frame.error(Code.TASK_FORM, at, text);
  }

  // ---- submit and after

  /** {@code submit(() -> kernel(a, out), after(task))}. */
  Value submit(MethodInvocationTree tree) {
    requireGraph(tree, "submit");
    List<? extends ExpressionTree> given = tree.getArguments();
    if (given.isEmpty()) {
      frame.lowering.report.leaveToJavac();
      throw new Rejected();
    }
    if (!(AssignedLocals.strip(given.getFirst()) instanceof LambdaExpressionTree lambda)) {
      throw form(given.getFirst(), "submit takes the call as a lambda");
    }
    if (!lambda.getParameters().isEmpty()) {
      frame.lowering.report.leaveToJavac();
      throw new Rejected();
    }
    List<Tasks> before = options(given.subList(1, given.size()));
    Frame inside = frame.inner();
    int failures = frame.lowering.failures();
    Block body =
        frame.lowering.builder.block(
            () -> new KernelCalls(frame, expressions).body(inside, lambda, this::form));
    List<Stmt> all = body.statements();
    if (all.isEmpty() || !(all.getLast() instanceof Stmt.Call)) {
      throw frame.lowering.failures() > failures
          ? new Rejected()
          : form(lambda, "no kernel is called");
    }
    if (all.stream().limit(all.size() - 1L).anyMatch(each -> !(each instanceof Stmt.Let))) {
      throw form(lambda, "the body is local declarations and then one call");
    }
    return submitted(body, before, tree);
  }

  /** The task that runs a body. */
  Value submitted(Block body, List<Tasks> before, MethodInvocationTree tree) {
    Variable task = frame.lowering.builder.variable("task", TaskType.ONE);
    frame.lowering.fix(task, Optional.empty());
    frame.emit(new Stmt.Submit(task, body, before, frame.origin(tree)), tree);
    return new Value.OfTask(new Tasks.Ref(task));
  }

  /** What comes before, as options say. */
  List<Tasks> options(List<? extends ExpressionTree> trees) {
    List<Tasks> before = new ArrayList<>();
    for (ExpressionTree tree : trees) {
      Value option = expressions.lower(tree);
      if (!(option instanceof Value.OfTaskOption(List<Tasks> tasks))) {
        throw form(tree, "after(...) is needed here, this is " + option.noun());
      }
      before.addAll(tasks);
    }
    return before;
  }

  /** {@code after(first, second)}, or of an array. */
  Value after(MethodInvocationTree tree) {
    requireGraph(tree, "after");
    List<Tasks> before = new ArrayList<>();
    for (ExpressionTree each : tree.getArguments()) {
      Value value = expressions.lower(each);
      if (!(value instanceof Value.OfTask(Tasks tasks))) {
        throw form(each, "a task is needed here, this is " + value.noun());
      }
      if (tasks.type().array() && tree.getArguments().size() > 1) {
        throw form(each, "after takes tasks or one array of them, not both");
      }
      before.add(held(tasks, each));
    }
    return new Value.OfTaskOption(before);
  }

  /** A condition begins where it is made, so a variable holds it. */
  private Tasks held(Tasks tasks, Tree at) {
    return tasks instanceof Tasks.Reached
        ? new Tasks.Ref(frame.let("condition", tasks, at))
        : tasks;
  }

  /** The value as one task or array of its own, for a name that keeps it. */
  Tasks fixed(String name, Tasks tasks, Tree at) {
    if (!(tasks instanceof Tasks.Ref(Variable variable)) || !frame.lowering.isFixed(variable)) {
      return new Tasks.Ref(frame.let(name, tasks, at));
    }
    return at instanceof VariableTree
        ? frame.lowering.builder.rename(variable, name).map(this::kept).orElse(tasks)
        : tasks;
  }

  private Tasks kept(Variable task) {
    frame.lowering.fix(task, Optional.empty());
    return new Tasks.Ref(task);
  }

  // ---- conditions

  /** {@code signal.reaches(at(0), GE, n)}. */
  Value reaches(MethodInvocationTree tree, Variable signal, List<Scalar> cell, List<Value> given) {
    requireGraph(tree, "reaches");
    boolean rises =
        given.get(1) instanceof Value.OfEnum(String type, String constant)
            && type.equals("Compare")
            && constant.equals("GE");
    if (!rises) {
      throw frame.error(
          Code.CONDITION,
          tree.getArguments().get(1),
          "a condition asks with GE, this is " + given.get(1).noun(),
          "Let the cell rise only, and ask with GE for what it rises to.");
    }
    ExpressionTree at = tree.getArguments().get(2);
    Scalar value = expressions.integer(given.get(2), at);
    frame
        .lowering
        .constant(value)
        .filter(constant -> ((Number) constant).longValue() < 0)
        .ifPresent(
            constant -> {
              throw frame.error(
                  Code.CONDITION,
                  at,
                  "the cell is to reach " + constant + ", which it does at once: it is 0 at first",
                  "Ask for at least 1.");
            });
    return new Value.OfTask(new Tasks.Reached(signal, cell, Relation.GE, value));
  }

  // ---- arrays of tasks

  /** Whether a type is an array of tasks. */
  boolean isArray(@Nullable Tree type) {
    return type instanceof ArrayTypeTree array && isTask(array.getType());
  }

  private boolean isTask(@Nullable Tree type) {
    return (type instanceof IdentifierTree || type instanceof MemberSelectTree)
        && frame
            .source
            .names()
            .typeNamed(type.toString())
            .filter(found -> found.getQualifiedName().contentEquals("dev.smalti.lang.Task"))
            .isPresent();
  }

  /** Whether a declaration makes an array of tasks. */
  boolean makesArray(VariableTree tree) {
    return AssignedLocals.strip(tree.getInitializer()) instanceof NewArrayTree array
        && (array.getType() == null
            ? isArray(Statements.plain(tree.getType()))
            : isTask(array.getType()) && array.getDimensions().size() < 2);
  }

  /** {@code Task[] all = new Task[n]}, or with the tasks in braces. */
  Value newArray(VariableTree tree) {
    NewArrayTree array = (NewArrayTree) AssignedLocals.strip(tree.getInitializer());
    requireGraph(tree, "an array of tasks");
    String name = tree.getName().toString();
    if (array.getInitializers() == null) {
      ExpressionTree length = array.getDimensions().getFirst();
      Scalar places = expressions.integer(expressions.lower(length), length);
      frame
          .lowering
          .constant(places)
          .filter(constant -> ((Number) constant).longValue() < 0)
          .ifPresent(
              constant -> {
                throw form(length, "the array has " + constant + " places");
              });
      return new Value.OfTask(new Tasks.NewArray(places));
    }
    List<Tasks> tasks = new ArrayList<>();
    for (ExpressionTree each : array.getInitializers()) {
      tasks.add(held(one(expressions.lower(each), each), each));
    }
    Scalar places = Scalar.Constant.of(tasks.size());
    Variable made = frame.let(name, new Tasks.NewArray(places), tree);
    for (int i = 0; i < tasks.size(); i++) {
      Tree each = array.getInitializers().get(i);
      Scalar place = Scalar.Constant.of(i);
      frame.emit(new Stmt.PutTask(made, place, tasks.get(i), frame.origin(each)), each);
    }
    return new Value.OfTask(new Tasks.Ref(made));
  }

  private Tasks one(Value value, Tree at) {
    if (value instanceof Value.OfTask(Tasks tasks) && !tasks.type().array()) {
      return tasks;
    }
    throw form(at, "a task is needed here, this is " + value.noun());
  }

  /** {@code all[i]}. */
  Value read(Variable array, ArrayAccessTree tree) {
    return new Value.OfTask(new Tasks.Element(array, place(tree)));
  }

  private Scalar place(ArrayAccessTree tree) {
    ExpressionTree index = tree.getIndex();
    return frame.captured(expressions.integer(expressions.lower(index), index), "place", index);
  }

  /** {@code all[i] = submit(...)}. */
  void assign(Variable array, ArrayAccessTree target, ExpressionTree value, Tree at) {
    Scalar place = place(target);
    Tasks task = held(one(expressions.lower(value), value), value);
    frame.emit(new Stmt.PutTask(array, place, task, frame.origin(at)), at);
  }
}
