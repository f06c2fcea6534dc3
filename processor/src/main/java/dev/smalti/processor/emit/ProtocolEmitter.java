package dev.smalti.processor.emit;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Reaches;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TensorType;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * Writes the skeleton of a method: a class that performs its communication alone, into a trace. It
 * takes tensors, windows and signals without their elements; where a step depends on an element,
 * the trace ends and says so.
 */
public final class ProtocolEmitter {
  private final EmitOptions options;
  private final FunctionTable functions;

  /**
   * For one compilation.
   *
   * @param options what it allows
   * @param functions where callees are found, in the form that {@link #emit} takes
   */
  public ProtocolEmitter(EmitOptions options, FunctionTable functions) {
    this.options = options;
    this.functions = functions;
  }

  /** The class of a skeleton. */
  static ClassName skeleton(FunctionId id) {
    return ClassFile.implementation(id, "_Protocol");
  }

  /**
   * Whether a kernel or a task graph has a skeleton of its own. What takes neither a window nor a
   * signal communicates nothing: what is checked of it is in the skeletons of its callers.
   */
  public static boolean hasSkeleton(Function function) {
    return function.kind() == FunctionKind.HOST
        || function.parameters().stream()
            .anyMatch(
                parameter ->
                    parameter.type() instanceof SignalType
                        || parameter.type() instanceof TensorType type && type.isWindow());
  }

  /**
   * Writes the class.
   *
   * @param function without calls of helpers and without barriers; fused or not
   * @param visible whether skeletons of other packages can name it, as they can name the user's
   *     class
   */
  public Generated emit(Function function, boolean visible) {
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
    SilentCallees silent = new SilentCallees(functions);
    Context context = context(function);
    type.addMethod(run(function, context, "run", silent).addModifiers(access).build());
    if (function.kind() == FunctionKind.HOST) {
      type.addMethod(decided(function, context));
    }
    silent.forEach(
        (method, callee) ->
            type.addMethod(
                run(callee, context(callee), method, silent)
                    .addModifiers(Modifier.PRIVATE)
                    .build()));
    return ClassFile.write(name, type.build());
  }

  private static Context context(Function function) {
    return new Context(function, new Routines(), Slots.oneEach(List.of()), Context.Purpose.TRACE);
  }

  /** The skeleton with arguments, and what of them decides what is communicated. */
  private MethodSpec decided(Function function, Context context) {
    MethodSpec.Builder of =
        MethodSpec.methodBuilder("of")
            .addModifiers(Modifier.STATIC)
            .returns(Api.typeName(Api.SKELETON));
    Relevance relevance =
        new Relevance(function, functions, new Reaches(functions), new DataDependent(function));
    String world = context.names.fresh("dispatched");
    List<String> passed = new ArrayList<>(List.of(world));
    List<String> decidedBy = new ArrayList<>();
    for (Parameter parameter : OuterClass.traced(function)) {
      String name = context.names.of(parameter.variable());
      boolean scalar = parameter.type() instanceof ScalarType;
      of.addParameter(type(parameter), name);
      passed.add(name);
      if (!scalar) {
        decidedBy.add(name);
      } else if (relevance.needs(parameter.name())) {
        decidedBy.add(
            "%s.entry(%s, %s)".formatted(Api.MAP, Literals.quoted(parameter.name()), name));
      }
    }
    String code =
        "return new %s(%s -> run(%s), %s.of(%s));\n"
            .formatted(
                Api.SKELETON,
                world,
                String.join(", ", passed),
                Api.LIST,
                String.join(", ", decidedBy));
    return of.addCode(Api.code(code)).build();
  }

  private static TypeName type(Parameter parameter) {
    return Api.typeName(
        parameter.type() instanceof ScalarType scalar ? scalar.keyword() : Api.TRACED_MEMORY);
  }

  /** What is told of one function. */
  private MethodSpec.Builder run(
      Function function, Context context, String method, SilentCallees silent) {
    boolean program = function.kind() == FunctionKind.HOST;
    String first = program ? context.names.fresh("world") : context.core;
    Lines out = new Lines();
    String ranks = program ? first + ".size()" : first + ".ranks()";
    new Entry(function, context.names).checkTraced(first, ranks, out);
    new ProtocolBody(function, functions, silent, context, new Comments(options.source()), first)
        .write(out);
    MethodSpec.Builder run =
        MethodSpec.methodBuilder(method)
            .addModifiers(Modifier.STATIC)
            .addParameter(Api.typeName(program ? Api.TRACED_WORLD : Api.TRACE), first);
    for (Parameter parameter : OuterClass.traced(function)) {
      run.addParameter(type(parameter), context.names.of(parameter.variable()));
    }
    return run.addCode(Api.code(out.text()));
  }
}
