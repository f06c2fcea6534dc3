package dev.smalti.processor.emit;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;

/**
 * Writes the class beside a class with helpers that carries them to other compilations. It is
 * public whatever the class is: a helper of another package may call these, and its callers name
 * every class of which they took helpers.
 */
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
   * The class that carries the helpers of a class.
   *
   * @param owner the binary name of the class with the helpers
   */
  public static ClassName nameOf(String owner) {
    int dot = owner.lastIndexOf('.');
    return ClassName.get(
        owner.substring(0, Math.max(0, dot)),
        owner.substring(dot + 1).replace('$', '_') + "_Inline");
  }

  /**
   * Writes the class.
   *
   * @param owner the binary name of the class with the helpers
   * @param form the helpers
   */
  public Generated emit(String owner, CarriedForm form) {
    ClassName name = nameOf(owner);
    TypeSpec.Builder type = ClassFile.holder(name, options).addModifiers(Modifier.PUBLIC);
    type.addJavadoc(
        "$L",
        "Carries the helpers of {@code %s} to compilations that have only its class file.\n"
            .formatted(owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.')));
    type.addAnnotation(ClassFile.carried(form));
    type.addMethod(ClassFile.privateConstructor());
    return ClassFile.write(name, type.build());
  }
}
