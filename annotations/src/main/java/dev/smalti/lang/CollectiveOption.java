package dev.smalti.lang;

/**
 * How a collective is carried out; what it computes does not depend on it. Any number of options
 * may follow the other arguments, one of a kind.
 */
public sealed interface CollectiveOption permits Algorithm, Order, Cores {}
