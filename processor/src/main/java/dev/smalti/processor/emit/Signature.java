package dev.smalti.processor.emit;

import com.palantir.javapoet.TypeName;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.model.Variant;
import java.util.List;

/**
 * What users see of an annotated method: enough for its entry point, also where its body is wrong.
 *
 * @param id which method
 * @param kind its plane
 * @param parameters in order; of a program without the world
 * @param compiled whether the class behind the entry point exists
 * @param worlds with how many ranks a program may be prepared, as the user wrote it; or empty
 * @param variants of a generic method, which has no class of its own
 */
public record Signature(
    FunctionId id,
    FunctionKind kind,
    List<SignatureParameter> parameters,
    boolean compiled,
    String worlds,
    List<Variant> variants) {
  public Signature {
    parameters = List.copyOf(parameters);
    variants = List.copyOf(variants);
  }

  /** Of a method that is not generic. */
  public Signature(
      FunctionId id,
      FunctionKind kind,
      List<SignatureParameter> parameters,
      boolean compiled,
      String worlds) {
    this(id, kind, parameters, compiled, worlds, List.of());
  }

  /**
   * A parameter.
   *
   * @param name the user's name
   * @param type its type as the user wrote it
   */
  public record SignatureParameter(String name, TypeName type) {}
}
