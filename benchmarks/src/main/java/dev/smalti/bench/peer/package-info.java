/**
 * What comes from elsewhere: compiled when a benchmark runs, as its authors say, and called through
 * {@code java.lang.foreign} or in a process of its own.
 */
@NullMarked
package dev.smalti.bench.peer;

import org.jspecify.annotations.NullMarked;
