package dev.smalti.processor.random;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * A fault of an emitter: generated code that is wrong, instruction by instruction.
 *
 * @param what is wrong
 * @param change writes what stands in the place of an instruction; false to leave it
 */
record CodeFault(String what, BiPredicate<CodeBuilder, CodeElement> change) {
  private static final ClassDesc WRONG = ClassDesc.of(Wrong.class.getName());

  /** All of them. */
  static List<CodeFault> all() {
    return List.of(
        called("a maximum that loses NaN", "Math", "max", "(FF)F"),
        called("a product and a sum rounded twice", "Math", "fma", "(FFF)F"),
        called("F16 rounded towards zero", "Float", "floatToFloat16", "(F)S"),
        called("ties rounded up", "Math", "rint", "(D)D"),
        called(
            "the last element of an array not copied",
            "System",
            "arraycopy",
            "(Ljava/lang/Object;ILjava/lang/Object;II)V"),
        called(
            "the last element of native memory not copied",
            "MemorySegment",
            "copy",
            "(Ljava/lang/foreign/MemorySegment;Ljava/lang/foreign/ValueLayout;JLjava/lang/Object;II)V"),
        called("two tiles in one array", "Core", "floats", ""),
        called("the last lane of a tail missed", "VectorSpecies", "indexInRange", ""),
        called("swapped operands of a difference of vectors", "FloatVector", "sub", ""),
        called("swapped sides of a selection of vectors", "FloatVector", "blend", ""),
        new CodeFault("16 strands of a reduction for 32", CodeFault::strands),
        new CodeFault("U8 taken as signed", CodeFault::signed),
        new CodeFault("the sign shifted in where zeros belong", CodeFault::shifted),
        new CodeFault("the last round of every loop lost", CodeFault::shortened),
        new CodeFault("a comparison that holds with NaN", CodeFault::unordered),
        new CodeFault("I64 to F32 rounded twice", CodeFault::roundedTwice),
        new CodeFault("F64 to I32 that does not saturate", CodeFault::unsaturated),
        new CodeFault("operands of a difference swapped", CodeFault::swapped));
  }

  /** A call goes to {@link Wrong}, with the receiver as the first argument. */
  private static CodeFault called(String what, String owner, String name, String type) {
    return new CodeFault(
        what,
        (code, element) -> {
          if (element instanceof InvokeInstruction call
              && call.name().equalsString(name)
              && call.owner().asSymbol().displayName().equals(owner)
              && (type.isEmpty() || call.type().equalsString(type))
              && has(name, call)) {
            MethodTypeDesc asked = call.typeSymbol();
            boolean onObject = call.opcode() != Opcode.INVOKESTATIC;
            ClassDesc receiver = call.owner().asSymbol();
            MethodTypeDesc full = onObject ? asked.insertParameterTypes(0, receiver) : asked;
            code.invokestatic(WRONG, name, wrong(name, full));
            return true;
          }
          return false;
        });
  }

  private static boolean has(String name, InvokeInstruction call) {
    int parameters =
        call.typeSymbol().parameterCount() + (call.opcode() == Opcode.INVOKESTATIC ? 0 : 1);
    for (var method : Wrong.class.getDeclaredMethods()) {
      boolean types =
          method.getParameterCount() == parameters
              && (call.opcode() == Opcode.INVOKESTATIC
                  || lastTypes(method.getParameterTypes(), call.typeSymbol()));
      if (method.getName().equals(name) && types) {
        return true;
      }
    }
    return false;
  }

  private static boolean lastTypes(Class<?>[] has, MethodTypeDesc asked) {
    for (int i = 0; i < asked.parameterCount(); i++) {
      if (!asked.parameterType(i).descriptorString().equals(has[i + 1].descriptorString())) {
        return false;
      }
    }
    return true;
  }

  /** As it is declared, which may return something wider. */
  private static MethodTypeDesc wrong(String name, MethodTypeDesc asked) {
    return name.equals("indexInRange")
        ? asked.changeReturnType(ClassDesc.of("jdk.incubator.vector.VectorMask"))
        : asked;
  }

  private static boolean strands(CodeBuilder code, CodeElement element) {
    if (element instanceof ConstantInstruction constant
        && constant.constantValue() instanceof Integer value
        && Math.abs(value) == 32) {
      code.loadConstant(value / 2);
      return true;
    }
    return false;
  }

  private static boolean signed(CodeBuilder code, CodeElement element) {
    if (element instanceof ConstantInstruction constant
        && constant.constantValue() instanceof Integer value
        && value == 0xFF) {
      code.loadConstant(-1);
      return true;
    }
    if (element instanceof InvokeInstruction call && call.name().equalsString("toUnsignedInt")) {
      return true; // The byte stays as it is.
    }
    if (element instanceof FieldInstruction field && field.name().equalsString("ZERO_EXTEND_B2I")) {
      code.getstatic(field.owner().asSymbol(), "B2I", field.typeSymbol());
      return true;
    }
    return false;
  }

  private static boolean shifted(CodeBuilder code, CodeElement element) {
    if (element instanceof OperatorInstruction operator && operator.opcode() == Opcode.IUSHR) {
      code.ishr();
      return true;
    }
    return false;
  }

  private static boolean shortened(CodeBuilder code, CodeElement element) {
    if (element instanceof BranchInstruction branch && branch.opcode() == Opcode.IF_ICMPGE) {
      code.iconst_1().isub();
    }
    return false;
  }

  private static boolean unordered(CodeBuilder code, CodeElement element) {
    if (element instanceof OperatorInstruction operator) {
      switch (operator.opcode()) {
        case FCMPG -> code.fcmpl();
        case FCMPL -> code.fcmpg();
        case DCMPG -> code.dcmpl();
        case DCMPL -> code.dcmpg();
        default -> {
          return false;
        }
      }
      return true;
    }
    return false;
  }

  private static boolean roundedTwice(CodeBuilder code, CodeElement element) {
    if (element instanceof ConvertInstruction convert
        && convert.fromType() == TypeKind.LONG
        && convert.toType() == TypeKind.FLOAT) {
      code.l2d().d2f();
      return true;
    }
    return false;
  }

  private static boolean unsaturated(CodeBuilder code, CodeElement element) {
    if (element instanceof ConvertInstruction convert
        && convert.fromType() == TypeKind.DOUBLE
        && convert.toType() == TypeKind.INT) {
      code.d2l().l2i();
      return true;
    }
    return false;
  }

  private static boolean swapped(CodeBuilder code, CodeElement element) {
    if (element instanceof OperatorInstruction operator && operator.opcode() == Opcode.FSUB) {
      code.swap().fsub();
      return true;
    }
    return false;
  }
}
