package dev.smalti.examples.tutorial;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Consumer;

/** The programs of the tutorial, one a step, as the manual shows them. */
public final class Tutorial {
  private Tutorial() {}

  /** Their {@code main} methods under the names of their classes, in the order of the steps. */
  public static SequencedMap<String, Consumer<String[]>> programs() {
    SequencedMap<String, Consumer<String[]>> programs = new LinkedHashMap<>();
    programs.put("HelloRank", HelloRank::main);
    programs.put("ThreePlanes", ThreePlanes::main);
    programs.put("WindowRoundTrip", WindowRoundTrip::main);
    programs.put("Barriers", Barriers::main);
    programs.put("LoadAndStore", LoadAndStore::main);
    programs.put("PutAndGet", PutAndGet::main);
    programs.put("RunningTotal", RunningTotal::main);
    programs.put("MeshAllReduce", MeshAllReduce::main);
    programs.put("TwoPhaseAllReduce", TwoPhaseAllReduce::main);
    programs.put("RingAllReduce", RingAllReduce::main);
    programs.put("AllReduceInOneLine", AllReduceInOneLine::main);
    programs.put("BroadcastThreeWays", BroadcastThreeWays::main);
    programs.put("AllGatherThreeWays", AllGatherThreeWays::main);
    programs.put("ReduceScatterThreeWays", ReduceScatterThreeWays::main);
    programs.put("AllToAllThreeWays", AllToAllThreeWays::main);
    programs.put("TensorParallelLayer", TensorParallelLayer::main);
    return Collections.unmodifiableSequencedMap(programs);
  }

  /**
   * Runs a program.
   *
   * @param name the name of its class
   * @param arguments what it is told
   * @throws IllegalArgumentException if there is none of that name
   */
  public static void run(String name, String... arguments) {
    Consumer<String[]> program = programs().get(name);
    if (program == null) {
      throw new IllegalArgumentException(
          "the tutorial has no program '" + name + "': " + programs().keySet());
    }
    program.accept(arguments);
  }
}
