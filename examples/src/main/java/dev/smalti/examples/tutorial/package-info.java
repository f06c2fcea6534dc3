/** The programs of the tutorial: {@code docs/en/tutorial} shows and explains them. */
@NullMarked
package dev.smalti.examples.tutorial;

import org.jspecify.annotations.NullMarked;
