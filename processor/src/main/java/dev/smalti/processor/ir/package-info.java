/**
 * The intermediate representation: immutable functions of structured statements over named values.
 *
 * <p>Start at {@link dev.smalti.processor.ir.Function}. The text form is written by {@code Printer}
 * and read by {@code Parser}, and {@code parse(print(ir))} equals {@code ir}. {@code Verifier}
 * states what every pass must keep, {@code Interpreter} runs a function without any emitter.
 *
 * <p>Depends on nothing else of the processor, and on no compiler interface.
 */
@NullMarked
package dev.smalti.processor.ir;

import org.jspecify.annotations.NullMarked;
