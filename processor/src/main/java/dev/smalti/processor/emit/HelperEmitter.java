package dev.smalti.processor.emit;

import com.palantir.javapoet.TypeSpec;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;

/** Writes the class of an {@code @Inline} method: it only carries the function to its callers. */
public final class HelperEmitter {
  private final EmitOptions options;

  /**
   * For one compilation.
   *
   * @param options what it allows
   */
  public HelperEmitter(EmitOptions options) {
    this.options = options;
  }

  /**
   * Writes the class.
   *
   * @param helper as it was read
   * @param form what travels with the class
   */
  public Generated emit(Function helper, CarriedForm form) {
    if (helper.kind() != FunctionKind.INLINE) {
      throw new IllegalArgumentException(helper.id() + " is no helper");
    }
    TypeSpec.Builder type = ClassFile.holder(ClassFile.implementation(helper.id(), ""), options);
    type.addJavadoc(
        "{@code $L} ($L:$L): spliced into its callers, which find it here.\n",
        helper.id().display(),
        helper.span().file(),
        helper.span().line());
    type.addAnnotation(ClassFile.carried(form));
    type.addMethod(ClassFile.privateConstructor());
    return ClassFile.write(ClassFile.implementation(helper.id(), ""), type.build());
  }
}
