package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Variable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/**
 * The names of locals in generated code: the user's own wherever Java lets them be locals, and
 * names of ours that never meet them.
 */
final class JavaNames {
  private final Map<String, String> users = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  JavaNames(Function function) {
    String root = function.id().packageName().split("\\.")[0];
    Set<String> names = namesOf(function);
    for (String name : names) {
      if (isFree(name, root)) {
        users.put(name, name);
        taken.add(name);
      }
    }
    taken.add(root);
    taken.addAll(Api.SIMPLE_NAMES);
    for (String name : names) {
      users.computeIfAbsent(name, n -> n.contains(".") ? fresh(n) : fresh(n + "_"));
    }
  }

  private static boolean isFree(String name, String root) {
    return SourceVersion.isIdentifier(name)
        && !SourceVersion.isKeyword(name)
        && !name.equals("_")
        && !name.equals(root)
        && !Api.SIMPLE_NAMES.contains(name);
  }

  private static Set<String> namesOf(Function function) {
    Set<String> names = new LinkedHashSet<>();
    names.add(Function.RANKS);
    function.parameters().forEach(p -> names.add(p.name()));
    names.addAll(function.symbols());
    new IrVisitor() {
      @Override
      public void define(Variable variable) {
        super.define(variable);
        names.add(variable.name());
      }

      @Override
      public void dim(Dim dim) {
        names.addAll(dim.names());
      }
    }.function(function);
    return names;
  }

  /** The local for a name of the function. */
  String of(String name) {
    String java = users.get(name);
    if (java == null) {
      throw new IllegalArgumentException("unknown name " + name);
    }
    return java;
  }

  /** From here on another local stands for a name. */
  void alias(String name, String local) {
    users.put(name, local);
  }

  String of(Variable variable) {
    return of(variable.name());
  }

  /** A name that nothing else has: the wanted one, or with the first free number from 2. */
  String fresh(String wanted) {
    String word = Variable.word(wanted);
    String name = word;
    for (int i = 2; !taken.add(name); i++) {
      name = word + i;
    }
    return name;
  }
}
