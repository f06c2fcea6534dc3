package dev.smalti.processor.lower;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;

/**
 * Instances that stand for all of a generic method.
 *
 * @param complete whether an error that all of them have is one of every instance
 */
record Probes(List<Instance> instances, boolean complete) {
  /** More are not worth the time: what is wrong is then found at a call. */
  private static final int MOST = 200;

  private static final List<Element> ONE = List.of(Element.F32);

  /** The type that comes to mind first is the one that reports name. */
  private static final List<Element> ALL =
      Stream.concat(ONE.stream(), Stream.of(Element.values())).distinct().toList();

  /** All type parameters are of one element type, since no operation looks at two of them. */
  static Probes of(ExecutableElement method) {
    List<Instance> instances = new ArrayList<>();
    for (Element element : method.getTypeParameters().isEmpty() ? ONE : ALL) {
      Map<String, Element> elements = new LinkedHashMap<>();
      for (TypeParameterElement parameter : method.getTypeParameters()) {
        elements.put(parameter.getSimpleName().toString(), element);
      }
      instances.add(new Instance(elements, Map.of()));
    }
    boolean complete = true;
    for (VariableElement parameter : method.getParameters()) {
      if (AnnotatedMethod.isConstant(parameter)) {
        List<Value> samples = Instance.samples(parameter.asType());
        instances = with(instances, parameter.getSimpleName().toString(), samples);
        complete &= isEveryValue(parameter);
      }
    }
    return new Probes(
        instances.stream().limit(MOST).toList(), complete && instances.size() <= MOST);
  }

  private static boolean isEveryValue(VariableElement parameter) {
    return switch (parameter.asType().getKind()) {
      case INT, LONG, FLOAT, DOUBLE -> false;
      default -> true;
    };
  }

  private static List<Instance> with(List<Instance> instances, String name, List<Value> samples) {
    return samples.stream()
        .flatMap(sample -> instances.stream().map(instance -> with(instance, name, sample)))
        .toList();
  }

  private static Instance with(Instance instance, String name, Value sample) {
    Map<String, Value> constants = new LinkedHashMap<>(instance.constants());
    constants.put(name, sample);
    return new Instance(instance.elements(), constants);
  }
}
