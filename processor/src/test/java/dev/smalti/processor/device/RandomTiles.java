package dev.smalti.processor.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random kernel as text, with one operation a statement: loops, branches and products of tiles.
 */
final class RandomTiles {
  private static final List<String> BOXES =
      List.of("16, 32", "32, 16", "16, 16", "32, 32", "1, 32", "16, 1");
  private static final int STATEMENTS = 40;
  private static final int DEPTH = 3;

  private final Random random;
  private final StringBuilder text = new StringBuilder("smalti ir 1\n\n");
  private int names;
  private int left = STATEMENTS;
  private int line = 1;

  private RandomTiles(long seed) {
    random = new Random(seed);
  }

  static String of(long seed) {
    RandomTiles kernel = new RandomTiles(seed);
    kernel.line("incore p.K.k");
    kernel.line("    in x: tensor<F32>[64, 64]");
    kernel.line("    out y: tensor<F32>[64, 64]");
    kernel.block(1, new LinkedHashMap<>());
    return kernel.text.toString();
  }

  private void line(String each) {
    text.append(each).append(" @ K.java:").append(line++).append(":1\n");
  }

  /**
   * Statements.
   *
   * @param scope the tiles that are there, by name, with their boxes
   */
  private void block(int depth, Map<String, String> scope) {
    let(depth, scope, "load", pick(BOXES));
    int statements = 2 + random.nextInt(8);
    for (int i = 0; i < statements && left > 0; i++) {
      left--;
      statement(depth, scope);
    }
    store(depth, pick(List.copyOf(scope.keySet())));
  }

  private void statement(int depth, Map<String, String> scope) {
    switch (random.nextInt(10)) {
      case 0, 1 -> let(depth, scope, "load", pick(BOXES));
      case 2, 3, 4 -> {
        String operand = pick(List.copyOf(scope.keySet()));
        let(depth, scope, computed(scope, operand), box(scope, operand));
      }
      case 5 -> {
        String operand = pick(List.copyOf(scope.keySet()));
        line("  ".repeat(depth) + "%" + operand + " := " + computed(scope, operand));
      }
      case 6 -> {
        String operand = pick(List.copyOf(scope.keySet()));
        String rows = box(scope, operand).split(", ")[0];
        let(depth, scope, "reduce max %" + operand + " over columns", rows + ", 1");
      }
      case 7 -> product(depth, scope);
      case 8 -> store(depth, pick(List.copyOf(scope.keySet())));
      default -> nested(depth, scope);
    }
  }

  private void nested(int depth, Map<String, String> scope) {
    if (depth >= DEPTH) {
      return;
    }
    String name = "i" + names++;
    line("  ".repeat(depth) + "for " + name + " in 0..3");
    if (random.nextBoolean()) {
      block(depth + 1, new LinkedHashMap<>(scope));
    } else {
      line("  ".repeat(depth + 1) + "if " + name + " == 1");
      block(depth + 2, new LinkedHashMap<>(scope));
      if (random.nextBoolean()) {
        text.append("  ".repeat(depth + 1)).append("else\n");
        line++;
        block(depth + 2, new LinkedHashMap<>(scope));
      }
      let(depth + 1, new LinkedHashMap<>(scope), "load", pick(BOXES));
    }
  }

  private void product(int depth, Map<String, String> scope) {
    for (String left : scope.keySet()) {
      for (String right : scope.keySet()) {
        String[] a = box(scope, left).split(", ");
        String[] b = box(scope, right).split(", ");
        String box = a[0] + ", " + b[1];
        if (a[1].equals(b[0]) && !a[0].equals("1") && random.nextBoolean()) {
          List<String> sums =
              scope.keySet().stream().filter(name -> box(scope, name).equals(box)).toList();
          boolean add = !sums.isEmpty() && random.nextBoolean();
          String sum = add ? "%" + pick(sums) : "F32(0)";
          let(depth, scope, "matmul(" + sum + ", %" + left + ", %" + right + ")", box);
          return;
        }
      }
    }
  }

  private String computed(Map<String, String> scope, String operand) {
    List<String> same =
        scope.keySet().stream()
            .filter(name -> box(scope, name).equals(box(scope, operand)))
            .toList();
    return random.nextBoolean() ? "exp(%" + operand + ")" : "%" + operand + " * %" + pick(same);
  }

  private void let(int depth, Map<String, String> scope, String value, String box) {
    String name = "t" + names++;
    String whole = value.equals("load") ? "load x[0, 0] shape(" + box + ")" : value;
    line("  ".repeat(depth) + "%" + name + ": F32[" + box + "] = " + whole);
    scope.put(name, box);
  }

  private void store(int depth, String name) {
    line("  ".repeat(depth) + "store %" + name + " -> y[0, 0]");
  }

  private static String box(Map<String, String> scope, String name) {
    return scope.getOrDefault(name, "");
  }

  private String pick(List<String> list) {
    return new ArrayList<>(list).get(random.nextInt(list.size()));
  }
}
