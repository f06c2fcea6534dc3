package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Tensor;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Facades need signatures only. */
final class FacadeEmitterTest {
  private static final EmitOptions OPTIONS = new EmitOptions(false, false, SourceLines.NONE);

  private static Signature signature(String method, FunctionKind kind, String... types) {
    List<Signature.SignatureParameter> parameters = new java.util.ArrayList<>();
    for (String type : types) {
      parameters.add(new Signature.SignatureParameter("p" + parameters.size(), Emitted.type(type)));
    }
    return new Signature(
        new FunctionId("app.Outer$Scores", method, ""), kind, parameters, false, "");
  }

  private static Map<String, String> emit(boolean visible, Signature... methods) {
    Map<String, String> sources = new LinkedHashMap<>();
    new FacadeEmitter(OPTIONS)
        .emit(List.of(methods), visible)
        .forEach(g -> sources.put(g.name(), g.text()));
    return sources;
  }

  @Test
  void whatWasNotCompiledSaysSo() {
    String tensor = Api.TENSOR + "<" + Api.dtype(dev.smalti.processor.ir.Element.F32) + ">";
    Map<String, String> sources =
        emit(
            true,
            signature("softmax", FunctionKind.INCORE, tensor, "int"),
            signature("step", FunctionKind.INCORE, Api.SIGNAL),
            signature("main", FunctionKind.HOST, tensor));
    assertThat(sources.keySet())
        .containsExactly("app.Outer_ScoresKernels", "app.Outer_ScoresPrograms");
    Emitted emitted = Emitted.ofSources(sources);
    var program =
        assertThrows(
            IllegalStateException.class, () -> emitted.call("app.Outer_ScoresPrograms", "main"));
    assertThat(program).hasMessageThat().contains("Outer.Scores.main was not compiled");
    var kernel =
        assertThrows(
            IllegalStateException.class,
            () ->
                emitted.call("app.Outer_ScoresKernels", "softmax", Tensor.of(new float[1], 1), 3));
    assertThat(kernel).hasMessageThat().contains("Outer.Scores.softmax was not compiled");
  }

  @Test
  void kernelsWithSignalsHaveNoEntryWithoutAPool() {
    String text =
        emit(false, signature("step", FunctionKind.INCORE, Api.SIGNAL))
            .get("app.Outer_ScoresKernels");
    assertThat(text).contains("static void step(Core core, Signal p0)");
    assertThat(text).doesNotContain("static void step(Signal p0)");
    assertThat(text).doesNotContain("public");
  }

  @Test
  void visibilityIsTheOwners() {
    String text = emit(true, signature("main", FunctionKind.HOST)).get("app.Outer_ScoresPrograms");
    assertThat(text).contains("public final class Outer_ScoresPrograms");
    assertThat(text).contains("public static final class Main extends PreparedProgram");
  }

  @Test
  void helpersAndNothingHaveNoFacade() {
    assertThat(emit(true, signature("helper", FunctionKind.INLINE))).isEmpty();
  }
}
