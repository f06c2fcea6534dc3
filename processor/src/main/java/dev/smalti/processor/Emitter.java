package dev.smalti.processor;

import dev.smalti.processor.emit.Generated;
import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.List;
import javax.lang.model.element.TypeElement;

/** Writes Java source for functions, and the classes through which users call them. */
interface Emitter {
  /**
   * A method of an owner, as far as it was compiled.
   *
   * @param method the user's method
   * @param compiled whether the classes behind its entry point exist
   */
  record Entry(AnnotatedMethod method, boolean compiled) {}

  /** The classes that users call: they have every method, also those that were not compiled. */
  List<Generated> facades(TypeElement owner, List<Entry> entries);

  /** The class that carries the helpers of an owner, if others can call one. */
  List<Generated> helpers(TypeElement owner);

  /**
   * The classes of one function.
   *
   * @param owner the class of the method
   * @param lowered as it was read: travels with the class
   * @param optimized after all passes: what runs
   * @param hints takes what is decided about speed
   */
  List<Generated> implementation(
      TypeElement owner, Function lowered, Function optimized, Hints hints);

  /** The classes of a function for certain values, which runs where the other one is called. */
  List<Generated> specialCase(TypeElement owner, Function lowered, Function optimized, Hints hints);
}
