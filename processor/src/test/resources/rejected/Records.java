package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Records {
  static final int SIZE = 8;

  record Named(@Shape("8") Tensor<F32> x, String name) {} // error: SML-134 at 10:50 name of Named is of type String

  @InCore
  static void named(Named layer, @Shape("8") @Out Tensor<F32> y) {
    y.store(layer.x().load());
  }

  record Narrow(@Shape("8") Tensor<F32> x, short n) {} // error: SML-134 at 17:50 n of Narrow is of type short

  @InCore
  static void narrow(Narrow narrow, @Shape("8") @Out Tensor<F32> y) {}

  record Chosen(Reduce op) {} // error: SML-134 at 22:24 op of Chosen is an operator, which has to be known

  @InCore
  static void chosen(Chosen chosen, @Shape("8") @Out Tensor<F32> y) {}

  record Fixed(@Const int n) {} // error: SML-134 at 27:27 n of Fixed is @Const

  @InCore
  static void fixed(Fixed fixed, @Shape("8") @Out Tensor<F32> y) {}

  record Node(@Shape("8") Tensor<F32> x, Node next) {} // error: SML-134 at 32:47 next of Node is a Node again: it has no end

  @InCore
  static void endless(Node node, @Shape("8") @Out Tensor<F32> y) {}

  private record Hidden(@Shape("8") Tensor<F32> x) {} // error: SML-120 at 37:25 @Shape on x is read by nothing

  @InCore
  static void hidden(Hidden hidden, @Shape("8") @Out Tensor<F32> y) {} // error: SML-134 at 40:29 Hidden is private

  record Own(@Shape("8") Tensor<F32> x) {
    public Tensor<F32> x() {
      return x;
    }
  }

  @InCore
  static void own(Own own, @Shape("8") @Out Tensor<F32> y) {} // error: SML-134 at 49:23 Own declares x(): a record that is a parameter is plain

  record Checked(@Shape("8") Tensor<F32> x) {
    Checked {
      if (x.axes() != 1) {
        throw new IllegalArgumentException();
      }
    }
  }

  @InCore
  static void checked(Checked checked, @Shape("8") @Out Tensor<F32> y) {
    y.store(checked.x().load());
  }

  @Jit
  static void made(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    checked(new Checked(x), y); // error: SML-402 at 66:13 Checked declares its constructor
  }

  record Shapeless(Tensor<F32> x) {} // error: SML-108 at 69:32 s.x has no shape

  @InCore
  static void shapeless(Shapeless s, @Shape("8") @Out Tensor<F32> y) {}

  record Directed(@In @Out @Shape("8") Tensor<F32> x) {} // error: SML-114 at 74:52 d.x has 2 directions

  @InCore
  static void directed(Directed d) {}

  record Misplaced(@Shape("8") float x, @Out int n, @Shape("8") @InOut Signal s) {}

  @InCore
  static void misplaced(Misplaced m) {}

  record Exchange(@Shape("ranks") Signal told, @Shape("8") Window<F32> x) {}

  @Host
  static void allocated(World world, Exchange exchange) {}

  record Mistyped(@Shape("SIZ") Tensor<F32> x) {} // error: SML-110 at 89:26 no constant SIZ is in scope

  @InCore
  static void mistyped(Mistyped m, @Shape("8") @Out Tensor<F32> y) {}

  record Input(@Shape("SIZE") Tensor<F32> x, @Shape("SIZE") @Out Tensor<F32> y) {}

  @InCore
  static void writes(Input input) {
    input.x().store(input.x().load()); // error: SML-305 at 98:20 input.x is an input and is written here
  }

  @InCore
  static void readsFirst(Input input) {
    input.y().store(input.y().load()); // error: SML-307 at 103:35 input.y is @Out and is read here
  }

  /** It does less than it may. */
  @InCore
  static void onlyReads(Input input, @Shape("8") @Out Tensor<F32> z) {
    z.store(input.x().load());
  }

  @Jit
  static void passes(Input input, @Shape("8") Tensor<F32> z) {
    onlyReads(new Input(input.x(), z), input.y()); // error: SML-305 at 114:36 z is an input and is written here
  }

  @Jit
  static void shorter(Input input, @Shape("4") Tensor<F32> four) {
    onlyReads(new Input(four, input.y()), input.y()); // error: SML-216 at 119:25 the argument is [4], but of input.x of Records.onlyReads axis 0 is declared 8
  }

  @InCore
  static void annotated(@Shape("8") Input input) {} // error: SML-134 at 123:43 @Shape says nothing of the record input

  @InCore
  static void extents(Input input, @Shape("input.x") @Out Tensor<F32> y) {} // error: SML-109 at 126:43 input.x is a parameter, not an extent

  @InCore
  static void noExtent(Input input, @Shape("output.n") @Out Tensor<F32> y) {} // error: SML-110 at 129:44 output.n is not a constant

  @InCore
  static void once(Input up, Input down, @Shape("up.n") @Out Tensor<F32> y) {} // error: SML-111 at 132:49 the symbol up.n is used once: misspelt?
}

// error: SML-118 at 79:38 m.x has no shape
// error: SML-113 at 79:50 m.n has no direction
// error: SML-113 at 79:79 a signal has no direction
// error: SML-107 at 84:42 a program allocates its signals
// error: SML-107 at 84:72 a program allocates its windows
