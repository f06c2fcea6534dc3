package dev.smalti.bench.kernel;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What is measured, by name. */
public final class Workloads {
  private static final String NO_SPMD = "a kernel of Smalti runs on one core yet";
  private static final String NO_HALVES = "Smalti has no 16-bit floats yet";

  private Workloads() {}

  /**
   * A workload before its inputs are made.
   *
   * @param owner the class of its kernel
   * @param kernel the method
   * @param unwritten why it cannot be written in Smalti yet, if so
   * @param make makes it
   */
  public record Described(
      Class<?> owner, String kernel, Optional<String> unwritten, Supplier<Workload> make) {
    private static Described of(Class<?> owner, String kernel, Supplier<Workload> make) {
      return new Described(owner, kernel, Optional.empty(), make);
    }

    private static Described unwritten(String why, Supplier<Workload> make) {
      return new Described(Workloads.class, "", Optional.of(why), make);
    }
  }

  /**
   * The workload of a name such as {@code softmax-32x1024} or {@code matmul-1024}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Described named(String name) {
    int dash = name.lastIndexOf('-');
    int[] n =
        Stream.of(name.substring(dash + 1).split("x", -1)).mapToInt(Integer::parseInt).toArray();
    return switch (name.substring(0, dash)) {
      case "axpb" -> Described.of(Chains.class, "axpb", () -> new AxpbWorkload(n[0]));
      case "gelu" -> Described.of(Chains.class, "gelu", () -> new GeluWorkload(n[0]));
      case "softmax" ->
          Described.of(RowSoftmax.class, "softmax", () -> new SoftmaxWorkload(n[0], n[1]));
      case "rmsnorm" ->
          Described.of(RowNorms.class, "rmsNorm", () -> new RmsNormWorkload(n[0], n[1]));
      case "layernorm" ->
          Described.of(RowNorms.class, "layerNorm", () -> new LayerNormWorkload(n[0], n[1]));
      case "matmul" -> Described.of(Products.class, "product", () -> new MatmulWorkload(n[0]));
      case "matmul-spmd" -> Described.unwritten(NO_SPMD, () -> new MatmulWorkload(n[0]));
      case "matmul-f16", "matmul-bf16" ->
          Described.unwritten(NO_HALVES, () -> new MatmulWorkload(n[0]));
      case "linear-gelu" -> Described.of(Products.class, "linear", () -> new LinearWorkload(n[0]));
      case "attention" ->
          Described.of(
              FlashAttention.class, "attention", () -> new AttentionWorkload(n[0], n[1], n[2]));
      case "decode" -> Described.of(DecoderLayer.class, "project", () -> new DecodeWorkload(n[0]));
      default -> throw new IllegalArgumentException("no workload is called " + name);
    };
  }
}
