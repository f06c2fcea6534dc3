package dev.smalti.processor.lower;

import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** Records are taken apart, so that what their own constructors and accessors do would be lost. */
record PlainRecords(Elements elements, Sources sources) {
  /** The constructor, if the user wrote it. */
  Optional<String> ownConstructor(TypeElement type) {
    return sources.hasSource(type)
        ? type.getEnclosedElements().stream()
            .filter(member -> member.getKind() == ElementKind.CONSTRUCTOR)
            .filter(this::isExplicit)
            .filter(member -> takes(member, type.getRecordComponents().size()))
            .findFirst()
            .map(_ -> "its constructor")
        : new CompiledRecords(elements).ownConstructor(type);
  }

  /** The first accessor that the user wrote. */
  Optional<String> ownAccessor(TypeElement type) {
    return sources.hasSource(type)
        ? type.getEnclosedElements().stream()
            .filter(member -> isAccessor(member, type))
            .filter(this::isExplicit)
            .filter(member -> sources.hasBody((ExecutableElement) member))
            .findFirst()
            .map(member -> member.getSimpleName() + "()")
        : new CompiledRecords(elements).ownAccessor(type);
  }

  private static boolean isAccessor(Element member, TypeElement type) {
    return member.getKind() == ElementKind.METHOD
        && takes(member, 0)
        && type.getRecordComponents().stream()
            .anyMatch(component -> component.getSimpleName().equals(member.getSimpleName()));
  }

  private static boolean takes(Element member, int parameters) {
    return ((ExecutableElement) member).getParameters().size() == parameters;
  }

  private boolean isExplicit(Element member) {
    return elements.getOrigin(member) == Elements.Origin.EXPLICIT;
  }
}
