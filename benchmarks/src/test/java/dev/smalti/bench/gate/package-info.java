/** The arithmetic of verdicts, against numbers worked out by hand. */
@NullMarked
package dev.smalti.bench.gate;

import org.jspecify.annotations.NullMarked;
