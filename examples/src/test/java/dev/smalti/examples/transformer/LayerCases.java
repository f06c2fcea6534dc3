package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.LayerSize;
import dev.smalti.examples.reference.LayerWeights;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.List;

/** Whole layers. */
final class LayerCases {
  private static final LayerSize ONE = new LayerSize(1, 1, 1, 2, 1);
  private static final LayerSize SMALL = new LayerSize(10, 4, 2, 6, 13);
  private static final LayerSize EVEN = new LayerSize(128, 8, 2, 16, 256);
  private static final LayerSize RAGGED = new LayerSize(66, 6, 2, 12, 170);

  private LayerCases() {}

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return List.of(llama(ONE, 1), llama(SMALL, 7), qwen(ONE, 1, 0), qwen(SMALL, 9, 7));
  }

  /** Several blocks and strips; even, and with tails. */
  static List<Case> large() {
    return List.of(llama(EVEN, 64), llama(RAGGED, 77), qwen(EVEN, 128, 127), qwen(RAGGED, 80, 76));
  }

  /** The weights of a layer as arguments. */
  private record Weights(
      Slot<Smalti.F32> norm,
      Slot<Smalti.F32> toQueries,
      Slot<Smalti.F32> toKeys,
      Slot<Smalti.F32> toValues,
      Slot<Smalti.F32> queryNorm,
      Slot<Smalti.F32> keyNorm,
      Slot<Smalti.F32> fromHeads,
      Slot<Smalti.F32> innerNorm,
      Slot<Smalti.F32> gate,
      Slot<Smalti.F32> up,
      Slot<Smalti.F32> down) {
    static Weights of(LayerSize size) {
      LayerWeights w = LayerWeights.of(size);
      int hidden = size.hidden();
      int heads = size.heads();
      int groups = size.groups();
      int depth = size.depth();
      return new Weights(
          Slot.of(w.norm(), 1, hidden),
          Slot.of(w.toQueries(), heads, hidden, depth),
          Slot.of(w.toKeys(), groups, hidden, depth),
          Slot.of(w.toValues(), groups, hidden, depth),
          Slot.of(w.queryNorm(), 1, depth),
          Slot.of(w.keyNorm(), 1, depth),
          Slot.of(w.fromHeads(), heads, depth, hidden),
          Slot.of(w.innerNorm(), 1, hidden),
          Slot.of(w.gate(), hidden, size.inner()),
          Slot.of(w.up(), hidden, size.inner()),
          Slot.of(w.down(), size.inner(), hidden));
    }
  }

  private static Case llama(LayerSize size, int n) {
    int half = size.depth() / 2;
    float[] tokens = Inputs.uniform(1, n * size.hidden());
    float[] cosines = Inputs.cosines(n, half);
    float[] sines = Inputs.sines(n, half);
    Weights w = Weights.of(size);
    Slot<Smalti.F32> x = Slot.of(tokens, n, size.hidden());
    Slot<Smalti.F32> cos = Slot.of(cosines, n, half);
    Slot<Smalti.F32> sin = Slot.of(sines, n, half);
    Slot<Smalti.F32> y = Slot.output(F32, n, size.hidden());
    Case layer =
        Case.kernel(
            LlamaLayer.class,
            "layer",
            of ->
                LlamaLayer.layer(
                    of.of(x),
                    of.of(w.norm),
                    of.of(w.toQueries),
                    of.of(w.toKeys),
                    of.of(w.toValues),
                    of.of(cos),
                    of.of(sin),
                    of.of(w.fromHeads),
                    of.of(w.innerNorm),
                    of.of(w.gate),
                    of.of(w.up),
                    of.of(w.down),
                    of.of(y),
                    size.scale()),
            of ->
                LlamaLayerKernels.layer(
                    of.of(x),
                    of.of(w.norm),
                    of.of(w.toQueries),
                    of.of(w.toKeys),
                    of.of(w.toValues),
                    of.of(cos),
                    of.of(sin),
                    of.of(w.fromHeads),
                    of.of(w.innerNorm),
                    of.of(w.gate),
                    of.of(w.up),
                    of.of(w.down),
                    of.of(y),
                    size.scale()),
            x,
            w.norm,
            w.toQueries,
            w.toKeys,
            w.toValues,
            cos,
            sin,
            w.fromHeads,
            w.innerNorm,
            w.gate,
            w.up,
            w.down,
            y,
            size.scale());
    return layer.expecting(
        y, Reference.llamaLayer(size, LayerWeights.of(size), tokens, cosines, sines));
  }

  private static Case qwen(LayerSize size, int most, int position) {
    int half = size.depth() / 2;
    float[] token = Inputs.uniform(1, size.hidden());
    float[] cosines = Inputs.cosines(most, half);
    float[] sines = Inputs.sines(most, half);
    float[] oldKeys = Inputs.uniform(2, size.groups() * most * size.depth());
    float[] oldValues = Inputs.uniform(3, size.groups() * most * size.depth());
    Weights w = Weights.of(size);
    Slot<Smalti.F32> x = Slot.of(token, 1, size.hidden());
    Slot<Smalti.F32> cos = Slot.of(cosines, most, half);
    Slot<Smalti.F32> sin = Slot.of(sines, most, half);
    Slot<Smalti.F32> keys = Slot.of(oldKeys, size.groups(), most, size.depth()).changed();
    Slot<Smalti.F32> values = Slot.of(oldValues, size.groups(), most, size.depth()).changed();
    Slot<Smalti.F32> y = Slot.output(F32, 1, size.hidden());
    Case step =
        Case.kernel(
            QwenDecode.class,
            "step",
            of ->
                QwenDecode.step(
                    of.of(x),
                    of.of(w.norm),
                    of.of(w.toQueries),
                    of.of(w.toKeys),
                    of.of(w.toValues),
                    of.of(w.queryNorm),
                    of.of(w.keyNorm),
                    of.of(cos),
                    of.of(sin),
                    of.of(keys),
                    of.of(values),
                    of.of(w.fromHeads),
                    of.of(w.innerNorm),
                    of.of(w.gate),
                    of.of(w.up),
                    of.of(w.down),
                    of.of(y),
                    position,
                    size.scale()),
            of ->
                QwenDecodeKernels.step(
                    of.of(x),
                    of.of(w.norm),
                    of.of(w.toQueries),
                    of.of(w.toKeys),
                    of.of(w.toValues),
                    of.of(w.queryNorm),
                    of.of(w.keyNorm),
                    of.of(cos),
                    of.of(sin),
                    of.of(keys),
                    of.of(values),
                    of.of(w.fromHeads),
                    of.of(w.innerNorm),
                    of.of(w.gate),
                    of.of(w.up),
                    of.of(w.down),
                    of.of(y),
                    position,
                    size.scale()),
            x,
            w.norm,
            w.toQueries,
            w.toKeys,
            w.toValues,
            w.queryNorm,
            w.keyNorm,
            cos,
            sin,
            keys,
            values,
            w.fromHeads,
            w.innerNorm,
            w.gate,
            w.up,
            w.down,
            y,
            position,
            size.scale());
    LayerWeights weights = LayerWeights.of(size);
    return step.expecting(
            y,
            Reference.qwenStep(size, weights, token, cosines, sines, oldKeys, oldValues, position))
        .expecting(
            keys, Reference.qwenKeys(size, weights, token, cosines, sines, oldKeys, position))
        .expecting(values, Reference.qwenValues(size, weights, token, oldValues, position));
  }
}
