package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Unread {
  static void plain(@Out Tensor<F32> x, @Shape("not read") Tensor<F32> y) {}

  Unread(@In Tensor<F32> x) {}

  private record Pair(@Shape("8") Tensor<F32> left, @InOut Tensor<F32> right) {}

  interface Action {
    void run(@Shape("8") Tensor<F32> x);
  }

  static final Action ACTION = (@Out Tensor<F32> x) -> {};

  static void local() {
    class Inner {
      @InCore
      static void kernel(@Shape("8") @Out Tensor<F32> y) {}
    }
    new Object() {
      @Inline
      static int helper() {
        return 1;
      }
    };
  }

  /** Methods of other compilations may take it. */
  record Taken(@Shape("8") Tensor<F32> left, @InOut Tensor<F32> right) {
    Taken(@Out Tensor<F32> both) {
      this(both, both);
    }
  }

  @Specialize("n = 4")
  static void without(Tensor<F32> x) {}
}

// error: SML-120 at 8:21 @Out on x is read by nothing: this is no
// error: SML-120 at 8:41 @Shape on y is read by nothing: this is no
// error: SML-120 at 10:10 @In on x is read by nothing: this is no parameter
// error: SML-120 at 12:23 @Shape on left is read by nothing: this is no
// error: SML-120 at 12:53 @InOut on right is read by nothing: this is no
// error: SML-120 at 15:14 @Shape on x is read by nothing: this is no
// error: SML-120 at 18:33 @Out on x is read by nothing: this is no
// error: SML-106 at 23:19 kernel has @InCore, but its class is local or
// error: SML-106 at 27:18 helper has @Inline, but its class is local or
// error: SML-120 at 35:11 @Out on both is read by nothing: this is no
// error: SML-120 at 40:3 @Specialize on without is read by nothing: the method has no plane
