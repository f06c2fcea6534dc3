package dev.smalti.processor.device;

/** A memory on the chip, which belongs to one core and starts at address 0. */
public enum Space {
  /** Of the vector unit: what element-wise operations and reductions read and write. */
  VEC("Vec", 32),
  /** The first stop of what a product reads. */
  MAT("Mat", 128),
  /** The left factor of the product that runs. */
  LEFT("Left", 64),
  /** The right factor of the product that runs. */
  RIGHT("Right", 64),
  /** Results of products. */
  ACC("Acc", 128),
  /** A row that a product starts from. */
  BIAS("Bias", 64);

  private final String display;
  private final int alignment;

  Space(String display, int alignment) {
    this.display = display;
    this.alignment = alignment;
  }

  /** The name on maps and in messages. */
  public String display() {
    return display;
  }

  /** Every address is a multiple of so many bytes. */
  public int alignment() {
    return alignment;
  }
}
