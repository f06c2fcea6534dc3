package dev.smalti.processor.random;

/** Where an operation stands, or what its operands are: what a compiler may treat differently. */
enum Surrounding {
  /** In a method that runs from top to bottom. */
  STRAIGHT,
  /** Under a condition. */
  BRANCH,
  /** In a loop over a range or a basic {@code for}, which carries a tile. */
  RANGE,
  /** In a {@code while}, which carries a tile. */
  WHILE,
  /** In a loop with the hint of a pipeline. */
  PIPELINE,
  /** In rounds that are copied. */
  UNROLL,
  /** In rounds that are independent. */
  PARALLEL,
  /** In a helper. */
  HELPER,
  /** In a generic helper or kernel, of an instance. */
  GENERIC,
  /** On tiles of which a part is valid. */
  RAGGED,
  /** With an operand that is stretched. */
  STRETCHED
}
