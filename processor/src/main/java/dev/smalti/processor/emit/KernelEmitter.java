package dev.smalti.processor.emit;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.ir.TensorType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;

/**
 * Writes the classes of an {@code @InCore} method after all passes: one with plain loops and the
 * entry, and one with loops in vectors where the compilation sees the Vector API and there is a
 * loop to write with it.
 */
public final class KernelEmitter {
  private final EmitOptions options;

  /**
   * For one compilation.
   *
   * @param options what it allows
   */
  public KernelEmitter(EmitOptions options) {
    this.options = options;
  }

  /**
   * Writes the classes; that with the entry is the first.
   *
   * @param kernel after all passes; known element types and operators
   * @param form what travels with the class
   * @param slots which scratch each tile variable has
   * @param aliasing what is safe in place
   * @param cases what runs instead where a call has their values
   * @param hints takes what is decided about speed
   */
  public List<Generated> emit(
      Function kernel,
      CarriedForm form,
      ScratchSlots slots,
      Aliasing aliasing,
      List<SpecialCase> cases,
      Hints hints) {
    if (kernel.kind() != FunctionKind.INCORE) {
      throw new IllegalArgumentException(kernel.id() + " is no kernel");
    }
    Optional<Vectors> vectors =
        options.vectorsVisible()
            ? Optional.of(new Vectors(kernel, slots, hints)).filter(Vectors::isUseful)
            : Optional.empty();
    String header = new KernelHeader(kernel).text();
    Generated entry = new Plain(kernel, form, slots, aliasing, vectors, cases, hints).write(header);
    return vectors.map(v -> List.of(entry, v.write(header))).orElse(List.of(entry));
  }

  /** Which form of the tensors a method is for. */
  private enum Form {
    HEAP("heap"),
    SEGMENT("segment"),
    /** There are windows only. */
    WINDOWS("body");

    private final String method;

    Form(String method) {
      this.method = method;
    }
  }

  /** What the class of either tier is made of. */
  private abstract class Tier {
    final Function kernel;
    final ScratchSlots slots;
    final Hints hints;
    final Routines routines = new Routines();
    final ClassName name;
    private final List<MethodSpec> bodies = new ArrayList<>();

    Tier(Function kernel, ScratchSlots slots, String suffix, Hints hints) {
      this.kernel = kernel;
      this.slots = slots;
      this.hints = hints;
      this.name = ClassFile.implementation(kernel.id(), suffix);
    }

    abstract TileLoops loops(Context context);

    /** How visible the methods are that the entry calls. */
    abstract List<Modifier> visibility();

    TypeSpec.Builder type(String tier, String described) {
      TypeSpec.Builder type = ClassFile.holder(name, options);
      type.addJavadoc("$L", header(tier, described));
      type.addField(ClassFile.kernel(kernel, options));
      routines.fields().forEach(type::addField);
      type.addMethod(ClassFile.privateConstructor());
      return type;
    }

    private String header(String tier, String described) {
      return "Generated from {@code %s} (%s:%d). %s tier.\n%s"
          .formatted(
              kernel.id().display(),
              kernel.span().file(),
              kernel.span().line(),
              tier,
              described.isEmpty() ? "" : "\n<pre>\n" + described + "\n</pre>\n");
    }

    List<Form> forms() {
      return tensors().isEmpty() ? List.of(Form.WINDOWS) : List.of(Form.HEAP, Form.SEGMENT);
    }

    List<Parameter> tensors() {
      return kernel.parameters().stream()
          .filter(p -> p.type() instanceof TensorType t && !t.isWindow())
          .toList();
    }

    List<MethodSpec> bodies() {
      return List.copyOf(bodies);
    }

    // ---- the bodies

    void body(Form form) {
      Context context = new Context(kernel, routines, slots.of(kernel), hints);
      Entry entry = new Entry(kernel, context.names);
      Splitter splitter = new Splitter(form == Form.HEAP ? "heapFrom" : form.method + "From");
      List<Local> parameters = new ArrayList<>();
      parameters.add(new Local(Api.CORE, context.core));
      Map<String, String> prologue = new LinkedHashMap<>();
      for (Parameter parameter : kernel.parameters()) {
        String name = context.names.of(parameter.variable());
        parameters.add(new Local(Api.type(parameter.type()), name));
        switch (parameter.type()) {
          case TensorType t -> parameters.addAll(bind(parameter, t, form, context, prologue));
          case SignalType t ->
              context.bind(
                  parameter.name(),
                  new SignalPlace(
                      parameter.name(),
                      name,
                      List.of(),
                      t.shape().stream().map(_ -> Java.primary("0")).toList(),
                      t.shape()));
          default -> {}
        }
      }
      parameters.addAll(entry.symbols());
      parameters.forEach(splitter::declare);
      prologue.forEach((n, declaration) -> splitter.declare(localOf(n, declaration)));
      TileLoops loops = loops(context);
      Comments comments = new Comments(options.source());
      String text = new KernelBody(context, loops, splitter, comments).of(kernel.body());
      Set<String> words = new TreeSet<>(Splitter.words(text));
      StringBuilder code = new StringBuilder();
      prologue.forEach(
          (n, declaration) -> {
            if (words.contains(n)) {
              code.append(declaration).append('\n');
            }
          });
      bodies.add(method(form.method, visibility(), parameters, code + text));
      splitter.parts().forEach(part -> context.hints.split(part.origin()));
      splitter
          .parts()
          .forEach(
              p ->
                  bodies.add(
                      method(
                          p.name(),
                          List.of(Modifier.PRIVATE, Modifier.STATIC),
                          p.parameters(),
                          p.body())));
    }

    private Local localOf(String name, String declaration) {
      return new Local(declaration.substring(0, declaration.indexOf(' ')), name);
    }

    /** Binds memory to locals; gives the parameters that hold it. */
    private List<Local> bind(
        Parameter parameter,
        TensorType type,
        Form form,
        Context context,
        Map<String, String> prologue) {
      Element element = Api.concrete(type.element());
      boolean heap = form == Form.HEAP && !type.isWindow();
      String name = context.names.of(parameter.variable());
      String at = context.names.fresh(parameter.name() + "At");
      String data = context.names.fresh(parameter.name() + (type.isWindow() ? "Own" : "Data"));
      if (type.isWindow()) {
        prologue.put(
            data,
            "%s %s = %s.instance(%s.rank());".formatted(Api.SEGMENT, data, name, context.core));
      }
      prologue.put(at, "long " + at + " = " + name + ".offset();");
      List<String> strides = new ArrayList<>();
      int axes = type.shape().size();
      for (int axis = 0; axis < axes - 1; axis++) {
        String stride = context.names.fresh(parameter.name() + "Stride" + (axes == 2 ? "" : axis));
        prologue.put(stride, "long " + stride + " = " + name + ".stride(" + axis + ");");
        strides.add(stride);
      }
      context.bind(
          parameter.name(),
          new Memory(
              parameter.name(),
              element,
              heap,
              data,
              type.isWindow() ? name : "",
              at,
              strides,
              type.shape()));
      return type.isWindow()
          ? List.of()
          : List.of(new Local(heap ? Primitives.component(element) + "[]" : Api.SEGMENT, data));
    }

    private MethodSpec method(
        String methodName, List<Modifier> modifiers, List<Local> parameters, String text) {
      MethodSpec.Builder method = MethodSpec.methodBuilder(methodName).addModifiers(modifiers);
      for (Local parameter : parameters) {
        method.addParameter(Api.typeName(parameter.type()), parameter.name());
      }
      return method.addCode(CodeBlock.of("$L", Api.code(text))).build();
    }
  }

  /** The class with plain loops, and the entry. */
  private final class Plain extends Tier {
    private final CarriedForm form;
    private final Aliasing aliasing;
    private final Optional<Vectors> vectors;
    private final List<SpecialCase> cases;

    Plain(
        Function kernel,
        CarriedForm form,
        ScratchSlots slots,
        Aliasing aliasing,
        Optional<Vectors> vectors,
        List<SpecialCase> cases,
        Hints hints) {
      super(kernel, slots, "", hints);
      this.form = form;
      this.aliasing = aliasing;
      this.vectors = vectors;
      this.cases = List.copyOf(cases);
    }

    @Override
    TileLoops loops(Context context) {
      return new ScalarLoops(context);
    }

    @Override
    List<Modifier> visibility() {
      return List.of(Modifier.PRIVATE, Modifier.STATIC);
    }

    Generated write(String header) {
      MethodSpec run = run();
      TypeSpec.Builder type = type("Scalar", header);
      type.addAnnotation(ClassFile.carried(form));
      type.addMethod(run);
      bodies().forEach(type::addMethod);
      routines.methods().forEach(type::addMethod);
      return ClassFile.write(name, type.build());
    }

    // ---- the entry

    private MethodSpec run() {
      Context context = new Context(kernel, routines, slots.of(kernel));
      Entry entry = new Entry(kernel, context.names);
      Lines out = new Lines();
      out.line(context.core + ".enter(KERNEL);");
      entry.check(context.core + ".ranks()", out);
      entry.choose(cases, context.core, out);
      checkAliasing(context, out);
      List<Parameter> tensors = tensors();
      forms().forEach(this::body);
      if (tensors.isEmpty()) {
        call(Form.WINDOWS, context, entry, Map.of(), out);
      } else {
        choose(tensors, context, entry, out);
      }
      out.line(context.core + ".leave();");
      MethodSpec.Builder run =
          MethodSpec.methodBuilder("run")
              .addModifiers(Modifier.STATIC)
              .addParameter(Api.typeName(Api.CORE), context.core);
      kernel
          .parameters()
          .forEach(
              p ->
                  run.addParameter(
                      Api.typeName(Api.type(p.type())), context.names.of(p.variable())));
      return run.addCode(Api.code(out.text())).build();
    }

    private List<Parameter> memories() {
      return kernel.parameters().stream().filter(p -> p.type() instanceof TensorType).toList();
    }

    private void checkAliasing(Context context, Lines out) {
      List<Parameter> memories = memories();
      for (int i = 0; i < memories.size(); i++) {
        for (int j = i + 1; j < memories.size(); j++) {
          Parameter a = memories.get(i);
          Parameter b = memories.get(j);
          boolean writesA = a.direction() != Direction.IN;
          boolean writesB = b.direction() != Direction.IN;
          if (writesA || writesB) {
            Parameter written = writesA ? a : b;
            Parameter other = writesA ? b : a;
            out.line(
                "%s.alias(KERNEL, %s, %s, %s, %s, %b);"
                    .formatted(
                        Api.CHECKS,
                        Literals.quoted(written.name()),
                        context.names.of(written.variable()),
                        Literals.quoted(other.name()),
                        context.names.of(other.variable()),
                        aliasing.isSafe(written, other)));
          }
        }
      }
    }

    private void choose(List<Parameter> tensors, Context context, Entry entry, Lines out) {
      Map<Parameter, String> arrays = new LinkedHashMap<>();
      Map<Parameter, String> segments = new LinkedHashMap<>();
      List<String> conditions = new ArrayList<>();
      for (Parameter tensor : tensors) {
        Element element = Api.concrete(((TensorType) tensor.type()).element());
        String name = context.names.of(tensor.variable());
        String data = context.names.fresh(tensor.name() + "Data");
        conditions.add(
            "%s.storage() instanceof %s(%s[] %s)"
                .formatted(name, Primitives.storage(element), Primitives.component(element), data));
        arrays.put(tensor, data);
        segments.put(tensor, Api.CORE + ".segmentOf(" + name + ")");
      }
      out.open("if (" + String.join(" && ", conditions) + ")");
      call(Form.HEAP, context, entry, arrays, out);
      out.next("else");
      call(Form.SEGMENT, context, entry, segments, out);
      out.close();
    }

    private void call(
        Form form, Context context, Entry entry, Map<Parameter, String> memory, Lines out) {
      List<String> arguments = new ArrayList<>();
      arguments.add(context.core);
      for (Parameter parameter : kernel.parameters()) {
        arguments.add(context.names.of(parameter.variable()));
        if (memory.containsKey(parameter)) {
          arguments.add(memory.get(parameter));
        }
      }
      entry.symbols().forEach(symbol -> arguments.add(symbol.name()));
      String call = form.method + "(" + String.join(", ", arguments) + ");";
      if (vectors.isEmpty()) {
        out.line(call);
        return;
      }
      out.open("if (" + context.core + ".hasVectors())");
      out.line(Api.markOf(vectors.get().name) + "." + call);
      out.next("else");
      out.line(call);
      out.close();
    }
  }

  /** The class with loops in vectors: only a JVM that has the Vector API may touch it. */
  private final class Vectors extends Tier {
    private final VectorMethods methods = new VectorMethods(routines);

    Vectors(Function kernel, ScratchSlots slots, Hints hints) {
      super(kernel, slots, "_Vector", hints);
      forms().forEach(this::body);
    }

    /** Whether there is a loop in vectors at all. */
    boolean isUseful() {
      return !methods.isEmpty();
    }

    @Override
    TileLoops loops(Context context) {
      return new VectorLoops(context, methods);
    }

    @Override
    List<Modifier> visibility() {
      return List.of(Modifier.STATIC);
    }

    Generated write(String header) {
      TypeSpec.Builder type = type("Vector", header);
      methods.fields().forEach(type::addField);
      bodies().forEach(type::addMethod);
      methods.methods().forEach(type::addMethod);
      routines.methods().forEach(type::addMethod);
      return ClassFile.write(name, type.build());
    }
  }
}
