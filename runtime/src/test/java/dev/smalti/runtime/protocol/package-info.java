/** Tests of traces and verdicts, against every schedule of small programs. */
@NullMarked
package dev.smalti.runtime.protocol;

import org.jspecify.annotations.NullMarked;
