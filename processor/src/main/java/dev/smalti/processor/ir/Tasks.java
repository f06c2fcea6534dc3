package dev.smalti.processor.ir;

import java.util.List;

/** An expression that gives a task, or an array of tasks. Only in device functions. */
public sealed interface Tasks extends Expr {
  @Override
  TaskType type();

  /** The value of a variable. */
  record Ref(Variable variable) implements Tasks {
    @Override
    public TaskType type() {
      return (TaskType) variable.type();
    }
  }

  /** A place of an array. */
  record Element(Variable array, Scalar index) implements Tasks {
    @Override
    public TaskType type() {
      return TaskType.ONE;
    }
  }

  /** A condition: complete once the own cell has stood in the relation to the value. */
  record Reached(Variable signal, List<Scalar> cell, Relation relation, Scalar value)
      implements Tasks {
    public Reached {
      cell = List.copyOf(cell);
    }

    @Override
    public TaskType type() {
      return TaskType.ONE;
    }
  }

  /** A new array, in whose places are no tasks yet. */
  record NewArray(Scalar length) implements Tasks {
    @Override
    public TaskType type() {
      return TaskType.ARRAY;
    }
  }
}
