package dev.smalti.runtime;

/** One block of a launch, which generated code gives to {@link Core#spmd}. */
@FunctionalInterface
public interface BlockCall {
  /**
   * Runs the block.
   *
   * @param core what its kernel runs on; nobody else uses it meanwhile
   * @param block from 0
   */
  void run(Core core, int block);
}
