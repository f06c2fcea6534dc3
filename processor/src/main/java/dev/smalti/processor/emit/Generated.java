package dev.smalti.processor.emit;

/**
 * A class to be written.
 *
 * @param name its qualified name
 * @param text its source
 */
public record Generated(String name, String text) {}
