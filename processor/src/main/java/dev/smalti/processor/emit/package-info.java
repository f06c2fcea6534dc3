/**
 * From functions of the intermediate representation to Java source.
 *
 * <p>{@link dev.smalti.processor.emit.KernelEmitter} writes kernels, {@link
 * dev.smalti.processor.emit.TaskEmitter} the task graph of one device, {@link
 * dev.smalti.processor.emit.ProgramEmitter} programs, {@link
 * dev.smalti.processor.emit.ProtocolEmitter} skeletons, {@link
 * dev.smalti.processor.emit.FacadeEmitter} what users call. The same input gives the same bytes.
 *
 * <p>Depends on {@code ir}, {@code hint}, {@code message} and JavaPoet, and names the classes of
 * the run time by their names only.
 */
@NullMarked
package dev.smalti.processor.emit;

import org.jspecify.annotations.NullMarked;
