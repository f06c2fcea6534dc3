/**
 * What a runtime provides to the language, and how generated code reaches the memory of a tensor.
 *
 * <p>Users of the language need nothing of this package. {@link dev.smalti.lang.spi.EagerRanks} is
 * found by {@link java.util.ServiceLoader} and runs annotated methods of several ranks as they
 * stand; {@link dev.smalti.lang.spi.Ranks}, {@link dev.smalti.lang.spi.WindowMemory} and {@link
 * dev.smalti.lang.spi.SignalCells} are what such a run is made of; {@link
 * dev.smalti.lang.spi.Storage} is what a tensor wraps.
 *
 * <p>Depends on nothing but the two enums {@link dev.smalti.lang.Update} and {@link
 * dev.smalti.lang.Compare}.
 */
@NullMarked
package dev.smalti.lang.spi;

import org.jspecify.annotations.NullMarked;
