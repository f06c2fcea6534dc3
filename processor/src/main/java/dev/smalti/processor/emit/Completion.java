package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;

/** Java's rule of what can be reached. */
final class Completion {
  private Completion() {}

  /** Whether code behind a statement can be reached, as javac decides it. */
  static boolean canComplete(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Break _, Stmt.Continue _, Stmt.Return _ -> false;
      case Stmt.While s -> !isTrue(s.condition()) || leaves(s.body());
      case Stmt.If s ->
          s.otherwise().isEmpty() || canComplete(s.then()) || canComplete(s.otherwise());
      default -> true;
    };
  }

  private static boolean canComplete(Block block) {
    return block.statements().stream().allMatch(Completion::canComplete);
  }

  /** Whether a break leaves the loop of this body. */
  private static boolean leaves(Block body) {
    return body.statements().stream()
        .anyMatch(
            s ->
                switch (s) {
                  case Stmt.Break _ -> true;
                  case Stmt.If branch -> leaves(branch.then()) || leaves(branch.otherwise());
                  default -> false;
                });
  }

  static boolean isTrue(Scalar condition) {
    return condition instanceof Scalar.Constant constant && constant.value().equals(true);
  }
}
