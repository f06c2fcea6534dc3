import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class I5 {
  static void use() {
    Tensor<F32> characters = Tensor.of(new char[8], 2, 4); // rejected
    Tensor<F32> strings = Tensor.of(new String[8], 2, 4); // rejected
    Tensor<Float> boxed = null; // rejected
  }
}
