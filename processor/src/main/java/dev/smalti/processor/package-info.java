/**
 * The entry point of the compiler, and the order of its work.
 *
 * <p>Start at {@link dev.smalti.processor.SmaltiProcessor}, then {@code CompilationSteps}: what is
 * done in a round. {@code AfterAnalysis} prints what was found when javac has analysed a class.
 * Uses all other packages of the processor; none of them uses this one.
 */
@NullMarked
package dev.smalti.processor;

import org.jspecify.annotations.NullMarked;
