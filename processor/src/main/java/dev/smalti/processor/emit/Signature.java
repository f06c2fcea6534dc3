package dev.smalti.processor.emit;

import com.palantir.javapoet.TypeName;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.model.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /** What a caller passes one by one: parameters, of a record its components. */
  List<Argument> arguments() {
    List<Argument> all = new ArrayList<>();
    parameters.forEach(parameter -> collect(parameter, parameter.name(), "", all));
    return all;
  }

  private static void collect(
      SignatureParameter parameter, String path, String accessors, List<Argument> all) {
    if (parameter.components().isEmpty()) {
      all.add(new Argument(path, accessors, parameter.type()));
      return;
    }
    for (SignatureParameter component : parameter.components().get()) {
      String name = component.name();
      collect(component, path + "." + name, accessors + "." + name + "()", all);
    }
  }

  /** The records among the parameters, those inside of others after them. */
  List<Argument> records() {
    List<Argument> all = new ArrayList<>();
    parameters.forEach(parameter -> collectRecords(parameter, parameter.name(), "", all));
    return all;
  }

  private static void collectRecords(
      SignatureParameter parameter, String path, String accessors, List<Argument> all) {
    parameter
        .components()
        .ifPresent(
            components -> {
              all.add(new Argument(path, accessors, parameter.type()));
              for (SignatureParameter component : components) {
                String name = component.name();
                collectRecords(component, path + "." + name, accessors + "." + name + "()", all);
              }
            });
  }

  /**
   * A parameter.
   *
   * @param name the user's name
   * @param type its type as the user wrote it
   * @param components of a record that is taken apart
   */
  public record SignatureParameter(
      String name, TypeName type, Optional<List<SignatureParameter>> components) {
    /** A parameter that is no record. */
    public SignatureParameter(String name, TypeName type) {
      this(name, type, Optional.empty());
    }
  }

  /**
   * A parameter, or a component of one.
   *
   * @param path {@code weights.gain}
   * @param accessors the calls that give it, {@code .gain()}; empty of a parameter
   */
  record Argument(String path, String accessors, TypeName type) {
    /** The parameter that it is, or that it is in. */
    String parameter() {
      int dot = path.indexOf('.');
      return dot < 0 ? path : path.substring(0, dot);
    }
  }
}
