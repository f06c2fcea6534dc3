package dev.smalti.processor.ir;

/**
 * Something that no function of the intermediate representation may be.
 *
 * @param rule which promise is broken
 * @param span the place in the user's source that the statement came from
 * @param text what is wrong, with the values
 */
public record Violation(Rule rule, Span span, String text) {

  /** What is promised. */
  public enum Rule {
    /** A name stands for one variable, symbol or parameter of the function. */
    NAME_UNIQUE,
    /** A variable is defined before its use, in the same block or one around it. */
    IN_SCOPE,
    /** A use has the type of the definition. */
    USE_TYPE,
    /** Tiles, scalars, memory and signals stand where such are needed. */
    KIND,
    /** A variable has the type of what it is bound to. */
    BOUND_TYPE,
    /**
     * Only scalar, tile and task variables are assigned; no parameter, counter or name of an
     * extent.
     */
    ASSIGNABLE,
    /** An extent speaks of symbols, {@code int} parameters and unchanged {@code int} variables. */
    EXTENT_NAME,
    /** Extents are positive, of signals not negative; the valid part is not larger. */
    EXTENT_VALUE,
    /** A position or box has one entry an axis; memory has 1 to 5 axes. */
    AXES,
    /** Operands have one element type. */
    ELEMENT_TYPE,
    /** Extents of operands are equal, or 1. */
    SHAPE,
    /** Valid parts of operands are equal where the extents are. */
    BOX,
    /** An operation has the type that its operands give it. */
    OPERATION_TYPE,
    /** The element type has the operation. */
    NO_OPERATION,
    /** Scalar operands are promoted, conditions are {@code boolean}, positions are integers. */
    SCALAR_TYPE,
    /** {@code break} and {@code continue} stand in a loop; a step is not 0. */
    LOOP,
    /** Results are returned by the last statement, and there only. */
    RETURN,
    /** Each plane does what is its own. */
    PLANE,
    /** A dispatch is local definitions and one call of a kernel. */
    DISPATCH,
    /** A call fits its callee. */
    CALL,
    /** Every symbol follows from the extents of the arguments. */
    SYMBOL,
    /** A type parameter is declared. */
    ELEMENT_PARAMETER,
    /** An operator parameter is declared. */
    OPERATOR_PARAMETER,
    /** A wait is for {@code GE} or {@code EQ}. */
    RELATION,
    /** A barrier has one cell a rank. */
    BARRIER_SHAPE,
    /** What is written is no input. */
    DIRECTION,
    /** Everything names its place in the source. */
    SPAN
  }

  @Override
  public String toString() {
    return span + ": " + rule + ": " + text;
  }
}
