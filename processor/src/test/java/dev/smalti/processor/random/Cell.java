package dev.smalti.processor.random;

import dev.smalti.processor.ir.Element;

/**
 * What is counted: an operation on elements of a type somewhere.
 *
 * @param operation its name in {@link Catalogue}
 */
record Cell(String operation, Element element, Surrounding surrounding) {}
