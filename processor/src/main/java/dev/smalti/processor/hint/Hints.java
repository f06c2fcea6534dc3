package dev.smalti.processor.hint;

import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Takes what is decided about the speed of one function. What happens to a tile is decided step by
 * step: one pass ends a loop over rows before it, the next keeps it, a third one takes it apart. It
 * becomes one hint, if the tile is kept at all.
 */
public final class Hints {
  private record Whole(Variable tile, Span at) {}

  private record Kept(Code code, Variable tile, OptionalLong bytes, Span at, String why) {}

  private static final String UNKNOWN =
      "What it takes is known at run time only; a call fails where it is more than a core has.";

  private final boolean wanted;
  private final Set<Hint> hints = new LinkedHashSet<>();
  private final Map<String, Kept> kept = new LinkedHashMap<>();
  private final Map<String, String> causes = new HashMap<>();
  private final Set<String> strips = new HashSet<>();
  private final Map<String, Whole> wholes = new LinkedHashMap<>();

  private Hints(boolean wanted) {
    this.wanted = wanted;
  }

  /** Takes nothing. */
  public static Hints unwanted() {
    return new Hints(false);
  }

  /** For one function. */
  public static Hints of(boolean wanted) {
    return new Hints(wanted);
  }

  /** Whether it is worth the work to find words. */
  public boolean areWanted() {
    return wanted;
  }

  /** Something that is decided at once; the help line of the code says what to do. */
  public void add(Code code, Span at, String text, String... details) {
    if (wanted) {
      List<String> below = new ArrayList<>(List.of(details));
      below.add(code.help());
      hints.add(new Hint(code, at, text, below));
    }
  }

  /** Why the loop over rows that makes a tile does not use it as well. The first reason counts. */
  public void apart(Variable tile, String why) {
    if (wanted) {
      causes.putIfAbsent(tile.name(), why);
    }
  }

  /**
   * A tile has to be in scratch, as it is not computed where it is used.
   *
   * @param code of the decision
   * @param bytes what it takes, if that is known
   * @param at its operation
   * @param why in words that go on from "is kept: "
   */
  public void keep(Code code, Variable tile, OptionalLong bytes, Span at, String why) {
    if (wanted) {
      kept.put(tile.name(), new Kept(code, tile, bytes, at, why));
    }
  }

  /** A strip of a tile is kept at a time: it stays in the cache, and nothing is lost. */
  public void strips(String tile) {
    strips.add(tile);
  }

  /** A tile is too large, or may be, and no strips can be made of it. */
  public void whole(Variable tile, Span at) {
    if (wanted) {
      wholes.put(tile.name(), new Whole(tile, at));
    }
  }

  /** All, in the order in which they were decided. */
  public List<Hint> all() {
    List<Hint> all = new ArrayList<>(hints);
    kept.values().stream()
        .filter(tile -> tile.code() == Code.COPIED || !strips.contains(tile.tile().name()))
        .map(this::hint)
        .forEach(all::add);
    wholes.values().stream()
        .filter(
            tile -> !strips.contains(tile.tile().name()) && !kept.containsKey(tile.tile().name()))
        .map(Hints::hint)
        .forEach(all::add);
    return List.copyOf(all);
  }

  private static Hint hint(Whole tile) {
    return new Hint(
        Code.STAGED,
        tile.at(),
        "%s %s is kept in scratch as a whole: no strips can be made of what uses it"
            .formatted(tile.tile().name(), extents(tile.tile().tile())),
        List.of(UNKNOWN, Code.STAGED.help()));
  }

  private Hint hint(Kept tile) {
    List<String> below = new ArrayList<>();
    String name = tile.tile().name();
    if (causes.containsKey(name)) {
      below.add(causes.get(name));
    }
    below.add(size(tile));
    below.add(tile.code().help());
    String verb = tile.code() == Code.COPIED ? "is copied first" : "is kept in scratch";
    return new Hint(
        tile.code(),
        tile.at(),
        "%s %s %s: %s".formatted(name, extents(tile.tile().tile()), verb, tile.why()),
        below);
  }

  private static String size(Kept tile) {
    return tile.bytes().isPresent()
        ? String.format(Locale.ROOT, "It takes %,d bytes.", tile.bytes().getAsLong())
        : UNKNOWN;
  }

  /** {@code [rows, 64]}: what is valid of it. */
  public static String extents(TileType type) {
    return "[" + type.validRows() + ", " + type.validColumns() + "]";
  }
}
