package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.List;
import java.util.stream.Stream;

/** Linear layers, and the feed-forward part of two or three of them. */
final class LinearCases {
  private LinearCases() {}

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return Stream.of(linear(1, 1, 1), linear(7, 13, 5), feedForward(1, 1, 1), feedForward(7, 13, 5))
        .flatMap(List::stream)
        .toList();
  }

  /** Several blocks and strips; even, and with tails. */
  static List<Case> large() {
    return Stream.of(
            linear(64, 128, 96),
            linear(33, 1000, 77),
            feedForward(64, 128, 96),
            feedForward(33, 1000, 77),
            feedForward(70, 9, 2001))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Case> linear(int m, int k, int n) {
    float[] x = Inputs.uniform(1, m * k);
    float[] weights = Inputs.weights(2, k, n);
    float[] bias = Inputs.uniform(3, n);
    Slot<Smalti.F32> in = Slot.of(x, m, k);
    Slot<Smalti.F32> w = Slot.of(weights, k, n);
    Slot<Smalti.F32> b = Slot.of(bias, 1, n);
    Slot<Smalti.F32> y = Slot.output(F32, m, n);
    return List.of(
        Case.kernel(
                FusedLinear.class,
                "gelu",
                of -> FusedLinear.gelu(of.of(in), of.of(w), of.of(b), of.of(y)),
                of -> FusedLinearKernels.gelu(of.of(in), of.of(w), of.of(b), of.of(y)),
                in,
                w,
                b,
                y)
            .expecting(y, Reference.linearGelu(x, weights, bias)),
        Case.kernel(
                FusedLinear.class,
                "relu",
                of -> FusedLinear.relu(of.of(in), of.of(w), of.of(b), of.of(y)),
                of -> FusedLinearKernels.relu(of.of(in), of.of(w), of.of(b), of.of(y)),
                in,
                w,
                b,
                y)
            .expecting(y, Reference.linearRelu(x, weights, bias)));
  }

  private static List<Case> feedForward(int m, int k, int n) {
    float[] x = Inputs.uniform(1, m * k);
    float[] gate = Inputs.weights(2, k, n);
    float[] up = Inputs.weights(3, k, n);
    float[] down = Inputs.weights(4, n, k);
    Slot<Smalti.F32> in = Slot.of(x, m, k);
    Slot<Smalti.F32> g = Slot.of(gate, k, n);
    Slot<Smalti.F32> u = Slot.of(up, k, n);
    Slot<Smalti.F32> d = Slot.of(down, n, k);
    Slot<Smalti.F32> y = Slot.output(F32, m, k);
    return List.of(
        Case.kernel(
                FeedForward.class,
                "gelu",
                of -> FeedForward.gelu(of.of(in), of.of(u), of.of(d), of.of(y)),
                of -> FeedForwardKernels.gelu(of.of(in), of.of(u), of.of(d), of.of(y)),
                in,
                u,
                d,
                y)
            .expecting(y, Reference.feedForwardGelu(x, up, down, m)),
        Case.kernel(
                FeedForward.class,
                "swiglu",
                of -> FeedForward.swiglu(of.of(in), of.of(g), of.of(u), of.of(d), of.of(y)),
                of -> FeedForwardKernels.swiglu(of.of(in), of.of(g), of.of(u), of.of(d), of.of(y)),
                in,
                g,
                u,
                d,
                y)
            .expecting(y, Reference.feedForwardSwiglu(x, gate, up, down, m)));
  }
}
