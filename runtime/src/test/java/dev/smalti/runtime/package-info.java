/** Tests of what needs no pool; the module {@code simulator} tests the rest on its pools. */
@NullMarked
package dev.smalti.runtime;

import org.jspecify.annotations.NullMarked;
