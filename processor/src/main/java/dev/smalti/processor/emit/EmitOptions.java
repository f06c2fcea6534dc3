package dev.smalti.processor.emit;

/**
 * What the compilation allows and gives.
 *
 * @param generatedVisible whether {@code javax.annotation.processing.Generated} can be named
 * @param vectorsVisible whether the Vector API can be named
 * @param source the user's source
 */
public record EmitOptions(boolean generatedVisible, boolean vectorsVisible, SourceLines source) {}
