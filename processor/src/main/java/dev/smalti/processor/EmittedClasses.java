package dev.smalti.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import dev.smalti.processor.emit.CarriedForm;
import dev.smalti.processor.emit.CollectiveLines;
import dev.smalti.processor.emit.EmitOptions;
import dev.smalti.processor.emit.FacadeEmitter;
import dev.smalti.processor.emit.Generated;
import dev.smalti.processor.emit.HelperEmitter;
import dev.smalti.processor.emit.KernelEmitter;
import dev.smalti.processor.emit.ProgramEmitter;
import dev.smalti.processor.emit.ProtocolEmitter;
import dev.smalti.processor.emit.Signature;
import dev.smalti.processor.emit.TaskEmitter;
import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Printer;
import dev.smalti.processor.ir.Unit;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Components;
import dev.smalti.processor.pass.InPlaceSafety;
import dev.smalti.processor.pass.PassPipeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.inject.Inject;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The emitters, with what each needs to know of the user's class. */
final class EmittedClasses implements Emitter {
  private static final String LANG = "dev.smalti.lang.";

  private final Elements elements;
  private final Types types;
  private final UserSources sources;
  private final SourceTexts texts;
  private final Functions functions;
  private final PassPipeline passes;
  private final Map<TypeElement, EmitOptions> options = new HashMap<>();
  private boolean saidThatVectorsAreMissing;

  @Inject
  EmittedClasses(
      Elements elements,
      Types types,
      UserSources sources,
      SourceTexts texts,
      Functions functions,
      PassPipeline passes) {
    this.elements = elements;
    this.types = types;
    this.sources = sources;
    this.texts = texts;
    this.functions = functions;
    this.passes = passes;
  }

  @Override
  public List<Generated> facades(TypeElement owner, List<Entry> entries) {
    List<Signature> signatures = entries.stream().map(this::signature).toList();
    return new FacadeEmitter(options(owner), true).emit(signatures, isPublic(owner));
  }

  /** Of a method that was compiled, all types are right; otherwise they may be anything. */
  private Signature signature(Entry entry) {
    AnnotatedMethod method = entry.method();
    List<Signature.SignatureParameter> parameters =
        method.element().getParameters().stream()
            .filter(parameter -> !isWorld(method, parameter))
            .map(parameter -> parameter(parameter, entry.compiled()))
            .toList();
    return new Signature(
        method.id(),
        method.kind(),
        parameters,
        entry.compiled(),
        ProtocolVerdicts.attribute(method, "worlds"),
        entry.compiled() && method.isGeneric() ? functions.variants(method) : List.of());
  }

  private Signature.SignatureParameter parameter(VariableElement parameter, boolean compiled) {
    String name = parameter.getSimpleName().toString();
    TypeMirror type = parameter.asType();
    return compiled
        ? parameter(name, type)
        : new Signature.SignatureParameter(
            name, isNameable(type) ? withinBounds(type) : ClassName.OBJECT);
  }

  private Signature.SignatureParameter parameter(String name, TypeMirror type) {
    return new Signature.SignatureParameter(
        name,
        TypeName.get(type),
        Optional.of(type)
            .filter(Components::isRecord)
            .map(record -> Components.of((DeclaredType) record, types).stream())
            .map(all -> all.map(each -> parameter(each.name(), each.type())).toList()));
  }

  /** The raw type where javac has rejected a type argument: {@code Tensor<Float>}. */
  private static TypeName withinBounds(TypeMirror type) {
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
            && element.getQualifiedName().toString().startsWith(LANG)
            && declared.getTypeArguments().stream()
                .anyMatch(argument -> argument instanceof DeclaredType && !isElementType(argument))
        ? ClassName.get(element)
        : TypeName.get(type);
  }

  private static boolean isElementType(TypeMirror type) {
    String name = type.toString();
    return name.startsWith(LANG + "Smalti.") || name.equals(LANG + "DType");
  }

  /** A private class cannot be named beside its owner; a method that takes one was refused. */
  private static boolean isNameable(TypeMirror type) {
    return switch (type) {
      case ArrayType array -> isNameable(array.getComponentType());
      case DeclaredType declared ->
          !AnnotatedMethod.isPrivate(declared.asElement())
              && declared.getTypeArguments().stream().allMatch(EmittedClasses::isNameable);
      default -> true;
    };
  }

  /** The world is who runs the program: its entry point does not take it. */
  private static boolean isWorld(AnnotatedMethod method, VariableElement parameter) {
    return method.kind() == FunctionKind.HOST
        && parameter.asType().toString().equals("dev.smalti.lang.World");
  }

  @Override
  public List<Generated> implementation(
      TypeElement owner, Function lowered, Function optimized, Hints hints) {
    EmitOptions options = options(owner).calling(CollectiveLines.of(lowered));
    return switch (optimized.kind()) {
      case INCORE, JIT -> {
        List<Generated> classes = new ArrayList<>(specialCase(owner, lowered, optimized, hints));
        if (ProtocolEmitter.hasSkeleton(lowered)) {
          classes.add(skeleton(owner, options, lowered));
        }
        yield classes;
      }
      case HOST ->
          List.of(
              new ProgramEmitter(options).emit(optimized, carried(owner, lowered)),
              skeleton(owner, options, lowered));
      case INLINE -> List.of();
    };
  }

  @Override
  public List<Generated> specialCase(
      TypeElement owner, Function lowered, Function optimized, Hints hints) {
    EmitOptions options = options(owner).calling(CollectiveLines.of(lowered));
    CarriedForm form = carried(owner, lowered);
    return optimized.kind() == FunctionKind.INCORE
        ? kernel(options, form, lowered, optimized, hints)
        : List.of(
            new TaskEmitter(options).emit(optimized, form, functions.specialCases(optimized.id())));
  }

  private CarriedForm carried(TypeElement owner, Function lowered) {
    return new CarriedForm(Unit.VERSION, Printer.print(Unit.of(lowered)), consumed(owner, lowered));
  }

  @Override
  public List<Generated> helpers(TypeElement owner) {
    return functions
        .helpers(owner)
        .map(helpers -> new CarriedForm(Unit.VERSION, helpers.print(), List.of()))
        .map(form -> new HelperEmitter(options(owner)).emit(binaryName(owner), form))
        .stream()
        .toList();
  }

  private String binaryName(TypeElement type) {
    return elements.getBinaryName(type).toString();
  }

  /** The classes that carry the helpers that went into a function. */
  private List<String> consumed(TypeElement owner, Function lowered) {
    return functions.helpersOf(lowered.id()).stream()
        .flatMap(helpers -> consumed(helpers, owner).stream())
        .toList();
  }

  /**
   * The class that carries helpers, also if this compilation has yet to write it. A class that
   * javac took from the source path by itself has none: it is named itself, unless it is second in
   * its file, where javac warns of that. One in a package that its module keeps is not named.
   */
  private Optional<String> consumed(TypeElement helpers, TypeElement user) {
    TypeElement topLevel = Functions.topLevel(helpers);
    if (!texts.isImplicit(topLevel)) {
      return Optional.of(HelperEmitter.nameOf(binaryName(helpers)).canonicalName())
          .filter(name -> elements.getTypeElement(name) == null || isVisible(name, user));
    }
    return Optional.of(topLevel)
        .filter(sources::isMainOfItsFile)
        .map(type -> type.getQualifiedName().toString());
  }

  /** What it communicates: from the form in which no load or store has been moved. */
  private Generated skeleton(TypeElement owner, EmitOptions options, Function lowered) {
    Map<FunctionId, Optional<Function>> callees = new HashMap<>();
    return new ProtocolEmitter(
            options,
            id -> callees.computeIfAbsent(id, i -> functions.find(i).map(this::communicating)))
        .emit(communicating(lowered), isPublic(owner));
  }

  private Function communicating(Function lowered) {
    return passes.runThrough("lower-barriers", lowered);
  }

  private List<Generated> kernel(
      EmitOptions options, CarriedForm form, Function lowered, Function optimized, Hints hints) {
    if (!options.vectorsVisible() && !saidThatVectorsAreMissing) {
      saidThatVectorsAreMissing = true;
      hints.add(
          Code.NOT_IN_VECTORS,
          optimized.span(),
          "no kernel of this compilation is written in vectors: it does not see the module"
              + " jdk.incubator.vector",
          "Compile and run with --add-modules jdk.incubator.vector.");
    }
    InPlaceSafety safety = InPlaceSafety.of(passes.runThrough("inline-calls", lowered), optimized);
    return new KernelEmitter(options)
        .emit(
            optimized,
            form,
            PlannedSlots.of(optimized),
            safety::mayCoincide,
            functions.specialCases(optimized.id()),
            hints);
  }

  private EmitOptions options(TypeElement owner) {
    return options.computeIfAbsent(
        owner,
        _ ->
            new EmitOptions(
                isVisible("javax.annotation.processing.Generated", owner),
                isVisible("jdk.incubator.vector.FloatVector", owner),
                sources.seenFrom(owner)));
  }

  /** Whether code beside the owner can name a class: its module may not read that of the class. */
  private boolean isVisible(String name, TypeElement owner) {
    ModuleElement module = elements.getModuleOf(owner);
    return (module == null ? elements.getTypeElement(name) : elements.getTypeElement(module, name))
        != null;
  }

  private static boolean isPublic(TypeElement owner) {
    Element element = owner;
    while (element != null && !(element instanceof PackageElement)) {
      if (!element.getModifiers().contains(Modifier.PUBLIC)) {
        return false;
      }
      element = element.getEnclosingElement();
    }
    return true;
  }
}
