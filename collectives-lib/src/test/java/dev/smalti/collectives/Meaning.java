package dev.smalti.collectives;

import dev.smalti.lang.Reduce;
import java.util.Arrays;
import java.util.function.BinaryOperator;

/** What a collective means, in numbers: {@code Double} for floats, {@code Long} for the others. */
final class Meaning {
  /** A number from 0 on for each rank, used where all ranks agree on one. */
  static int root(int ranks) {
    return ranks / 2;
  }

  private final Choice choice;

  Meaning(Choice choice) {
    this.choice = choice;
  }

  /**
   * One call.
   *
   * @param target of each rank, before; changed
   * @param input of each rank
   */
  void apply(Number[][] target, Number[][] input) {
    int ranks = choice.ranks();
    int root = root(ranks);
    int count = choice.count();
    switch (choice.form()) {
      case ALL_REDUCE -> {
        Number[] sum = combined(target);
        Arrays.stream(target).forEach(row -> System.arraycopy(sum, 0, row, 0, sum.length));
      }
      case ALL_REDUCE_INTO -> {
        Number[] sum = combined(input);
        Arrays.stream(target).forEach(row -> System.arraycopy(sum, 0, row, 0, sum.length));
      }
      case REDUCE_SCATTER -> {
        Number[] sum = combined(target);
        for (int r = 0; r < ranks; r++) {
          int from = (int) ((long) count * r / ranks);
          int end = (int) ((long) count * (r + 1) / ranks);
          System.arraycopy(sum, from, target[r], from, end - from);
        }
      }
      case REDUCE_SCATTER_INTO -> {
        Number[] sum = combined(input);
        for (int r = 0; r < ranks; r++) {
          System.arraycopy(sum, r * count, target[r], 0, count);
        }
      }
      case REDUCE -> System.arraycopy(combined(target), 0, target[root], 0, count);
      case ALL_GATHER -> Arrays.stream(target).forEach(row -> gather(row, input));
      case BROADCAST ->
          Arrays.stream(target).forEach(row -> System.arraycopy(target[root], 0, row, 0, count));
      case GATHER -> gather(target[root], input);
      case SCATTER -> {
        for (int r = 0; r < ranks; r++) {
          System.arraycopy(input[root], r * count, target[r], 0, count);
        }
      }
      case ALL_TO_ALL -> {
        for (int r = 0; r < ranks; r++) {
          for (int s = 0; s < ranks; s++) {
            System.arraycopy(input[s], r * count, target[r], s * count, count);
          }
        }
      }
      case SEND_RECEIVE -> {
        for (int r = 0; r < ranks; r++) {
          System.arraycopy(input[(r + ranks - 1) % ranks], 0, target[r], 0, count);
        }
      }
    }
  }

  private static void gather(Number[] row, Number[][] input) {
    for (int s = 0; s < input.length; s++) {
      System.arraycopy(input[s], 0, row, s * input[s].length, input[s].length);
    }
  }

  private Number[] combined(Number[][] rows) {
    Number[] sum = rows[0].clone();
    BinaryOperator<Number> operator = operator();
    for (int r = 1; r < rows.length; r++) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] = operator.apply(sum[i], rows[r][i]);
      }
    }
    return sum;
  }

  private BinaryOperator<Number> operator() {
    Reduce operator = choice.operator();
    if (Choice.FLOATS.contains(choice.type())) {
      double most = choice.type().equals("F16") ? 65504 : Double.MAX_VALUE;
      return (a, b) -> {
        double result =
            switch (operator) {
              case SUM -> a.doubleValue() + b.doubleValue();
              case PROD -> a.doubleValue() * b.doubleValue();
              case MAX -> Math.max(a.doubleValue(), b.doubleValue());
              case MIN -> Math.min(a.doubleValue(), b.doubleValue());
              case AND, OR, XOR -> throw new IllegalArgumentException();
            };
        return result > most ? Double.POSITIVE_INFINITY : result;
      };
    }
    return (a, b) -> {
      long x = a.longValue();
      long y = b.longValue();
      long result =
          switch (operator) {
            case SUM -> x + y;
            case PROD -> x * y;
            case MAX -> Math.max(x, y);
            case MIN -> Math.min(x, y);
            case AND -> x & y;
            case OR -> x | y;
            case XOR -> x ^ y;
          };
      return switch (choice.type()) {
        case "I8" -> (long) (byte) result;
        case "I16" -> (long) (short) result;
        case "I32" -> (long) (int) result;
        case "U8" -> result & 0xFF;
        default -> result;
      };
    };
  }
}
