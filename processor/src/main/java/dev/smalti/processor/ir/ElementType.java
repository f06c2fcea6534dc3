package dev.smalti.processor.ir;

/** The type of a tensor's or tile's elements: known, or a parameter that an instance fixes. */
public sealed interface ElementType permits Element, ElementParameter {}
