package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.PreparedProgram;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;

/**
 * The memory of one run of a choice. What is passed in may be that of other runs with the same
 * numbers; nobody writes it.
 */
final class Trial {
  private final Choice choice;
  private final Number[][] targetNumbers;
  private final Number[][] inputNumbers;
  private final Tensor<?> targets;
  private final Tensor<?> inputs;
  private final Tensor<?> outputs;
  private final Tensor<?> left;
  private final Tensor<?> cells;

  Trial(Choice choice) {
    this.choice = choice;
    int ranks = choice.ranks();
    int target = choice.form().target(choice.count(), ranks);
    int input = choice.form().input(choice.count(), ranks);
    DType type = Choice.dtype(choice.type());
    targetNumbers = numbers(choice, ranks, target, choice.form().takesInput() ? 1 : 0);
    inputNumbers = numbers(choice, ranks, input, 0);
    targets = tensor(type, targetNumbers, Programs.MARGIN);
    inputs = tensor(type, inputNumbers, 0);
    outputs = Tensor.zeros(type, Smalti.shape(ranks, target + 2 * Programs.MARGIN));
    left = Tensor.zeros(type, Smalti.shape(ranks, input));
    cells = Tensor.zeros(Smalti.I32, Smalti.shape(ranks, ranks));
  }

  /** Another run, with the numbers of one that differs in algorithm and path at most. */
  Trial(Choice choice, Trial same) {
    this.choice = choice;
    targetNumbers = same.targetNumbers;
    inputNumbers = same.inputNumbers;
    targets = same.targets;
    inputs = same.inputs;
    DType type = targets.dtype();
    outputs = Tensor.zeros(type, Smalti.shape(choice.ranks(), targets.dim(1)));
    left = Tensor.zeros(type, Smalti.shape(choice.ranks(), inputs.dim(1)));
    cells = Tensor.zeros(Smalti.I32, Smalti.shape(choice.ranks(), choice.ranks()));
  }

  /** Small enough that sums and products of two rounds are exact in every type. */
  private static Number[][] numbers(Choice choice, int ranks, int count, int salt) {
    Number[][] rows = new Number[ranks][count];
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i < count; i++) {
        long number =
            switch (choice.operator()) {
              case SUM ->
                  choice.form().reduces()
                      ? (r + i + salt) % 11 == 0 ? 1 : 0
                      : (31 * r + 7 * i + salt) % 100;
              case PROD -> (r + i + salt) % 11 == 0 ? 2 : 1;
              default -> (29 * r + 13 * i + salt) % 100;
            };
        long possible = choice.type().equals("BOOL") ? number & 1 : number;
        rows[r][i] =
            Choice.FLOATS.contains(choice.type()) ? (Number) (double) possible : (Number) possible;
      }
    }
    return rows;
  }

  private static Tensor<?> tensor(DType type, Number[][] rows, int margin) {
    Tensor<?> tensor = Tensor.zeros(type, Smalti.shape(rows.length, rows[0].length + 2L * margin));
    for (int r = 0; r < rows.length; r++) {
      for (int i = 0; i < tensor.dim(1); i++) {
        boolean inside = i >= margin && i < margin + rows[r].length;
        long edge = type.equals(Smalti.BOOL) ? 1 : 77;
        if (!Choice.FLOATS.contains(type.toString())) {
          tensor.write(Smalti.at(r, i), inside ? rows[r][i - margin].longValue() : edge);
        } else {
          tensor.write(Smalti.at(r, i), inside ? rows[r][i - margin].doubleValue() : edge);
        }
      }
    }
    return tensor;
  }

  /** Fills the outputs with what the collective means. */
  void mean() {
    for (int round = 0; round < choice.rounds(); round++) {
      new Meaning(choice).apply(targetNumbers, inputNumbers);
    }
  }

  void callEagerly(Class<?> program) throws ReflectiveOperationException {
    invoke(
        () ->
            Programs.method(program, "run")
                .invoke(
                    null,
                    World.eager(choice.ranks()),
                    targets,
                    inputs,
                    outputs,
                    left,
                    cells,
                    Meaning.root(choice.ranks())));
  }

  void call(PreparedProgram prepared) throws ReflectiveOperationException {
    invoke(
        () ->
            Programs.method(prepared.getClass(), "run")
                .invoke(
                    prepared, targets, inputs, outputs, left, cells, Meaning.root(choice.ranks())));
  }

  private void invoke(Callable<?> call) throws ReflectiveOperationException {
    try {
      call.call();
    } catch (InvocationTargetException e) {
      throw new AssertionError(choice + ": " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(choice.toString(), e);
    }
  }

  void compare(String run, Trial expected) {
    for (int r = 0; r < choice.ranks(); r++) {
      Number[] row = expected.targetNumbers[r];
      for (int i = 0; i < row.length + 2 * Programs.MARGIN; i++) {
        boolean inside = i >= Programs.MARGIN && i < Programs.MARGIN + row.length;
        if (inside && !isSpecified(r, i - Programs.MARGIN)) {
          continue;
        }
        Number wanted = inside ? row[i - Programs.MARGIN] : number(targets, r, i);
        check(run, "target", r, i - Programs.MARGIN, number(outputs, r, i), wanted);
      }
      for (int i = 0; i < left.dim(1); i++) {
        check(run, "input", r, i, number(left, r, i), inputNumbers[r][i]);
      }
      for (int peer = 0; peer < choice.ranks(); peer++) {
        check(run, "cell", r, peer, cells.readInt(Smalti.at(r, peer)), 0);
      }
    }
  }

  /** Some algorithms leave partial results where the collective says nothing. */
  private boolean isSpecified(int rank, int element) {
    int ranks = choice.ranks();
    long count = choice.count();
    return !choice.leavesPartialResults()
        || (choice.form() == Form.REDUCE
            ? rank == Meaning.root(ranks)
            : element >= count * rank / ranks && element < count * (rank + 1) / ranks);
  }

  private Number number(Tensor<?> tensor, int rank, int element) {
    return tensor.dtype().equals(Smalti.I64)
        ? (Number) tensor.readLong(Smalti.at(rank, element))
        : (Number) tensor.read(Smalti.at(rank, element));
  }

  private void check(String run, String what, int rank, int element, Number found, Number wanted) {
    if (found.doubleValue() != wanted.doubleValue() || found.longValue() != wanted.longValue()) {
      assertWithMessage("%s, %s: %s of rank %s, element %s", choice, run, what, rank, element)
          .that(found)
          .isEqualTo(wanted);
    }
  }
}
