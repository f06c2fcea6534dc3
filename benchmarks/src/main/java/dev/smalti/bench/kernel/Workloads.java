package dev.smalti.bench.kernel;

import java.util.function.Supplier;
import java.util.stream.Stream;

/** What is measured, by name. */
public final class Workloads {
  private Workloads() {}

  /**
   * A workload before its inputs are made.
   *
   * @param owner the class of its kernel
   * @param kernel the method
   * @param make makes it
   */
  public record Described(Class<?> owner, String kernel, Supplier<Workload> make) {}

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
      case "axpb" -> new Described(Chains.class, "axpb", () -> new AxpbWorkload(n[0]));
      case "gelu" -> new Described(Chains.class, "gelu", () -> new GeluWorkload(n[0]));
      case "softmax" ->
          new Described(RowSoftmax.class, "softmax", () -> new SoftmaxWorkload(n[0], n[1]));
      case "rmsnorm" ->
          new Described(RowNorms.class, "rmsNorm", () -> new RmsNormWorkload(n[0], n[1]));
      case "layernorm" ->
          new Described(RowNorms.class, "layerNorm", () -> new LayerNormWorkload(n[0], n[1]));
      case "matmul" -> new Described(Products.class, "product", () -> new MatmulWorkload(n[0]));
      case "matmul-spmd" ->
          new Described(Products.class, "product", () -> new TwoCoresWorkload(n[0]));
      case "matmul-f16" ->
          new Described(
              Products.class,
              "productOfF16",
              () -> new HalvesWorkload(n[0], HalvesWorkload.Type.F16));
      case "matmul-bf16" ->
          new Described(
              Products.class,
              "productOfBf16",
              () -> new HalvesWorkload(n[0], HalvesWorkload.Type.BF16));
      case "linear-gelu" -> new Described(Products.class, "linear", () -> new LinearWorkload(n[0]));
      case "attention" ->
          new Described(
              FlashAttention.class, "attention", () -> new AttentionWorkload(n[0], n[1], n[2]));
      case "decode" -> new Described(DecoderLayer.class, "project", () -> new DecodeWorkload(n[0]));
      default -> throw new IllegalArgumentException("no workload is called " + name);
    };
  }
}
