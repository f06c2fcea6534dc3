package dev.smalti.processor.resolve;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/**
 * Looks up every name in a method, also those of locals, which need none of what is found: whoever
 * reads the method looks at locals first.
 */
public final class NameScan {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\w.$]*");

  private final Names names;
  private final SortedMap<String, String> types = new TreeMap<>();
  private final SortedMap<String, String> fields = new TreeMap<>();
  private final SortedMap<String, List<NameTable.Method>> methods = new TreeMap<>();
  private final SortedMap<String, Object> constants = new TreeMap<>();

  private NameScan(Names names) {
    this.names = names;
  }

  /**
   * What the names in a method mean.
   *
   * @param shapes the texts of its shapes, which name constants
   */
  public static NameTable of(MethodTree method, Names names, List<String> shapes) {
    NameScan scan = new NameScan(names);
    scan.new Scanner().scan(method, null);
    shapes.forEach(scan::shape);
    return new NameTable(scan.types, scan.fields, scan.methods, scan.constants);
  }

  private void shape(String text) {
    Matcher name = NAME.matcher(text);
    while (name.find()) {
      simple(name.group().split("\\.")[0]);
      names.constant(name.group()).ifPresent(this::constant);
    }
  }

  private void constant(VariableElement field) {
    names
        .value(field)
        .filter(Constants::isNumber)
        .ifPresent(value -> constants.put(NameTable.key(field), value));
  }

  private void simple(String name) {
    names
        .field(name)
        .ifPresent(
            field -> {
              fields.put(name, NameTable.ownerOf(field));
              constant(field);
            });
    names.type(name).ifPresent(type -> types.put(name, type.getQualifiedName().toString()));
  }

  private void call(String key, List<ExecutableElement> found) {
    if (!found.isEmpty()) {
      methods.put(key, found.stream().map(NameTable.Method::of).toList());
    }
  }

  /** The class that stands before a dot. */
  private Optional<TypeElement> qualifier(ExpressionTree tree) {
    return isName(tree) ? names.typeNamed(tree.toString()) : Optional.empty();
  }

  private static boolean isName(Tree tree) {
    return tree instanceof IdentifierTree
        || tree instanceof MemberSelectTree select && isName(select.getExpression());
  }

  private final class Scanner extends TreeScanner<@Nullable Void, @Nullable Void> {
    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void none) {
      simple(tree.getName().toString());
      return null;
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void none) {
      qualifier(tree.getExpression())
          .flatMap(type -> names.fieldIn(type, tree.getIdentifier().toString()))
          .ifPresent(NameScan.this::constant);
      return super.visitMemberSelect(tree, null);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void none) {
      switch (tree.getMethodSelect()) {
        case IdentifierTree name -> call(name.getName().toString(), names.methods(named(name)));
        case MemberSelectTree select -> {
          String name = select.getIdentifier().toString();
          qualifier(select.getExpression())
              .ifPresent(type -> call(NameTable.inType(type, name), names.methodsIn(type, name)));
        }
        default -> {}
      }
      return super.visitMethodInvocation(tree, null);
    }

    private static String named(IdentifierTree tree) {
      return tree.getName().toString();
    }
  }
}
