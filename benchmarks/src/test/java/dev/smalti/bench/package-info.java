/** The arithmetic of verdicts, and everything once, quickly. */
@NullMarked
package dev.smalti.bench;

import org.jspecify.annotations.NullMarked;
