package dev.smalti.processor.emit;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.ArrayList;
import java.util.List;

/** Reads the type of a callback from its text, see {@link dev.smalti.processor.ir.CallbackType}. */
final class JavaType {
  private static final String EXTENDS = "? extends ";
  private static final String SUPER = "? super ";

  private final String text;
  private int at;

  JavaType(String text) {
    this.text = text;
  }

  TypeName name() {
    TypeName type = plain();
    while (accept("[]")) {
      type = ArrayTypeName.of(type);
    }
    return type;
  }

  private TypeName plain() {
    if (accept(EXTENDS)) {
      return WildcardTypeName.subtypeOf(name());
    }
    if (accept(SUPER)) {
      return WildcardTypeName.supertypeOf(name());
    }
    if (accept("?")) {
      return WildcardTypeName.subtypeOf(Object.class);
    }
    String word = word();
    int hash = word.indexOf('#');
    if (hash < 0) {
      return Api.typeName(word);
    }
    List<String> nested = new ArrayList<>(List.of(word.substring(hash + 1).split("\\.")));
    ClassName type =
        ClassName.get(word.substring(0, hash), nested.removeFirst(), nested.toArray(String[]::new));
    if (!accept("<")) {
      return type;
    }
    List<TypeName> arguments = new ArrayList<>();
    do {
      arguments.add(name());
    } while (accept(", "));
    accept(">");
    return ParameterizedTypeName.get(type, arguments.toArray(TypeName[]::new));
  }

  private String word() {
    int from = at;
    while (at < text.length() && "<>,[ ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  private boolean accept(String token) {
    boolean here = text.startsWith(token, at);
    at += here ? token.length() : 0;
    return here;
  }
}
