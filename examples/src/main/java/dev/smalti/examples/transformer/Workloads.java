package dev.smalti.examples.transformer;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Consumer;

/** The programs of this package, as the manual shows them. */
public final class Workloads {
  private Workloads() {}

  /** Their {@code main} methods under the names of their classes, in the order of the manual. */
  public static SequencedMap<String, Consumer<String[]>> programs() {
    SequencedMap<String, Consumer<String[]>> programs = new LinkedHashMap<>();
    programs.put("RowSoftmax", RowSoftmax::main);
    programs.put("RowNorms", RowNorms::main);
    programs.put("FusedLinear", FusedLinear::main);
    programs.put("FeedForward", FeedForward::main);
    programs.put("SplitK", SplitK::main);
    programs.put("FlashAttention", FlashAttention::main);
    programs.put("PagedAttention", PagedAttention::main);
    programs.put("Rope", Rope::main);
    programs.put("LlamaLayer", LlamaLayer::main);
    programs.put("QwenDecode", QwenDecode::main);
    programs.put("TopK", TopK::main);
    programs.put("QuantisedLinear", QuantisedLinear::main);
    return Collections.unmodifiableSequencedMap(programs);
  }
}
