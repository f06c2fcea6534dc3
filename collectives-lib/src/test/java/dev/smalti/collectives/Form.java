package dev.smalti.collectives;

import dev.smalti.lang.Algorithm;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A collective with the operands that it takes. */
enum Form {
  ALL_REDUCE("allReduce", true, false, reductions()),
  ALL_REDUCE_INTO("allReduce", true, true, reductions()),
  REDUCE_SCATTER("reduceScatter", true, false, of("AUTO MESH RING")),
  REDUCE_SCATTER_INTO("reduceScatter", true, true, of("AUTO MESH")) {
    @Override
    int input(int count, int ranks) {
      return count * ranks;
    }
  },
  REDUCE("reduce", true, false, of("AUTO MESH TREE DOUBLE_TREE")),
  ALL_GATHER("allGather", false, true, of("AUTO MESH RING RECURSIVE_DOUBLING")) {
    @Override
    int target(int count, int ranks) {
      return count * ranks;
    }
  },
  BROADCAST("broadcast", false, false, of("AUTO MESH TREE DOUBLE_TREE")),
  GATHER("gather", false, true, of("AUTO MESH")) {
    @Override
    int target(int count, int ranks) {
      return count * ranks;
    }
  },
  SCATTER("scatter", false, true, of("AUTO MESH")) {
    @Override
    int input(int count, int ranks) {
      return count * ranks;
    }
  },
  ALL_TO_ALL("allToAll", false, true, of("AUTO MESH")) {
    @Override
    int input(int count, int ranks) {
      return count * ranks;
    }

    @Override
    int target(int count, int ranks) {
      return count * ranks;
    }
  },
  SEND_RECEIVE("sendReceive", false, true, of("AUTO MESH"));

  private final String method;
  private final boolean reduces;
  private final boolean takesInput;
  private final List<Algorithm> algorithms;

  Form(String method, boolean reduces, boolean takesInput, Algorithm... algorithms) {
    this.method = method;
    this.reduces = reduces;
    this.takesInput = takesInput;
    this.algorithms = List.of(algorithms);
  }

  private static Algorithm[] reductions() {
    return of(
        "AUTO MESH TWO_PHASE RING RECURSIVE_DOUBLING RABENSEIFNER TREE DOUBLE_TREE HIERARCHICAL");
  }

  private static Algorithm[] of(String names) {
    return Stream.of(names.split(" ")).map(Algorithm::valueOf).toArray(Algorithm[]::new);
  }

  String method() {
    return method;
  }

  boolean reduces() {
    return reduces;
  }

  boolean takesInput() {
    return takesInput;
  }

  boolean takesRoot() {
    return List.of(REDUCE, BROADCAST, GATHER, SCATTER).contains(this);
  }

  List<Algorithm> algorithms() {
    return algorithms;
  }

  /** How many elements the input has. */
  int input(int count, int ranks) {
    return count;
  }

  /** How many elements the target has. */
  int target(int count, int ranks) {
    return count;
  }

  /** The extent of the target, as a user spells it; n is the count. */
  String targetExtent() {
    return target(1, 2) == 2 ? "ranks * n" : "n";
  }

  /** The extent of the input. */
  String inputExtent() {
    return input(1, 2) == 2 ? "ranks * n" : "n";
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
