/** Annotated methods as a user writes them, run as they stand. */
@NullMarked
package dev.smalti.eager;

import org.jspecify.annotations.NullMarked;
