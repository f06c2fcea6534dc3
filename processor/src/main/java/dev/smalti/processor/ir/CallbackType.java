package dev.smalti.processor.ir;

/**
 * The type of a callback of a program: an interface with one abstract method, which the program
 * calls.
 *
 * @param type the type in Java, {@code #} between a package and what is in it: {@code
 *     java.util.function#Consumer<dev.smalti.lang#Tensor<dev.smalti.lang#Smalti.F32>>}
 * @param method the name of its abstract method
 */
public record CallbackType(String type, String method) implements Type {}
