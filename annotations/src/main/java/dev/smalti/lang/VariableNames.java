package dev.smalti.lang;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What reports call the windows and signals of methods that run as they stand: as the variable or
 * field that the new one is assigned to. The class file knows it, if it was compiled with {@code
 * -g} as build tools do; else the line has to serve.
 */
final class VariableNames {
  /** A call in the user's code. */
  private record Call(Class<?> owner, String method, String descriptor, int index) {}

  private static final Set<Opcode> WRITES = Set.of(Opcode.PUTFIELD, Opcode.PUTSTATIC);

  private final Map<Call, Optional<String>> known = new ConcurrentHashMap<>();

  /**
   * The variable that takes the result of the call that the user's code makes at this moment.
   *
   * @param kind what is made, for a name by the line
   */
  String ofCaller(String kind) {
    StackWalker.StackFrame frame =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(
                frames ->
                    frames
                        .filter(f -> !Domain.class.isAssignableFrom(f.getDeclaringClass()))
                        .filter(f -> f.getDeclaringClass() != VariableNames.class)
                        .findFirst()
                        .orElseThrow());
    Call call =
        new Call(
            frame.getDeclaringClass(),
            frame.getMethodName(),
            frame.getDescriptor(),
            frame.getByteCodeIndex());
    return known
        .computeIfAbsent(call, VariableNames::assigned)
        .orElseGet(() -> kind + "@" + frame.getFileName() + ":" + frame.getLineNumber());
  }

  private static Optional<String> assigned(Call call) {
    String name = call.owner().getName();
    String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
    try (InputStream bytes = call.owner().getResourceAsStream(file)) {
      return bytes == null
          ? Optional.empty()
          : assigned(call, ClassFile.of().parse(bytes.readAllBytes()));
    } catch (IOException | IllegalArgumentException _) {
      return Optional.empty(); // No class file to be read: a report can do without it.
    }
  }

  private static Optional<String> assigned(Call call, ClassModel model) {
    return model.methods().stream()
        .filter(m -> m.methodName().equalsString(call.method()))
        .filter(m -> m.methodType().equalsString(call.descriptor()))
        .findFirst()
        .flatMap(m -> m.findAttribute(Attributes.code()))
        .flatMap(code -> assigned(code, call.index()));
  }

  /** Looks at the instruction behind the one at an index. */
  private static Optional<String> assigned(CodeAttribute code, int index) {
    int at = 0;
    boolean behind = false;
    for (CodeElement element : code) {
      if (!(element instanceof Instruction instruction)) {
        continue;
      }
      int next = at + instruction.sizeInBytes();
      if (behind) {
        return switch (instruction) {
          case StoreInstruction store -> variable(code, store.slot(), next);
          case FieldInstruction field when WRITES.contains(field.opcode()) ->
              Optional.of(field.name().stringValue());
          default -> Optional.empty();
        };
      }
      behind = at == index;
      at = next;
    }
    return Optional.empty();
  }

  /** A variable is in scope behind the instruction that gives it its value. */
  private static Optional<String> variable(CodeAttribute code, int slot, int at) {
    return code.elementStream()
        .filter(LocalVariable.class::isInstance)
        .map(LocalVariable.class::cast)
        .filter(v -> v.slot() == slot)
        .filter(v -> code.labelToBci(v.startScope()) <= at && at < code.labelToBci(v.endScope()))
        .findFirst()
        .map(v -> v.name().stringValue());
  }
}
