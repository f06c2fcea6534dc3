package dev.smalti.processor.check;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.ScalarType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
   */
  public record Sample(Map<String, Long> sizes, Map<String, Object> scalars) {
    @Override
    public String toString() {
      List<String> parts = new ArrayList<>();
      sizes.forEach((name, value) -> parts.add(name + " = " + value));
      scalars.forEach((name, value) -> parts.add(name + " = " + value));
      return String.join(", ", parts);
    }
  }

  private static final int MOST_RANKS = 1024;
  private static final int MOST_SAMPLES = 64;

  private final SortedSet<Integer> worlds;
  private final Map<String, List<Long>> given;

  private Worlds(SortedSet<Integer> worlds, Map<String, List<Long>> given) {
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
    return new Worlds(
        worlds.isBlank() ? new TreeSet<>(List.of(1, 2, 3, 4)) : ranges(worlds), values(sizes));
  }

  private static SortedSet<Integer> ranges(String text) throws SyntaxException {
    SortedSet<Integer> all = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      String[] ends = part.strip().split("\\.\\.", -1);
      int from = (int) number(ends[0], text);
      int to = ends.length == 1 ? from : (int) number(ends[1], text);
      if (ends.length > 2 || from < 1 || to < from || to > MOST_RANKS) {
        throw new SyntaxException(
            "`" + part.strip() + "` is no range of world sizes from 1 to " + MOST_RANKS);
      }
      for (int ranks = from; ranks <= to; ranks++) {
        all.add(ranks);
      }
    }
    return all;
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
    return worlds;
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

  /** The samples for one world size; at least one. */
  public List<Sample> samples(Function program, int ranks) {
    List<Map<String, Long>> all = new ArrayList<>(List.of(new TreeMap<>()));
    List<String> guessed = new ArrayList<>();
    for (String symbol : program.symbols()) {
      if (given.containsKey(symbol)) {
        all = extended(all, symbol, given.getOrDefault(symbol, List.of()));
      } else if (!symbol.equals(Function.RANKS)) {
        guessed.add(symbol);
      }
    }
    all = together(all, guessed, extents(ranks));
    for (String scalar : scalars(program)) {
      all = extended(all, scalar, given.getOrDefault(scalar, ranksOf(ranks)));
    }
    return all.stream().map(values -> sample(values, program, ranks)).toList();
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

  private static List<Map<String, Long>> extended(
      List<Map<String, Long>> all, String name, List<Long> values) {
    List<Map<String, Long>> longer = new ArrayList<>();
    for (Map<String, Long> each : all) {
      for (long value : values) {
        if (longer.size() < MOST_SAMPLES) {
          Map<String, Long> copy = new TreeMap<>(each);
          copy.put(name, value);
          longer.add(copy);
        }
      }
    }
    return longer;
  }

  /** Names that nobody gave a value share one: all pairs would be too many. */
  private static List<Map<String, Long>> together(
      List<Map<String, Long>> all, List<String> names, List<Long> values) {
    List<Map<String, Long>> longer = all;
    if (!names.isEmpty()) {
      longer = extended(all, names.getFirst(), values);
      for (Map<String, Long> each : longer) {
        names.forEach(name -> each.put(name, each.getOrDefault(names.getFirst(), 1L)));
      }
    }
    return longer;
  }

  private static Sample sample(Map<String, Long> values, Function program, int ranks) {
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
    return new Sample(sizes, scalars);
  }
}
