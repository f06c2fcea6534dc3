package dev.smalti.processor.check;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.runtime.protocol.WorldSizes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * For which world sizes and extents a program is checked: those that {@code @Host(worlds, sizes)}
 * names, else 1 to 4 ranks and a few extents around the number of ranks.
 */
public final class Worlds {
  /** The text of an attribute cannot be read; the message says what is wrong. */
  public static final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    SyntaxException(String message) {
      super(message);
    }
  }

  /**
   * One choice of everything that the caller is free to choose.
   *
   * @param sizes the value of each symbol
   * @param scalars the values of the {@code int} parameters
   * @param guessed whether some of the values are our own choice
   */
  public record Sample(Map<String, Long> sizes, Map<String, Object> scalars, boolean guessed) {
    public Sample {
      sizes = Collections.unmodifiableMap(new TreeMap<>(sizes));
      scalars = Collections.unmodifiableMap(new TreeMap<>(scalars));
    }

    /** The values but for the number of ranks. */
    @Override
    public String toString() {
      List<String> parts = new ArrayList<>();
      sizes.forEach(
          (name, value) -> {
            if (!name.equals(Function.RANKS)) {
              parts.add(name + " = " + value);
            }
          });
      scalars.forEach((name, value) -> parts.add(name + " = " + value));
      return String.join(", ", parts);
    }
  }

  private static final int MOST_SAMPLES = 64;

  /** No name of the user's. */
  private static final String SHARED = "";

  private final WorldSizes worlds;
  private final Map<String, List<Long>> given;

  private Worlds(WorldSizes worlds, Map<String, List<Long>> given) {
    this.worlds = worlds;
    this.given = given;
  }

  /**
   * Reads the attributes.
   *
   * @param worlds such as {@code "2, 4..8"}; empty for 1 to 4
   * @param sizes such as {@code "n = 8, 64; root = 0"}; empty for the default samples
   */
  public static Worlds parse(String worlds, String sizes) throws SyntaxException {
    try {
      return new Worlds(WorldSizes.parse(worlds), values(sizes));
    } catch (IllegalArgumentException e) {
      throw new SyntaxException(String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, List<Long>> values(String text) throws SyntaxException {
    Map<String, List<Long>> all = new LinkedHashMap<>();
    if (text.isBlank()) {
      return all;
    }
    for (String part : text.split(";", -1)) {
      String[] sides = part.split("=", -1);
      if (sides.length != 2 || sides[0].isBlank()) {
        throw new SyntaxException("`" + part.strip() + "` is not of the form `name = 1, 2`");
      }
      List<Long> values = new ArrayList<>();
      for (String value : sides[1].split(",", -1)) {
        values.add(number(value, text));
      }
      all.put(sides[0].strip(), values);
    }
    return all;
  }

  private static long number(String text, String whole) throws SyntaxException {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new SyntaxException("`" + text.strip() + "` in \"" + whole + "\" is not a number");
    }
  }

  /** World sizes, ascending. */
  public SortedSet<Integer> worlds() {
    return named() ? worlds.sizes() : new TreeSet<>(List.of(1, 2, 3, 4));
  }

  /** Whether the user has named them. */
  public boolean named() {
    return !worlds.sizes().isEmpty();
  }

  /** Names that are given values, but that the program does not have. */
  public List<String> unknownNames(Function program) {
    return given.keySet().stream()
        .filter(name -> !program.symbols().contains(name) && !scalars(program).contains(name))
        .toList();
  }

  private static List<String> scalars(Function program) {
    return program.parameters().stream()
        .filter(p -> p.type() == ScalarType.INT)
        .map(Parameter::name)
        .toList();
  }

  /**
   * The samples for one world size; at least one. Names that nobody gave a value and that are no
   * ranks share one: all pairs would be too many.
   */
  public List<Sample> samples(Function program, FunctionTable functions, int ranks) {
    Set<String> asRanks = new RankUse(functions).of(program);
    Map<String, List<Long>> free = new LinkedHashMap<>();
    List<String> shared = new ArrayList<>();
    boolean guessed = false;
    List<String> names = new ArrayList<>(program.symbols());
    names.remove(Function.RANKS);
    names.addAll(scalars(program));
    for (String name : names) {
      if (given.containsKey(name)) {
        free.put(name, given.getOrDefault(name, List.of()));
      } else {
        guessed = true;
        if (asRanks.contains(name)) {
          free.put(name, ranksOf(ranks));
        } else {
          shared.add(name);
        }
      }
    }
    List<Map<String, Long>> all = combined(free, shared.isEmpty() ? List.of() : extents(ranks));
    List<Sample> samples = new ArrayList<>();
    for (Map<String, Long> values : all) {
      for (String name : shared) {
        values.put(name, values.getOrDefault(SHARED, 1L));
      }
      values.remove(SHARED);
      samples.add(sample(values, program, ranks, guessed));
    }
    return samples;
  }

  /** 1 and what lies around the number of ranks: where remainders and empty blocks show. */
  private static List<Long> extents(long ranks) {
    return new TreeSet<>(List.of(1L, ranks - 1, ranks, ranks + 1, 4 * ranks + 1))
        .stream().filter(extent -> extent > 0).toList();
  }

  private static List<Long> ranksOf(int ranks) {
    List<Long> all = new ArrayList<>();
    for (long rank = 0; rank < ranks; rank++) {
      all.add(rank);
    }
    return all;
  }

  /** Every combination; if those are too many, as many as there are values, each at least once. */
  private static List<Map<String, Long>> combined(
      Map<String, List<Long>> names, List<Long> shared) {
    Map<String, List<Long>> choices = new LinkedHashMap<>(names);
    if (!shared.isEmpty()) {
      choices.put(SHARED, shared);
    }
    long combinations = 1;
    int most = 1;
    for (List<Long> values : choices.values()) {
      combinations = Math.min(combinations * values.size(), Integer.MAX_VALUE);
      most = Math.max(most, values.size());
    }
    boolean every = combinations <= MOST_SAMPLES;
    List<Map<String, Long>> all = new ArrayList<>();
    for (int i = 0; i < (every ? combinations : most); i++) {
      Map<String, Long> one = new TreeMap<>();
      int rest = i;
      for (Map.Entry<String, List<Long>> choice : choices.entrySet()) {
        List<Long> values = choice.getValue();
        one.put(choice.getKey(), values.get((every ? rest : i) % values.size()));
        rest /= values.size();
      }
      all.add(one);
    }
    return all;
  }

  private static Sample sample(
      Map<String, Long> values, Function program, int ranks, boolean guessed) {
    Map<String, Long> sizes = new TreeMap<>();
    Map<String, Object> scalars = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (program.symbols().contains(name)) {
            sizes.put(name, value);
          } else {
            scalars.put(name, (int) (long) value);
          }
        });
    sizes.put(Function.RANKS, (long) ranks);
    return new Sample(sizes, scalars, guessed);
  }
}
