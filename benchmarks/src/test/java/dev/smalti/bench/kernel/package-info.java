/** What is said when a peer cannot be made. */
@NullMarked
package dev.smalti.bench.kernel;

import org.jspecify.annotations.NullMarked;
