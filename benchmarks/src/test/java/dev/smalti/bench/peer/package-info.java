/** What is said when a peer cannot be made. */
@NullMarked
package dev.smalti.bench.peer;

import org.jspecify.annotations.NullMarked;
