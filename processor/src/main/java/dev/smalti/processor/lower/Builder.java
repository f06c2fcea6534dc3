package dev.smalti.processor.lower;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The function under construction: open blocks, and the names in use. */
final class Builder {
  private final Deque<List<Stmt>> open = new ArrayDeque<>();
  private final Set<String> names = new HashSet<>();

  Builder() {
    open.push(new ArrayList<>());
  }

  void emit(Stmt statement) {
    open.element().add(statement);
  }

  /** Adds a statement before all others of the function. */
  void emitFirst(Stmt statement) {
    open.getLast().addFirst(statement);
  }

  /** Adds a statement behind the declaration of a variable of the function itself. */
  void emitBehind(Variable declared, Stmt statement) {
    List<Stmt> all = open.getLast();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) instanceof Stmt.Let let && let.variable().equals(declared)) {
        all.add(i + 1, statement);
        return;
      }
    }
    throw new IllegalArgumentException(declared + " is not declared");
  }

  /** The statements that {@code inside} emits, as a block of their own. */
  Block block(Runnable inside) {
    open.push(new ArrayList<>());
    try {
      inside.run();
      return new Block(open.element());
    } finally {
      open.pop();
    }
  }

  /** The statement that was emitted last, if it submits this task. */
  Optional<Stmt.Submit> submitted(Variable task) {
    List<Stmt> block = open.element();
    return !block.isEmpty()
            && block.getLast() instanceof Stmt.Submit submit
            && submit.task().equals(task)
        ? Optional.of(submit)
        : Optional.empty();
  }

  /** Gives the task that was submitted last another name. */
  Optional<Variable> rename(Variable task, String wanted) {
    return submitted(task)
        .map(
            submit -> {
              names.remove(task.name());
              Variable renamed = variable(wanted, task.type());
              open.element().removeLast();
              emit(new Stmt.Submit(renamed, submit.body(), submit.after(), submit.origin()));
              return renamed;
            });
  }

  /** What was submitted last and nobody names runs where it stands: it needs no task. */
  void withoutTask(Stmt.Submit submit) {
    open.element().removeLast();
    names.remove(submit.task().name());
    submit.body().statements().forEach(this::emit);
  }

  /** Whether a block inside the body is open. */
  boolean isInner() {
    return open.size() > 1;
  }

  /** The whole body, once every inner block is closed. */
  Block body() {
    return new Block(open.element());
  }

  /** Takes a name, so that no variable gets it. */
  void reserve(String name) {
    names.add(name);
  }

  /** A variable named so, or so with the first free number from 2. */
  Variable variable(String wanted, Type type) {
    // The name of `_`, which Java lets variables have that nobody reads, is empty.
    String base = wanted.isEmpty() ? "unnamed" : wanted;
    String name = base;
    for (int n = 2; !names.add(name); n++) {
      name = base + n;
    }
    return new Variable(name, type);
  }
}
