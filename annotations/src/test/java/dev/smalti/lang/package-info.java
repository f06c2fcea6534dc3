/** Tests of the package of the same name. */
@NullMarked
package dev.smalti.lang;

import org.jspecify.annotations.NullMarked;
