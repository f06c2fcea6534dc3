package dev.smalti.bench.peer;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * A library in C, loaded for as long as the JVM runs.
 *
 * @param symbols its functions
 */
record NativeLibrary(SymbolLookup symbols) {
  @SuppressWarnings("restricted") // it was made by this program, or is one of the system
  static NativeLibrary load(Path file) {
    return new NativeLibrary(SymbolLookup.libraryLookup(file.toAbsolutePath(), Arena.global()));
  }

  /** The function of a name, whose signature is that of its header. */
  @SuppressWarnings("restricted") // nobody checks the signature
  MethodHandle function(String name, FunctionDescriptor signature) {
    return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), signature);
  }
}
