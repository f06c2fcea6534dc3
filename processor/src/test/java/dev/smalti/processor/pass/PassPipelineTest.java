package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PassPipelineTest {
  private static final PassPipeline PIPELINE =
      new PassPipeline(PassModule.passes(_ -> Optional.empty()));

  private static final Function SOFTMAX =
      IrText.parse(
          """
          incore p.Scores.softmax
              in x: tensor<F32>[R, C]
              out y: tensor<F32>[R, C]
              symbols R, C
            %t: F32[R, C] = load x[0, 0] shape(R, C)
            %max: F32[R, 1] = reduce max %t over columns
            %d: F32[R, C] = %t - %max
            %e: F32[R, C] = exp(%d)
            %sum: F32[R, 1] = reduce add %e over columns
            %q: F32[R, C] = %e / %sum
            store %q -> y[0, 0]
          """);

  @Test
  void softmaxIsOneLoopWithoutTemporariesOfAllRows() {
    assertThat(IrText.print(PIPELINE.run(SOFTMAX, (_, _) -> {})))
        .isEqualTo(
            IrText.print(
                IrText.parse(
                    """
                    incore p.Scores.softmax
                        in x: tensor<F32>[R, C]
                        out y: tensor<F32>[R, C]
                        symbols R, C
                      for r in 0..R
                        %max: F32[1, 1] = fused { reduce max load x[r, 0] shape(1, C) over columns }
                        %e: F32[1, C] = fused { exp(load x[r, 0] shape(1, C) - %max) }
                        %sum: F32[1, 1] = reduce add %e over columns
                        store %e / %sum -> y[r, 0]
                    """)));
  }

  @Test
  void layerNormIsOneLoopAsWell() {
    Function function =
        IrText.parse(
            """
            incore p.Norm.layerNorm
                in x: tensor<F32>[R, C]
                in gamma: tensor<F32>[1, C]
                in beta: tensor<F32>[1, C]
                out y: tensor<F32>[R, C]
                symbols R, C
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %sum: F32[R, 1] = reduce add %t over columns
              %mean: F32[R, 1] = %sum / F32((double) C)
              %d: F32[R, C] = %t - %mean
              %square: F32[R, C] = %d * %d
              %total: F32[R, 1] = reduce add %square over columns
              %var: F32[R, 1] = %total / F32((double) C)
              %shifted: F32[R, 1] = %var + F32(1.0E-5)
              %inverse: F32[R, 1] = rsqrt(%shifted)
              %normal: F32[R, C] = %d * %inverse
              %g: F32[1, C] = load gamma[0, 0] shape(1, C)
              %scaled: F32[R, C] = %normal * %g
              %b: F32[1, C] = load beta[0, 0] shape(1, C)
              %moved: F32[R, C] = %scaled + %b
              store %moved -> y[0, 0]
            """);
    assertThat(IrText.print(PIPELINE.run(function, (_, _) -> {})))
        .isEqualTo(
            IrText.print(
                IrText.parse(
                    """
                    incore p.Norm.layerNorm
                        in x: tensor<F32>[R, C]
                        in gamma: tensor<F32>[1, C]
                        in beta: tensor<F32>[1, C]
                        out y: tensor<F32>[R, C]
                        symbols R, C
                      for r in 0..R
                        %sum: F32[1, 1] = fused { reduce add load x[r, 0] shape(1, C) over columns }
                        %mean: F32[1, 1] = %sum / F32((double) C)
                        %d: F32[1, C] = fused { load x[r, 0] shape(1, C) - %mean }
                        %total: F32[1, 1] = fused { reduce add (%d * %d) over columns }
                        %inverse: F32[1, 1] = fused { rsqrt(%total / F32((double) C) + F32(1.0E-5)) }
                        store fused { %d * %inverse * load gamma[0, 0] shape(1, C) + load beta[0, 0] shape(1, C) } -> y[r, 0]
                    """)));
  }

  @Test
  void stagesAreNumberedAndShowTheFunctionOnItsWay() {
    List<String> stages = new ArrayList<>();
    List<Function> seen = new ArrayList<>();
    Function compiled =
        PIPELINE.run(
            SOFTMAX,
            (stage, function) -> {
              stages.add(stage);
              seen.add(function);
            });
    assertThat(stages)
        .containsExactly(
            "00-front-end",
            "01-inline-calls",
            "02-split-variables",
            "03-fold-constants",
            "04-lower-barriers",
            "05-drop-announcements",
            "06-fold-transposes",
            "07-widen",
            "08-repeat-loads",
            "09-fuse-rows",
            "10-fuse-elementwise",
            "11-strip-mine")
        .inOrder();
    assertThat(seen.getFirst()).isEqualTo(SOFTMAX);
    assertThat(seen.getLast()).isSameInstanceAs(compiled);
  }

  @Test
  void passesCanBeRunInPart() {
    assertThat(PIPELINE.runThrough("lower-barriers", SOFTMAX)).isSameInstanceAs(SOFTMAX);
    assertThat(PIPELINE.runThrough("fuse-rows", SOFTMAX)).isNotEqualTo(SOFTMAX);
    assertThrows(IllegalArgumentException.class, () -> PIPELINE.runThrough("fuse-all", SOFTMAX));
  }
}
