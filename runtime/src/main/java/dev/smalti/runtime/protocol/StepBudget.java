package dev.smalti.runtime.protocol;

/** How many steps and rounds of loops the ranks of one world may take together. */
final class StepBudget {
  private final long most;
  private long left;

  private StepBudget(long most) {
    this.most = most;
    this.left = most;
  }

  static StepBudget of(long most) {
    return new StepBudget(most);
  }

  static StepBudget unbounded() {
    return new StepBudget(Long.MAX_VALUE);
  }

  /** Takes one step; gives whether it was there to be taken. */
  boolean spend() {
    return --left >= 0;
  }

  String reason() {
    return "it takes more than " + most + " steps";
  }
}
