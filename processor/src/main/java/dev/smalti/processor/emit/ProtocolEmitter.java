package dev.smalti.processor.emit;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.ScalarType;
import javax.lang.model.element.Modifier;

/**
 * Writes the skeleton of a method: a class that performs its communication alone, into a trace. It
 * takes tensors, windows and signals without their elements; where a step depends on an element,
 * the trace ends and says so.
 */
public final class ProtocolEmitter {
  private final EmitOptions options;

  /**
   * For one compilation.
   *
   * @param options what it allows
   */
  public ProtocolEmitter(EmitOptions options) {
    this.options = options;
  }

  /** The class of a skeleton. */
  static ClassName skeleton(FunctionId id) {
    return ClassFile.implementation(id, "_Protocol");
  }

  /**
   * Writes the class.
   *
   * @param function without calls of helpers and without barriers; fused or not
   * @param visible whether skeletons of other packages can name it, as they can name the user's
   *     class
   */
  public Generated emit(Function function, boolean visible) {
    boolean program = function.kind() == FunctionKind.HOST;
    Context context =
        new Context(function, new Routines(), Slots.oneEach(java.util.List.of()), "trace");
    String first = program ? context.names.fresh("world") : context.core;
    Lines out = new Lines();
    bind(function, context, program ? first + ".size()" : first + ".ranks()", out);
    new ProtocolBody(function, context, new Comments(options.source()), first).write(out);
    ClassName name = skeleton(function.id());
    TypeSpec.Builder type = ClassFile.holder(name, options);
    Modifier[] access = visible ? new Modifier[] {Modifier.PUBLIC} : new Modifier[0];
    type.addModifiers(access);
    type.addJavadoc(
        "The communication of {@code $L} ($L:$L), and nothing else of it.\n",
        function.id().display(),
        function.span().file(),
        function.span().line());
    type.addMethod(ClassFile.privateConstructor());
    String firstType = program ? Api.TRACED_WORLD : Api.TRACE;
    type.addMethod(
        run(function, context, firstType, first, out).toBuilder().addModifiers(access).build());
    return ClassFile.write(name, type.build());
  }

  private static void bind(Function function, Context context, String ranks, Lines out) {
    if (function.symbols().contains(Function.RANKS)) {
      out.line("int " + context.names.of(Function.RANKS) + " = " + ranks + ";");
    }
    new Entry(function, context.names).bind(out);
  }

  private static MethodSpec run(
      Function function, Context context, String firstType, String first, Lines out) {
    MethodSpec.Builder run =
        MethodSpec.methodBuilder("run")
            .addModifiers(Modifier.STATIC)
            .addParameter(Api.typeName(firstType), first);
    for (Parameter parameter : OuterClass.parameters(function)) {
      String type =
          parameter.type() instanceof ScalarType scalar ? scalar.keyword() : Api.TRACED_MEMORY;
      run.addParameter(Api.typeName(type), context.names.of(parameter.variable()));
    }
    return run.addCode(Api.code(out.text())).build();
  }
}
