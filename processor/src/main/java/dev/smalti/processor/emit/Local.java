package dev.smalti.processor.emit;

/**
 * A local of a generated method.
 *
 * @param type its type as text with marks
 * @param name its name, unique in its function
 */
record Local(String type, String name) {}
