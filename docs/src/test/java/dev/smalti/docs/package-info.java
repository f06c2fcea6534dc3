/**
 * What the manual and the README say, compiled, run and compared. May use every module; nothing
 * uses it.
 */
@NullMarked
package dev.smalti.docs;

import org.jspecify.annotations.NullMarked;
