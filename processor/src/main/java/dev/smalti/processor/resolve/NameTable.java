package dev.smalti.processor.resolve;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * What the names of some bodies meant when they were compiled, written down: imports, later
 * overloads and new values of constants change it no more, as they do not change a class file.
 *
 * @param types the canonical name of a class, by simple name
 * @param fields the canonical name of the class that declares a field, by simple name
 * @param methods those that a call may mean, by simple name, or by {@code app.Type#name}
 * @param constants the values of constants, by {@code app.Type.NAME}
 */
public record NameTable(
    SortedMap<String, String> types,
    SortedMap<String, String> fields,
    SortedMap<String, List<Method>> methods,
    SortedMap<String, Object> constants) {

  private static final SortedMap<String, String> NONE =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  /** No names. */
  public static final NameTable EMPTY =
      new NameTable(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

  public NameTable {
    types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    methods = Collections.unmodifiableSortedMap(new TreeMap<>(methods));
    constants = Collections.unmodifiableSortedMap(new TreeMap<>(constants));
  }

  /**
   * One method.
   *
   * @param owner the canonical name of the class that declares it
   * @param name its name
   * @param parameters the erased types of its parameters
   */
  public record Method(String owner, String name, List<String> parameters) {
    public Method {
      parameters = List.copyOf(parameters);
    }

    static Method of(ExecutableElement method) {
      return new Method(
          ownerOf(method),
          method.getSimpleName().toString(),
          method.getParameters().stream().map(parameter -> erased(parameter.asType())).toList());
    }

    private static String erased(TypeMirror type) {
      return switch (type) {
        case ArrayType array -> erased(array.getComponentType()) + "[]";
        case DeclaredType declared when declared.asElement() instanceof TypeElement element ->
            element.getQualifiedName().toString();
        default ->
            type.getKind().isPrimitive() ? type.getKind().name().toLowerCase(Locale.ROOT) : "?";
      };
    }
  }

  static String ownerOf(Element member) {
    return member.getEnclosingElement() instanceof TypeElement type
        ? type.getQualifiedName().toString()
        : "";
  }

  static String inType(TypeElement type, String name) {
    return type.getQualifiedName() + "#" + name;
  }

  static String key(VariableElement field) {
    return ownerOf(field) + "." + field.getSimpleName();
  }

  /** Both tables. */
  public NameTable and(NameTable other) {
    return new NameTable(
        joined(types, other.types),
        joined(fields, other.fields),
        joined(methods, other.methods),
        joined(constants, other.constants));
  }

  private static <V> SortedMap<String, V> joined(Map<String, V> some, Map<String, V> more) {
    SortedMap<String, V> all = new TreeMap<>(some);
    all.putAll(more);
    return all;
  }

  /** One line an entry, as {@link #with} reads it. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    types.forEach((name, type) -> lines.add("type " + name + " " + type));
    fields.forEach((name, type) -> lines.add("field " + name + " " + type));
    methods.forEach(
        (name, found) -> {
          for (Method method : found) {
            List<String> words = new ArrayList<>(List.of("call", name, method.owner()));
            words.add(method.name());
            words.addAll(method.parameters());
            lines.add(String.join(" ", words));
          }
        });
    constants.forEach((name, value) -> lines.add("constant " + name + " " + Constants.text(value)));
    return lines;
  }

  /**
   * This and the entry of a line.
   *
   * @return empty if the line is no entry
   */
  public Optional<NameTable> with(String line) {
    String[] words = line.split(" ", -1);
    if (words.length < 3) {
      return Optional.empty();
    }
    SortedMap<String, String> one = new TreeMap<>(Map.of(words[1], words[2]));
    return switch (words[0]) {
      case "type" -> Optional.of(and(new NameTable(one, NONE, new TreeMap<>(), new TreeMap<>())));
      case "field" -> Optional.of(and(new NameTable(NONE, one, new TreeMap<>(), new TreeMap<>())));
      case "call" -> words.length < 4 ? Optional.empty() : Optional.of(withCall(words));
      case "constant" -> words.length < 4 ? Optional.empty() : withConstant(words);
      default -> Optional.empty();
    };
  }

  private NameTable withCall(String[] words) {
    Method method = new Method(words[2], words[3], List.of(words).subList(4, words.length));
    List<Method> all =
        Stream.concat(methods.getOrDefault(words[1], List.of()).stream(), Stream.of(method))
            .toList();
    return and(new NameTable(NONE, NONE, new TreeMap<>(Map.of(words[1], all)), new TreeMap<>()));
  }

  private Optional<NameTable> withConstant(String[] words) {
    return Constants.value(words[2], words[3])
        .map(
            value ->
                and(
                    new NameTable(
                        NONE, NONE, new TreeMap<>(), new TreeMap<>(Map.of(words[1], value)))));
  }
}
