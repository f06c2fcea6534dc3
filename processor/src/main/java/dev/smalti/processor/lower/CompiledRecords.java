package dev.smalti.processor.lower;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;

/**
 * Looks into records that are only class files: javac's model does not say whether a constructor or
 * an accessor was written by the user, the code does.
 */
record CompiledRecords(Elements elements) {
  /** The constructor, if it does more than keep the components. */
  Optional<String> ownConstructor(TypeElement type) {
    return read(type, CompiledRecords::ownConstructor);
  }

  /** The accessor that does more than give its component; empty if none does. */
  Optional<String> ownAccessor(TypeElement type) {
    return read(type, CompiledRecords::ownAccessor);
  }

  private Optional<String> read(TypeElement type, Function<ClassModel, Optional<String>> look) {
    JavaFileObject file = elements.getFileObjectOf(type);
    if (file == null) {
      return Optional.of("what cannot be read");
    }
    try (InputStream bytes = file.openInputStream()) {
      return look.apply(ClassFile.of().parse(bytes.readAllBytes()));
    } catch (IOException | IllegalArgumentException unreadable) {
      return Optional.of("what cannot be read");
    }
  }

  private static List<RecordComponentInfo> components(ClassModel type) {
    return type.findAttribute(Attributes.record())
        .map(attribute -> attribute.components())
        .orElse(List.of());
  }

  private static Optional<String> ownConstructor(ClassModel type) {
    List<RecordComponentInfo> components = components(type);
    MethodTypeDesc constructor =
        MethodTypeDesc.of(
            ConstantDescs.CD_void,
            components.stream().map(RecordComponentInfo::descriptorSymbol).toList());
    return method(type, ConstantDescs.INIT_NAME, constructor)
            .filter(method -> isConstructor(method, components))
            .isPresent()
        ? Optional.empty()
        : Optional.of("its constructor");
  }

  private static Optional<String> ownAccessor(ClassModel type) {
    return components(type).stream()
        .filter(
            component ->
                method(
                        type,
                        component.name().stringValue(),
                        MethodTypeDesc.of(component.descriptorSymbol()))
                    .filter(method -> isAccessor(method, component))
                    .isEmpty())
        .map(component -> component.name().stringValue() + "()")
        .findFirst();
  }

  private static Optional<MethodModel> method(ClassModel type, String name, MethodTypeDesc like) {
    return type.methods().stream()
        .filter(method -> method.methodName().equalsString(name))
        .filter(method -> method.methodTypeSymbol().equals(like))
        .findFirst();
  }

  private static List<Instruction> instructions(MethodModel method) {
    return method.code().stream()
        .flatMap(code -> code.elementStream())
        .filter(Instruction.class::isInstance)
        .map(Instruction.class::cast)
        .toList();
  }

  /** Calls that of Record, then keeps each argument in its field. */
  private static boolean isConstructor(MethodModel method, List<RecordComponentInfo> components) {
    List<Instruction> code = instructions(method);
    if (code.size() != 3 + 3 * components.size()
        || !loads(code.get(0), 0)
        || !(code.get(1) instanceof InvokeInstruction call)
        || !call.owner().asSymbol().equals(ClassDesc.of("java.lang.Record"))) {
      return false;
    }
    int slot = 1;
    for (int i = 0; i < components.size(); i++) {
      RecordComponentInfo component = components.get(i);
      if (!loads(code.get(2 + 3 * i), 0)
          || !loads(code.get(3 + 3 * i), slot)
          || !isField(code.get(4 + 3 * i), Opcode.PUTFIELD, component)) {
        return false;
      }
      ClassDesc type = component.descriptorSymbol();
      slot += type.equals(ConstantDescs.CD_long) || type.equals(ConstantDescs.CD_double) ? 2 : 1;
    }
    return code.getLast() instanceof ReturnInstruction;
  }

  private static boolean isAccessor(MethodModel method, RecordComponentInfo component) {
    List<Instruction> code = instructions(method);
    return code.size() == 3
        && loads(code.get(0), 0)
        && isField(code.get(1), Opcode.GETFIELD, component)
        && code.get(2) instanceof ReturnInstruction;
  }

  private static boolean loads(Instruction instruction, int slot) {
    return instruction instanceof LoadInstruction load && load.slot() == slot;
  }

  private static boolean isField(
      Instruction instruction, Opcode opcode, RecordComponentInfo component) {
    return instruction instanceof FieldInstruction field
        && field.opcode() == opcode
        && field.name().equalsString(component.name().stringValue());
  }
}
