package dev.smalti.examples.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Tokens, the experts that they are routed to, and what {@link Experts} makes of them.
 *
 * @param ranks how many ranks there are
 * @param tokens of a rank
 * @param k routes of a token, to that many experts
 * @param locals experts of a rank
 * @param cap rows that an expert has room for
 * @param experts by rank, token and route
 * @param arrivals by expert, the routes to it: rank, token and route in one number
 */
record Routing(
    int ranks,
    int tokens,
    int k,
    int locals,
    int cap,
    List<Integer> experts,
    List<List<Integer>> arrivals) {
  private static final long SEED = 20260510;

  /** Draws until no expert receives more rows than it has room for. */
  static Routing draw(int ranks, int tokens, int k, int locals, int cap) {
    for (long seed = SEED; ; seed++) {
      Routing drawn = new Routing(ranks, tokens, k, locals, cap, new Random(seed));
      if (drawn.arrivals.stream().allMatch(rows -> rows.size() <= cap)) {
        return drawn;
      }
    }
  }

  private Routing(int ranks, int tokens, int k, int locals, int cap, Random random) {
    this(ranks, tokens, k, locals, cap, experts(ranks * tokens, k, ranks * locals, random));
  }

  private Routing(int ranks, int tokens, int k, int locals, int cap, List<Integer> experts) {
    this(ranks, tokens, k, locals, cap, experts, arrivals(experts, ranks * locals));
  }

  private static List<Integer> experts(int tokens, int k, int all, Random random) {
    List<Integer> drawn = new ArrayList<>();
    for (int token = 0; token < tokens; token++) {
      random.ints(0, all).distinct().limit(k).forEach(drawn::add);
    }
    return drawn;
  }

  private static List<List<Integer>> arrivals(List<Integer> experts, int all) {
    List<List<Integer>> arrivals = new ArrayList<>();
    for (int expert = 0; expert < all; expert++) {
      arrivals.add(new ArrayList<>());
    }
    for (int route = 0; route < experts.size(); route++) {
      arrivals.get(experts.get(route)).add(route);
    }
    return arrivals;
  }

  /** How many routes a rank has. */
  int routes() {
    return tokens * k;
  }

  /** The weight of a route. */
  float weight(int route) {
    int rank = route / routes();
    int token = route % routes() / k;
    return (float) (0.01 * (rank + 1) + 0.1 * token + 0.001 * (route % k));
  }

  /** The bits of element i of a token. */
  static short x(int rank, int token, int i) {
    return bf16(100 * rank + 10 * token + i);
  }

  /** The bits of element i of the token of a route. */
  short sent(int route, int i) {
    return x(route / routes(), route % routes() / k, i);
  }

  /** The bits of element i that the expert of a route gives. */
  short scaled(int route, int i) {
    return bf16(f32(sent(route, i)) * weight(route));
  }

  /** Element i of what a token becomes: its routes, added in order. */
  float routed(int rank, int token, int i) {
    int first = (rank * tokens + token) * k;
    float sum = f32(scaled(first, i));
    for (int route = 1; route < k; route++) {
      sum += f32(scaled(first + route, i));
    }
    return sum;
  }

  private static short bf16(float value) {
    int bits = Float.floatToIntBits(value);
    return (short) ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
  }

  private static float f32(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }
}
