package dev.smalti.collectives;

import dev.smalti.lang.Algorithm;
import dev.smalti.lang.DType;
import dev.smalti.lang.Reduce;
import dev.smalti.lang.Smalti;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What a user chooses of a collective. A build tries {@link #inEveryBuild()}, {@link
 * FullProductTest} all choices.
 *
 * @param type the name of the element type
 * @param operator {@code SUM} where nothing is combined
 * @param inKernel whether a kernel calls it, and not the program
 * @param count elements of what each rank has
 */
record Choice(
    Form form,
    Algorithm algorithm,
    String type,
    Reduce operator,
    boolean inKernel,
    int ranks,
    int count) {
  static final List<String> FLOATS = List.of("F16", "BF16", "F32", "F64");
  static final List<String> INTEGERS = List.of("I8", "I16", "I32", "I64", "U8");
  static final List<String> TYPES =
      Stream.of(FLOATS, INTEGERS, List.of("BOOL")).flatMap(List::stream).toList();
  private static final List<Form> FORMS = List.of(Form.values());
  static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());
  static final List<Reduce> OPERATORS = List.of(Reduce.values());
  static final List<Integer> RANKS = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 33);
  static final List<Integer> COUNTS = List.of(1, 2, 16, 31, 1000, 4097, 12_289);

  /** The element type of that name. */
  static DType dtype(String name) {
    try {
      return (DType) Smalti.class.getField(name).get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  /** The name of the program: choices that differ in run-time values only share it. */
  String program() {
    return "P_%s_%s_%s_%s_%s"
        .formatted(form.name(), algorithm, type, operator, inKernel ? "K" : "H");
  }

  /** Whether it leaves partial results where the collective says nothing. */
  boolean leavesPartialResults() {
    return form == Form.REDUCE
            && (algorithm == Algorithm.TREE || algorithm == Algorithm.DOUBLE_TREE)
        || form == Form.REDUCE_SCATTER && algorithm == Algorithm.RING;
  }

  /** How often the program calls it, with nothing between the calls. */
  int rounds() {
    return leavesPartialResults() ? 1 : 2;
  }

  /** Whether there is such a call. */
  boolean isPossible() {
    boolean bits = List.of(Reduce.AND, Reduce.OR, Reduce.XOR).contains(operator);
    boolean operates =
        !form.reduces()
            ? operator == Reduce.SUM
            : type.equals("BOOL") ? bits : !bits || INTEGERS.contains(type);
    return operates
        && form.algorithms().contains(algorithm)
        && (inKernel || form != Form.SEND_RECEIVE);
  }

  /** A number for each value, different for all values of all choices. */
  private int[] values() {
    return new int[] {
      FORMS.indexOf(form) * ALGORITHMS.size() + ALGORITHMS.indexOf(algorithm),
      100 + TYPES.indexOf(type),
      120 + OPERATORS.indexOf(operator),
      130 + (inKernel ? 1 : 0),
      140 + RANKS.indexOf(ranks),
      160 + COUNTS.indexOf(count)
    };
  }

  /** A number for each two of its values. */
  private int[] pairs() {
    int[] values = values();
    int[] pairs = new int[values.length * (values.length - 1) / 2];
    int next = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = i + 1; j < values.length; j++) {
        pairs[next++] = values[i] * 256 + values[j];
      }
    }
    return pairs;
  }

  private int open(BitSet pairs) {
    int count = 0;
    for (int pair : pairs()) {
      count += pairs.get(pair) ? 1 : 0;
    }
    return count;
  }

  /** One of these for each program. */
  static Collection<Choice> byProgram(List<Choice> choices) {
    Map<String, Choice> programs = new LinkedHashMap<>();
    choices.forEach(choice -> programs.putIfAbsent(choice.program(), choice));
    return programs.values();
  }

  /** The choices that are made when a program is written, of those that were asked for. */
  static List<Choice> wanted() {
    String wanted = System.getProperty("smalti.collectives", "all");
    return programs().stream()
        .filter(choice -> wanted.equals("all") || choice.program().contains(wanted))
        .toList();
  }

  /** Each two values that go together, once at least. */
  static List<Choice> inEveryBuild() {
    return pairwise(20_261_202);
  }

  /** The choices that are made when a program is written. */
  static List<Choice> programs() {
    List<Choice> all = new ArrayList<>();
    for (Form form : Form.values()) {
      for (Algorithm algorithm : form.algorithms()) {
        for (String type : TYPES) {
          for (Reduce operator : Reduce.values()) {
            for (boolean inKernel : List.of(true, false)) {
              all.add(new Choice(form, algorithm, type, operator, inKernel, 1, 1));
            }
          }
        }
      }
    }
    all.removeIf(choice -> !choice.isPossible());
    return all;
  }

  /**
   * Calls in a world of 2 that are errors: every algorithm that a collective does not offer, every
   * operator that a type does not have.
   */
  static List<Choice> refused() {
    List<Choice> refused = new ArrayList<>();
    for (boolean inKernel : List.of(true, false)) {
      for (Form form : Form.values()) {
        for (Algorithm algorithm : ALGORITHMS) {
          if (inKernel || form != Form.SEND_RECEIVE || algorithm == Algorithm.AUTO) {
            refused.add(new Choice(form, algorithm, "F32", Reduce.SUM, inKernel, 2, 4));
          }
        }
        for (String type : form == Form.REDUCE ? TYPES : List.of("F32", "BOOL")) {
          for (Reduce operator : form == Form.REDUCE ? OPERATORS : List.of(Reduce.SUM, Reduce.OR)) {
            if (form.reduces()) {
              refused.add(new Choice(form, Algorithm.MESH, type, operator, inKernel, 2, 4));
            }
          }
        }
      }
    }
    refused.removeIf(Choice::isPossible);
    return refused;
  }

  /** The same of another number of ranks and elements. */
  Choice on(int otherRanks, int otherCount) {
    return new Choice(form, algorithm, type, operator, inKernel, otherRanks, otherCount);
  }

  /** For all numbers of ranks and elements. */
  private Stream<Choice> everywhere() {
    return RANKS.stream().flatMap(ranks -> COUNTS.stream().map(count -> on(ranks, count)));
  }

  /** Some of them, so that each two values that go together are together in one. */
  private static List<Choice> pairwise(long seed) {
    Random random = new Random(seed);
    List<Choice> programs = programs();
    BitSet open = new BitSet();
    programs.stream()
        .flatMap(Choice::everywhere)
        .forEach(choice -> Arrays.stream(choice.pairs()).forEach(open::set));
    List<Choice> chosen = new ArrayList<>();
    while (!open.isEmpty()) {
      Collections.shuffle(programs, random);
      Choice program = most(programs.stream(), open);
      Choice best = most(program.everywhere(), open);
      if (best.open(open) == 0) { // What is open has another program.
        best = most(programs.stream().flatMap(Choice::everywhere), open);
      }
      chosen.add(best);
      Arrays.stream(best.pairs()).forEach(open::clear);
    }
    return chosen;
  }

  /** The one with the most pairs that are open. */
  private static Choice most(Stream<Choice> choices, BitSet open) {
    return choices.max(Comparator.comparingInt(choice -> choice.open(open))).orElseThrow();
  }
}
