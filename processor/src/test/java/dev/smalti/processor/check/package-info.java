/** What the compiler decides about whole programs. */
@NullMarked
package dev.smalti.processor.check;

import org.jspecify.annotations.NullMarked;
