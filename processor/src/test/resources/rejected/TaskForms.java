package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class TaskForms {
  @InCore
  static void row(@Shape("1, 4") Tensor<F32> x, @Shape("1, 4") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void inKernel(
      @Shape("1, 4") Tensor<F32> x,
      @Shape("1, 4") @Out Tensor<F32> y,
      @Shape("ranks") Signal arrived) {
    y.store(x.load());
    Task ready = arrived.reaches(at(0), GE, 1);
    submit(() -> row(x, y));
    Task[] none = new Task[2];
  }

  @InCore
  static void takesTask(@Shape("1, 4") @Out Tensor<F32> y, Task before) {
    y.store(Tile.fill(F32, shape(1, 4), 0));
  }

  @Host
  static void program(
      World world,
      @Shape("1, 4") Tensor<F32> x,
      @Shape("1, 4") @Out Tensor<F32> y,
      @Shape("1, 4") @Out Tensor<F32> z) {
    Signal arrived = world.signal(shape(world.size()));
    Task ready = arrived.reaches(at(0), GE, 1);
    submit(() -> row(x, z));
    world.forEachRank(r -> inKernel(x, y, arrived));
  }

  @Jit
  static void graph(
      @Shape("1, 4") Tensor<F32> x,
      @Shape("1, 4") @Out Tensor<F32> y,
      @Shape("ranks") Signal arrived,
      int n) {
    row(x, y);
    arrived.reaches(at(0), GE, 1);
    Task exact = arrived.reaches(at(0), EQ, 1);
    Task early = arrived.reaches(at(0), GE, -1);
    Runnable held = () -> row(x, y);
    submit(held);
    submit(() -> {});
    submit(
        () -> {
          row(x, y);
          row(x, y);
        });
    submit(
        () -> {
          if (n > 0) {
            row(x, y);
          }
        });
    submit(() -> submit(() -> row(x, y)));
    TaskOption option = after(submit(() -> row(x, y)));
    Task[][] many = new Task[2][2];
    Task[] negative = new Task[-1];
    Task ready = arrived.reaches(at(0), GE, 1);
    Task either = n > 0 ? ready : null;
    row(ready, y);
  }

  @Jit
  static void takesTasks(@Shape("1, 4") @Out Tensor<F32> y, Task[] before) {
    row(Tensor.zeros(F32, shape(1, 4)), y);
  }
}
// error: SML-301 at 19:33 reaches belongs in a @Jit method, this is an @InCore method
// error: SML-301 at 20:11 submit belongs in a @Jit method, this is an @InCore method
// error: SML-301 at 21:12 an array of tasks belongs in a @Jit method, this is an @InCore method
// error: SML-107 at 25:65 a parameter of type Task cannot be passed to an @InCore method
// error: SML-301 at 36:33 reaches belongs in a @Jit method, this is a @Host method
// error: SML-301 at 37:11 submit belongs in a @Jit method, this is a @Host method
// error: SML-406 at 48:20 the result of this operation is not used: a Task is a value
// error: SML-506 at 49:41 a condition asks with GE, this is Compare.EQ
// error: SML-506 at 50:45 the cell is to reach -1, which it does at once: it is 0 at first
// error: SML-403 at 51:14 a local variable of type Runnable is not part of the language
// error: SML-315 at 52:12 submit takes the call as a lambda
// error: SML-315 at 53:12 no kernel is called
// error: SML-315 at 56:11 the body is local declarations and then one call
// error: SML-315 at 61:11 the body is local declarations and then one call
// error: SML-315 at 65:24 the body is one call of a @Jit or @InCore method
// error: SML-403 at 66:16 a local variable cannot hold a TaskOption
// error: SML-403 at 67:14 a local variable of type Task[][] is not part of the language
// error: SML-315 at 68:32 the array has -1 places
// error: SML-402 at 70:35 a @Jit method cannot contain null
// error: javac at 71:9 Task cannot be converted to dev.smalti.lang.Tensor
// error: SML-107 at 75:68 a parameter of type Task[] cannot be passed to a @Jit method
