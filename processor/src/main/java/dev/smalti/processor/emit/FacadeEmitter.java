package dev.smalti.processor.emit;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import dev.smalti.processor.emit.Signature.SignatureParameter;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * Writes what users call: {@code RingSumKernels} and {@code RingSumPrograms}. They need no body, so
 * that an error in one brings no second error at its callers; what was not compiled says so when it
 * is called.
 */
public final class FacadeEmitter {
  private final EmitOptions options;
  private final boolean skeletons;

  /**
   * For one compilation.
   *
   * @param options what it allows
   */
  public FacadeEmitter(EmitOptions options) {
    this(options, false);
  }

  /**
   * For one compilation.
   *
   * @param options what it allows
   * @param skeletons whether every program that is compiled has its skeleton, so that a run is
   *     checked before it starts, and reports can say who could have ended a wait
   */
  public FacadeEmitter(EmitOptions options, boolean skeletons) {
    this.options = options;
    this.skeletons = skeletons;
  }

  /**
   * The facades of a class.
   *
   * @param methods its annotated methods, in source order
   * @param visible whether the class can be named from other packages
   * @return none, one or both
   */
  public List<Generated> emit(List<Signature> methods, boolean visible) {
    List<Generated> facades = new ArrayList<>();
    List<Signature> kernels =
        methods.stream()
            .filter(m -> m.kind() == FunctionKind.INCORE || m.kind() == FunctionKind.JIT)
            .toList();
    List<Signature> programs = methods.stream().filter(m -> m.kind() == FunctionKind.HOST).toList();
    if (!kernels.isEmpty()) {
      facades.add(kernels(kernels, visible));
    }
    if (!programs.isEmpty()) {
      facades.add(programs(programs, visible));
    }
    return facades;
  }

  /** The class with the entry points of the kernels of an owner. */
  static ClassName kernelsOf(FunctionId id) {
    return ClassName.get(id.packageName(), id.flatOwner() + "Kernels");
  }

  static ClassName programsOf(FunctionId id) {
    return ClassName.get(id.packageName(), id.flatOwner() + "Programs");
  }

  private TypeSpec.Builder facade(ClassName name, boolean visible) {
    TypeSpec.Builder type = ClassFile.holder(name, options);
    if (visible) {
      type.addModifiers(Modifier.PUBLIC);
    }
    return type.addMethod(ClassFile.privateConstructor());
  }

  // ---- kernels

  private Generated kernels(List<Signature> methods, boolean visible) {
    FunctionId first = methods.getFirst().id();
    ClassName name = kernelsOf(first);
    TypeSpec.Builder type = facade(name, visible);
    type.addJavadoc(
        "The kernels of {@code $L}, compiled: each may be called from any thread.\n",
        ownerOf(first));
    Set<String> taken = new HashSet<>();
    for (Signature method : compiledFirst(methods)) {
      boolean needsPool = needsPool(method);
      if (!method.variants().isEmpty()) {
        if (!needsPool) {
          addUnlessTaken(type, new VariantChoice(method, visible).entry(), taken);
        }
        continue; // Code that was generated calls the variants.
      }
      if (!needsPool) {
        addUnlessTaken(type, alone(method, visible), taken);
      }
      if (visible || needsPool) { // Code of the same package calls what is behind.
        addUnlessTaken(type, onCore(method, visible), taken);
      }
    }
    return ClassFile.write(name, type.build());
  }

  private static List<Signature> compiledFirst(List<Signature> methods) {
    if (methods.stream().allMatch(Signature::compiled)) {
      return methods;
    }
    List<Signature> sorted = new ArrayList<>(methods.stream().filter(Signature::compiled).toList());
    methods.stream().filter(m -> !m.compiled()).forEach(sorted::add);
    return sorted;
  }

  /** The entry point of a refused method may look like one that is right: that one stays. */
  private static void addUnlessTaken(TypeSpec.Builder type, MethodSpec method, Set<String> taken) {
    String erased =
        method.parameters().stream()
            .map(p -> erasure(p.type()))
            .collect(Collectors.joining(", ", method.name() + "(", ")"));
    if (taken.add(erased)) {
      type.addMethod(method);
    }
  }

  private static String erasure(TypeName type) {
    return switch (type) {
      case ParameterizedTypeName generic -> generic.rawType().toString();
      case TypeVariableName variable ->
          variable.bounds().isEmpty() ? "Object" : erasure(variable.bounds().getFirst());
      case ArrayTypeName array -> erasure(array.componentType()) + "[]";
      default -> type.toString();
    };
  }

  /** Windows and signals exist in a run only. */
  private static boolean needsPool(Signature method) {
    Set<ClassName> ofRuns = Set.of(Api.className(Api.WINDOW), Api.className(Api.SIGNAL));
    return method.arguments().stream()
        .map(Signature.Argument::type)
        .anyMatch(
            t ->
                t instanceof ClassName c && ofRuns.contains(c)
                    || t instanceof ParameterizedTypeName p && ofRuns.contains(p.rawType()));
  }

  private MethodSpec alone(Signature method, boolean visible) {
    String core = freshName("core", method);
    MethodSpec.Builder entry = signature(method, visible);
    entry.addJavadoc("{@code $L}, compiled, on the calling thread.\n", method.id().display());
    if (!method.compiled()) {
      return entry.addCode(notCompiled(method)).build();
    }
    ClassName type = Api.className(Api.CORE);
    return entry
        .addCode(recordChecks(method))
        .addCode(
            "$T $N = $T.borrow();\ntry {\n  $T.run($L);\n} finally {\n  $N.release();\n}\n",
            type,
            core,
            type,
            ClassFile.implementation(method.id(), ""),
            arguments(core, method),
            core)
        .build();
  }

  private MethodSpec onCore(Signature method, boolean visible) {
    MethodSpec.Builder entry = MethodSpec.methodBuilder(onCoreName(method.id()));
    entry.addJavadoc(
        """
        {@code $L}, compiled, on a core that runs already.

        <p>For generated code of other packages.
        """,
        method.id().display());
    entry.addModifiers(
        visible
            ? new Modifier[] {Modifier.PUBLIC, Modifier.STATIC}
            : new Modifier[] {Modifier.STATIC});
    if (!method.compiled()) {
      entry.addParameter(Api.className(Api.CORE), freshName("core", method));
      addParameters(entry, method);
      return entry.addCode(notCompiled(method)).build();
    }
    Set<String> taken = new LinkedHashSet<>();
    for (Signature.Argument argument : method.arguments()) {
      taken.add(fresh(name(Variable.word(argument.path())), taken));
    }
    String core = fresh("core", taken);
    entry.addParameter(Api.className(Api.CORE), core);
    List<String> passed = new ArrayList<>(taken);
    for (int i = 0; i < passed.size(); i++) {
      entry.addParameter(method.arguments().get(i).type(), passed.get(i));
    }
    passed.addFirst(core);
    return entry
        .addCode(
            "$T.run($L);\n", ClassFile.implementation(method.id(), ""), String.join(", ", passed))
        .build();
  }

  /** Overloads that take records may take the same components, so their tag tells them apart. */
  static String onCoreName(FunctionId id) {
    return HostNames.factory(id);
  }

  /** A record that is missing is told by its name, before its components are asked for. */
  static CodeBlock recordChecks(Signature method) {
    CodeBlock.Builder checks = CodeBlock.builder();
    for (Signature.Argument record : method.records()) {
      checks.add(
          "$T.record($S, $S, $S, $L);\n",
          Api.className(Api.CHECKS),
          method.id().display(),
          record.path(),
          simpleName(record.type()),
          passed(record));
    }
    return checks.build();
  }

  private static String simpleName(TypeName type) {
    return switch (type) {
      case ClassName name -> name.simpleName();
      case ParameterizedTypeName generic -> generic.rawType().simpleName();
      default -> type.toString();
    };
  }

  /** The expression that gives a parameter or component. */
  static String passed(Signature.Argument argument) {
    return name(argument.parameter()) + argument.accessors();
  }

  private static MethodSpec.Builder signature(Signature method, boolean visible) {
    MethodSpec.Builder entry = MethodSpec.methodBuilder(method.id().method());
    if (visible) {
      entry.addModifiers(Modifier.PUBLIC);
    }
    entry.addModifiers(Modifier.STATIC);
    addParameters(entry, method);
    return entry;
  }

  /**
   * The user's parameters. Those of a method that was refused may be of any type that Java has: the
   * entry point takes them too, so that only the method itself is an error.
   */
  private static void addParameters(MethodSpec.Builder entry, Signature method) {
    method.parameters().forEach(p -> entry.addParameter(p.type(), name(p.name())));
    if (method.compiled()) {
      return;
    }
    Map<String, TypeVariableName> variables = new LinkedHashMap<>();
    method.parameters().forEach(p -> collectVariables(p.type(), variables));
    entry.addTypeVariables(variables.values());
    if (method.parameters().stream().anyMatch(p -> !p.type().isPrimitive())) {
      entry.addAnnotation(
          AnnotationSpec.builder(SuppressWarnings.class)
              .addMember("value", "{$S, $S, $S}", "rawtypes", "deprecation", "removal")
              .build());
    }
    if (!method.parameters().isEmpty()
        && method.parameters().getLast().type() instanceof ArrayTypeName array
        && (array.componentType().isPrimitive() || array.componentType() instanceof ClassName)) {
      entry.varargs();
    }
  }

  static void collectVariables(TypeName type, Map<String, TypeVariableName> found) {
    switch (type) {
      case TypeVariableName variable -> {
        if (found.putIfAbsent(variable.name(), variable) == null) {
          variable.bounds().forEach(bound -> collectVariables(bound, found));
        }
      }
      case ParameterizedTypeName generic ->
          generic.typeArguments().forEach(argument -> collectVariables(argument, found));
      case ArrayTypeName array -> collectVariables(array.componentType(), found);
      case WildcardTypeName wildcard -> {
        wildcard.upperBounds().forEach(bound -> collectVariables(bound, found));
        wildcard.lowerBounds().forEach(bound -> collectVariables(bound, found));
      }
      default -> {}
    }
  }

  private static String arguments(String first, Signature method) {
    List<String> all = new ArrayList<>();
    all.add(first);
    method.arguments().forEach(argument -> all.add(passed(argument)));
    return String.join(", ", all);
  }

  private static CodeBlock notCompiled(Signature method) {
    return CodeBlock.of(
        "throw new $T($S);\n",
        Api.className(Api.ILLEGAL_STATE),
        method.id().display() + " was not compiled: see the errors of the build");
  }

  /** A name of ours that no parameter has. */
  static String freshName(String wanted, Signature method) {
    Set<String> taken =
        method.parameters().stream().map(p -> name(p.name())).collect(Collectors.toSet());
    return fresh(wanted, taken);
  }

  private static String fresh(String wanted, Set<String> taken) {
    String name = wanted;
    for (int i = 2; taken.contains(name); i++) {
      name = wanted + i;
    }
    return name;
  }

  /** The user's name, unless it would hide a class that the method names. */
  static String name(String user) {
    return Api.SIMPLE_NAMES.contains(user) || user.endsWith("Kernels") ? user + "_" : user;
  }

  private static String ownerOf(FunctionId id) {
    String display = id.display();
    return display.substring(0, display.lastIndexOf('.'));
  }

  // ---- programs

  private Generated programs(List<Signature> methods, boolean visible) {
    FunctionId first = methods.getFirst().id();
    ClassName name = programsOf(first);
    TypeSpec.Builder type = facade(name, visible);
    type.addJavadoc("The programs of {@code $L}, compiled.\n", ownerOf(first));
    Set<String> taken = new HashSet<>(Set.of(name.simpleName().toLowerCase(Locale.ROOT)));
    Set<String> named = new HashSet<>();
    methods.forEach(method -> method.parameters().forEach(p -> collectPlain(p.type(), named)));
    for (Signature method : compiledFirst(methods)) {
      ClassName program = name.nestedClass(HostNames.program(method.id()));
      boolean hides = named.contains(program.simpleName());
      if (hides || !taken.add(program.simpleName().toLowerCase(Locale.ROOT))) {
        continue; // two names clash, which was reported
      }
      type.addMethod(factory(method, program, visible));
      type.addType(program(method, program, visible));
    }
    return ClassFile.write(name, type.build());
  }

  /** The top-level classes in no package, which only their simple names tell. */
  private static void collectPlain(TypeName type, Set<String> found) {
    switch (type) {
      case ClassName name when name.packageName().isEmpty() ->
          found.add(name.topLevelClassName().simpleName());
      case ParameterizedTypeName generic -> {
        collectPlain(generic.rawType(), found);
        generic.typeArguments().forEach(argument -> collectPlain(argument, found));
      }
      default -> {}
    }
  }

  private static MethodSpec factory(Signature method, ClassName program, boolean visible) {
    TypeName returned = ParameterizedTypeName.get(Api.className(Api.PROGRAM), program);
    MethodSpec.Builder factory =
        MethodSpec.methodBuilder(HostNames.factory(method.id())).returns(returned);
    factory.addJavadoc("{@code $L}, to be prepared on a pool.\n", method.id().display());
    if (visible) {
      factory.addModifiers(Modifier.PUBLIC);
    }
    factory.addModifiers(Modifier.STATIC);
    return method.compiled()
        ? factory
            .addCode(
                method.worlds().isBlank()
                    ? CodeBlock.of(
                        "return new $T<>($S, $T::new);\n",
                        Api.className(Api.PROGRAM),
                        method.id().display(),
                        program)
                    : CodeBlock.of(
                        "return new $T<>($S, $T::new, $S);\n",
                        Api.className(Api.PROGRAM),
                        method.id().display(),
                        program,
                        method.worlds()))
            .build()
        : factory.addCode(notCompiled(method)).build();
  }

  private TypeSpec program(Signature method, ClassName name, boolean visible) {
    TypeSpec.Builder type =
        TypeSpec.classBuilder(name)
            .addJavadoc("{@code $L} on a worker.\n", method.id().display())
            .addModifiers(Modifier.STATIC, Modifier.FINAL)
            .superclass(Api.className(Api.PREPARED));
    if (visible) {
      type.addModifiers(Modifier.PUBLIC);
    }
    type.addMethod(
        MethodSpec.constructorBuilder()
            .addModifiers(Modifier.PRIVATE)
            .addParameter(Api.className(Api.WORKER), "worker")
            .addCode("super(worker, $S);\n", method.id().display())
            .build());
    type.addMethod(call(method, "run", "execute", TypeName.VOID));
    type.addMethod(call(method, "submit", "enqueue", Api.className(Api.RUN)));
    if (skeletons && method.compiled()) {
      type.addMethod(skeleton(method));
    }
    return type.build();
  }

  private static MethodSpec skeleton(Signature method) {
    MethodSpec.Builder skeleton =
        MethodSpec.methodBuilder("skeleton")
            .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
            .addJavadoc("What a call communicates: checked before it runs.\n")
            .returns(Api.className(Api.SKELETON));
    List<CodeBlock> arguments = new ArrayList<>();
    for (SignatureParameter parameter : method.parameters()) {
      if (isTraced(parameter)) {
        skeleton.addParameter(parameter.type(), name(parameter.name()));
      }
    }
    for (Signature.Argument argument : method.arguments()) {
      ClassName memory = Api.className(Api.TRACED_MEMORY);
      if (argument.type().isPrimitive()) {
        arguments.add(CodeBlock.of("$L", passed(argument)));
      } else if (isTraced(argument.type())) {
        arguments.add(
            CodeBlock.of(
                "$T.of($T.Kind.TENSOR, $S, $T.shape($S, $S, $L))",
                memory,
                memory,
                argument.path(),
                Api.className(Api.CHECKS),
                method.id().display(),
                argument.path(),
                passed(argument)));
      }
    }
    return skeleton
        .addCode(
            "return $T.of($L);\n",
            ProtocolEmitter.skeleton(method.id()),
            CodeBlock.join(arguments, ", "))
        .build();
  }

  /** Scalars, tensors, and records of them: a callback communicates nothing. */
  private static boolean isTraced(SignatureParameter parameter) {
    return parameter.components().isPresent() || isTraced(parameter.type());
  }

  private static boolean isTraced(TypeName type) {
    return type.isPrimitive()
        || type instanceof ParameterizedTypeName generic
            && generic.rawType().equals(Api.className(Api.TENSOR));
  }

  private static String traced(Signature method) {
    return method.parameters().stream()
        .filter(FacadeEmitter::isTraced)
        .map(parameter -> name(parameter.name()))
        .collect(Collectors.joining(", "));
  }

  private MethodSpec call(Signature method, String name, String through, TypeName returns) {
    MethodSpec.Builder call =
        MethodSpec.methodBuilder(name).addModifiers(Modifier.PUBLIC).returns(returns);
    boolean waits = name.equals("run");
    call.addJavadoc(
        waits
            ? "Runs it and waits until every rank is done.\n"
            : "Runs it behind the runs asked for before, and returns at once.\n");
    addParameters(call, method);
    if (!method.compiled()) {
      return call.addCode(notCompiled(method)).build();
    }
    String dispatch = freshName("dispatch", method);
    return call.addCode(recordChecks(method))
        .addCode(
            "$L$N($N -> $T.run($L)$L);\n",
            waits ? "" : "return ",
            through,
            dispatch,
            ClassFile.implementation(method.id(), ""),
            arguments(dispatch, method),
            skeletons ? ", skeleton(" + traced(method) + ")" : "")
        .build();
  }
}
