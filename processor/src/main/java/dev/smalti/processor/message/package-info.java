/**
 * Every diagnostic: one catalogue of codes, and the report that collects what is found.
 *
 * <p>Start at {@link dev.smalti.processor.message.Code}; {@link
 * dev.smalti.processor.message.Diagnostics} says when a finding is printed. Uses the public tree
 * interfaces of javac for positions and nothing else of the processor.
 */
@NullMarked
package dev.smalti.processor.message;

import org.jspecify.annotations.NullMarked;
