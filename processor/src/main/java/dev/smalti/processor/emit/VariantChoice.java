package dev.smalti.processor.emit;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import dev.smalti.processor.emit.Signature.SignatureParameter;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.model.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * The entry point of a generic kernel: takes what the method takes, and runs the variant that the
 * arguments ask for.
 *
 * @param visible whether other packages may call it
 */
record VariantChoice(Signature method, boolean visible) {
  MethodSpec entry() {
    MethodSpec.Builder entry = MethodSpec.methodBuilder(method.id().method());
    entry.addJavadoc(
        "{@code $L}, compiled, on the calling thread.\n\n<p>Variants: $L.\n",
        method.id().display(),
        method.variants().stream()
            .map(variant -> "{@code " + variant.text() + "}")
            .collect(Collectors.joining("; ")));
    if (visible) {
      entry.addModifiers(Modifier.PUBLIC);
    }
    entry.addModifiers(Modifier.STATIC);
    Map<String, TypeVariableName> variables = new LinkedHashMap<>();
    for (SignatureParameter parameter : method.parameters()) {
      entry.addParameter(parameter.type(), FacadeEmitter.name(parameter.name()));
      FacadeEmitter.collectVariables(parameter.type(), variables);
    }
    entry.addTypeVariables(variables.values());
    if (!variables.isEmpty()) {
      entry.addAnnotation(
          AnnotationSpec.builder(SuppressWarnings.class)
              .addMember("value", "$S", "unchecked") // The element types were compared.
              .build());
    }
    return entry.addCode(choice()).build();
  }

  private CodeBlock choice() {
    String core = FacadeEmitter.freshName("core", method);
    CodeBlock.Builder code = CodeBlock.builder().add(FacadeEmitter.recordChecks(method));
    ClassName type = Api.className(Api.CORE);
    code.add("$T $N = $T.borrow();\ntry {\n$>", type, core, type);
    for (Variant variant : method.variants()) {
      code.add("if ($L) {\n$>", condition(variant));
      code.add(
          "$T.run($L);\n$<} else ",
          ClassFile.implementation(variant.id(), ""),
          arguments(core, variant));
    }
    code.add("{\n$>throw new $T($L);\n$<}\n", Api.className(Api.ILLEGAL_ARGUMENT), message());
    return code.add("$<} finally {\n  $N.release();\n}\n", core).build();
  }

  private CodeBlock condition(Variant variant) {
    List<CodeBlock> all = new ArrayList<>();
    for (Signature.Argument parameter : method.arguments()) {
      String name = FacadeEmitter.passed(parameter);
      element(parameter, variant)
          .ifPresent(
              element ->
                  all.add(
                      CodeBlock.of(
                          "$L.dtype().equals($T.$L)", name, Api.className(Api.SMALTI), element)));
      Optional.ofNullable(variant.numbers().get(parameter.path()))
          .ifPresent(number -> all.add(isNumber(name, number)));
      Optional.ofNullable(variant.operators().get(parameter.path()))
          .ifPresent(
              operator -> all.add(CodeBlock.of("$N == $T.$L", name, parameter.type(), operator)));
    }
    return CodeBlock.join(all, "\n    && ");
  }

  private static CodeBlock isNumber(String name, Scalar.Constant number) {
    return switch (number.value()) {
      case Boolean truth -> CodeBlock.of(truth ? "$N" : "!$N", name);
      case Float value ->
          CodeBlock.of(
              "$T.floatToIntBits($N) == $L", Float.class, name, Float.floatToIntBits(value));
      case Double value ->
          CodeBlock.of(
              "$T.doubleToLongBits($N) == $LL", Double.class, name, Double.doubleToLongBits(value));
      case Long value -> CodeBlock.of("$N == $LL", name, value);
      default -> CodeBlock.of("$N == $L", name, number.value());
    };
  }

  /** The element type of memory whose type leaves it open. */
  private static Optional<Element> element(Signature.Argument parameter, Variant variant) {
    return variable(parameter.type())
        .flatMap(name -> Optional.ofNullable(variant.elements().get(name)));
  }

  private static Optional<String> variable(TypeName type) {
    return type instanceof ParameterizedTypeName memory
            && memory.typeArguments().getFirst() instanceof TypeVariableName variable
        ? Optional.of(variable.name())
        : Optional.empty();
  }

  /** All but the constants, which the variant has. */
  private CodeBlock arguments(String core, Variant variant) {
    List<CodeBlock> all = new ArrayList<>();
    all.add(CodeBlock.of("$N", core));
    for (Signature.Argument parameter : method.arguments()) {
      String name = FacadeEmitter.passed(parameter);
      if (variant.numbers().containsKey(parameter.path())
          || variant.operators().containsKey(parameter.path())) {
        continue;
      }
      all.add(
          element(parameter, variant)
              .map(
                  element ->
                      CodeBlock.of(
                          "($T<$T>) $L",
                          Api.className(Api.TENSOR),
                          Api.className(Api.SMALTI).nestedClass(element.name()),
                          name))
              .orElseGet(() -> CodeBlock.of("$L", name)));
    }
    return CodeBlock.join(all, ", ");
  }

  /** The arguments as they are, and the variants that there are. */
  private CodeBlock message() {
    List<CodeBlock> parts = new ArrayList<>();
    String before = "no variant of " + method.id().display() + " has ";
    for (Signature.Argument parameter : method.arguments()) {
      String name = FacadeEmitter.passed(parameter);
      Variant first = method.variants().getFirst();
      boolean constant =
          first.numbers().containsKey(parameter.path())
              || first.operators().containsKey(parameter.path());
      Optional<String> variable = variable(parameter.type());
      if (constant || variable.isPresent()) {
        parts.add(
            CodeBlock.of(
                constant ? "$S + $L" : "$S + $L.dtype()",
                before + variable.map(v -> v + " of ").orElse("") + parameter.path() + " = ",
                name));
        before = ", ";
      }
    }
    String all =
        method.variants().stream().map(Variant::text).collect(Collectors.joining("; ", "", "."));
    parts.add(CodeBlock.of("$S", "; @Specialize lists " + all));
    return CodeBlock.join(parts, "\n    + ");
  }
}
