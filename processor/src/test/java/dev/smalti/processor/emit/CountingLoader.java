package dev.smalti.processor.emit;

import dev.smalti.processor.random.InMemoryClasses;
import dev.smalti.runtime.Core;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * Loads generated classes in the scalar tier, each instruction that counts with a {@link Tally}.
 */
final class CountingLoader extends ClassLoader {
  private static final ClassDesc TALLY = ClassDesc.of(Tally.class.getName());
  private static final MethodTypeDesc ACCESS =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_int);
  private static final MethodTypeDesc NUMBER =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  private final InMemoryClasses classes;

  CountingLoader(InMemoryClasses classes) {
    super(CountingLoader.class.getClassLoader());
    this.classes = classes;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!classes.has(name)) {
      throw new ClassNotFoundException(name);
    }
    ClassFile format = ClassFile.of();
    byte[] changed =
        format.transformClass(
            format.parse(classes.bytes(name)),
            ClassTransform.transformingMethodBodies(
                method -> !isFunction(method.methodTypeSymbol()), CountingLoader::count));
    return defineClass(name, changed, 0, changed.length);
  }

  /** Whether a method of generated code is an elementary function, which counts as one. */
  private static boolean isFunction(MethodTypeDesc type) {
    ClassDesc result = type.returnType();
    return type.parameterList().equals(List.of(result)) && isFloating(result);
  }

  private static boolean isFloating(ClassDesc type) {
    return type.equals(ConstantDescs.CD_float) || type.equals(ConstantDescs.CD_double);
  }

  private static void count(CodeBuilder code, CodeElement element) {
    switch (element) {
      case ArrayLoadInstruction _ -> code.dup2().invokestatic(TALLY, "load", ACCESS).with(element);
      case ArrayStoreInstruction store -> store(code, store);
      case OperatorInstruction operator when isFloating(operator) -> flops(code, 1).with(element);
      case InvokeInstruction call -> call(code, call);
      default -> code.with(element);
    }
  }

  /** Array and index are below the value. */
  private static void store(CodeBuilder code, ArrayStoreInstruction store) {
    if (store.typeKind().slotSize() == 1) {
      code.dup_x2().pop().dup2().invokestatic(TALLY, "store", ACCESS).dup2_x1().pop2();
    } else {
      code.dup2_x2().pop2().dup2().invokestatic(TALLY, "store", ACCESS).dup2_x2().pop2();
    }
    code.with(store);
  }

  private static boolean isFloating(OperatorInstruction operator) {
    boolean floating =
        operator.typeKind() == TypeKind.FLOAT || operator.typeKind() == TypeKind.DOUBLE;
    return floating && !operator.opcode().name().contains("CMP");
  }

  private static void call(CodeBuilder code, InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    String name = call.name().stringValue();
    if (owner.equals("java/lang/System") && name.equals("arraycopy")) {
      code.invokestatic(TALLY, "arraycopy", call.typeSymbol());
      return;
    }
    if (owner.equals(Core.class.getName().replace('.', '/')) && name.equals("hasVectors")) {
      code.pop().iconst_0();
      return;
    }
    if (isFunction(call.typeSymbol())
        || owner.equals("java/lang/Math") && isFloating(call.typeSymbol().returnType())) {
      flops(code, name.equals("fma") ? 2 : 1);
    }
    code.with(call);
  }

  private static CodeBuilder flops(CodeBuilder code, int operations) {
    return code.loadConstant(operations).invokestatic(TALLY, "flops", NUMBER);
  }
}
