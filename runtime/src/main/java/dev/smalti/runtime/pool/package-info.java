/**
 * What a pool of devices provides: memory that every rank reaches, cells, a queue for each rank,
 * and the knowledge that nobody can go on. Start reading at {@link dev.smalti.runtime.pool.Pool}.
 *
 * <p>A pool sees neither tensors nor kernels. Order of runs, errors and reports are above it, in
 * {@code dev.smalti.runtime}, and the same for all pools. Depends on nothing but the JDK.
 */
@NullMarked
package dev.smalti.runtime.pool;

import org.jspecify.annotations.NullMarked;
