package dev.smalti.processor.ir;

import java.util.Optional;

/** Finds functions by identity: those of this compilation, and compiled ones of other artefacts. */
public interface FunctionTable {
  Optional<Function> find(FunctionId id);
}
