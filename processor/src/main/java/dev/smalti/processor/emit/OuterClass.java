package dev.smalti.processor.emit;

import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.WorldType;
import java.util.List;
import javax.lang.model.element.Modifier;

/** What the classes of task graphs and programs have in common. */
final class OuterClass {
  private OuterClass() {}

  static Generated write(
      Function function, CarriedForm form, EmitOptions options, String what, MethodSpec run) {
    String described = Entry.describe(function);
    TypeSpec.Builder type = ClassFile.holder(ClassFile.implementation(function.id(), ""), options);
    type.addJavadoc(
        "$L",
        "%s of {@code %s} (%s:%d).\n%s"
            .formatted(
                what,
                function.id().display(),
                function.span().file(),
                function.span().line(),
                described.isEmpty() ? "" : "\n<pre>\n" + described + "\n</pre>\n"));
    type.addAnnotation(ClassFile.carried(form));
    if (run.code().toString().contains("KERNEL")) {
      type.addField(ClassFile.kernel(function, options));
    }
    type.addMethod(ClassFile.privateConstructor());
    type.addMethod(run);
    return ClassFile.write(ClassFile.implementation(function.id(), ""), type.build());
  }

  /** A static method that takes what the user's method takes, but for the world. */
  static MethodSpec run(
      Function function, JavaNames names, String firstType, String first, Lines body) {
    MethodSpec.Builder run =
        MethodSpec.methodBuilder("run")
            .addModifiers(Modifier.STATIC)
            .addParameter(Api.typeName(firstType), first);
    for (Parameter parameter : parameters(function)) {
      TypeName type =
          parameter.type() instanceof CallbackType callback
              ? new JavaType(callback.type()).name()
              : Api.typeName(Api.type(parameter.type()));
      run.addParameter(type, names.of(parameter.variable()));
    }
    return run.addCode(Api.code(body.text())).build();
  }

  /** What a skeleton takes: a callback communicates nothing. */
  static List<Parameter> traced(Function function) {
    return parameters(function).stream().filter(p -> !(p.type() instanceof CallbackType)).toList();
  }

  static List<Parameter> parameters(Function function) {
    return function.parameters().stream().filter(p -> !(p.type() instanceof WorldType)).toList();
  }
}
