/** What generated code computes, how it reads, and that javac has nothing to say about it. */
@NullMarked
package dev.smalti.processor.emit;

import org.jspecify.annotations.NullMarked;
