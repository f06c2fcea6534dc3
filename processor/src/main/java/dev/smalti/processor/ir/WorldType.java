package dev.smalti.processor.ir;

/** All devices of a run: the first parameter of a host function. */
public record WorldType() implements Type {}
