package dev.smalti.processor.lower;

/** What a name of the body stands for. */
sealed interface Local {
  /** Never assigned again. */
  record Fixed(Value value) implements Local {}

  /** Assigned again; every leaf of the value is a variable. */
  record Mutable(Value value) implements Local {}

  /** Its declaration was rejected: uses of it are rejected in silence. */
  record Poisoned() implements Local {}
}
