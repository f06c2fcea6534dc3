package dev.smalti.processor.ir;

/** An element-wise function of two tiles: known, or a parameter that an instance fixes. */
public sealed interface BinaryOperator permits BinaryOp, OperatorParameter {}
