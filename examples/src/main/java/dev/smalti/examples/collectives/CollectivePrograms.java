package dev.smalti.examples.collectives;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Consumer;

/** The programs of this package. */
public final class CollectivePrograms {
  private CollectivePrograms() {}

  /** Their {@code main} methods under the names of their classes. */
  public static SequencedMap<String, Consumer<String[]>> programs() {
    SequencedMap<String, Consumer<String[]>> programs = new LinkedHashMap<>();
    programs.put("ReduceThreeWays", ReduceThreeWays::main);
    programs.put("GatherThreeWays", GatherThreeWays::main);
    programs.put("ScatterThreeWays", ScatterThreeWays::main);
    programs.put("SendReceiveTwoWays", SendReceiveTwoWays::main);
    return Collections.unmodifiableSequencedMap(programs);
  }
}
