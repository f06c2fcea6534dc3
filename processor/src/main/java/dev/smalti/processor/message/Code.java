package dev.smalti.processor.message;

/**
 * Every kind of diagnostic, once. The number is stable, the page {@code docs/en/errors/SML-nnn.md}
 * has a failing and a mended example. Hundreds tell the part: 0 the tool, 1 declarations, 2 types
 * and shapes, 3 planes and directions, 4 the accepted Java, 5 signals and peers, 7 protocols.
 */
public enum Code {
  INTERNAL(1, "the compiler failed on this method"),
  NOT_JAVAC(2, "kernels are read by javac"),
  UNKNOWN_OPTION(3, "there is no such option"),
  UNKNOWN_VERSION(4, "the compiled form is of another version"),
  NAME_CLASH(5, "two generated classes would have one name"),
  BODY_UNAVAILABLE(6, "the body of a called method cannot be read"),

  NOT_STATIC(101, "an annotated method is static"),
  PRIVATE(102, "generated code cannot reach a private method or class"),
  NOT_VOID(103, "a kernel or program returns nothing"),
  NO_BODY(104, "an annotated method has a body"),
  SEVERAL_PLANES(105, "a method is on one plane"),
  LOCAL_CLASS(106, "an annotated method is in a named class"),
  PARAMETER_TYPE(107, "a parameter of this type cannot be passed"),
  SHAPE_MISSING(108, "a tensor, window or signal parameter has a shape"),
  SHAPE_SYNTAX(109, "the text of a shape cannot be read"),
  SHAPE_CONSTANT(110, "an upper-case name in a shape is a constant in scope"),
  SYMBOL_ONCE(111, "a symbol in a shape is used twice or more"),
  SYMBOL_UNDETERMINED(112, "a symbol follows from the extents of the arguments"),
  DIRECTION_MISPLACED(113, "a direction belongs to a tensor or window"),
  SEVERAL_DIRECTIONS(114, "a parameter has one direction"),
  WORLD_FIRST(115, "the first parameter of a program is the World"),
  METHOD_FORM(116, "the form of an annotated method"),
  SHAPE_MISPLACED(118, "a shape belongs to a tensor, window or signal"),
  ELEMENT_TYPE_MISSING(119, "the element type is written down"),

  NO_OPERATION(201, "the element type does not have this operation"),
  SHAPES_DIFFER(204, "the shapes of the operands differ"),
  BOXES_DIFFER(205, "the valid boxes of the operands differ"),
  AXES_DIFFER(206, "a position or extent has one entry an axis"),
  OUT_OF_BOUNDS(207, "a region lies inside its tensor"),
  DOES_NOT_FIT(208, "a stored tile fits its target"),
  EXTENT_NOT_POSITIVE(209, "an extent is positive"),
  EXTENT_FORM(210, "an extent is fixed while its tile lives"),
  TILE_TOO_LARGE(211, "a tile fits the scratch budget"),
  SCALAR_KIND(212, "a scalar operand is of the tile's kind"),
  TYPE_CHANGES(213, "a variable keeps one shape"),
  ARGUMENT_SHAPE(216, "an argument has the parameter's shape"),
  INTEGER_DIVISION(217, "an int division does not scale a tile of floats"),

  WRONG_PLANE(301, "an operation belongs to its plane"),
  KERNEL_CALL(302, "a kernel is called from @Jit or @Host only"),
  WRITES_INPUT(305, "an input is not written"),
  NEVER_WRITTEN(306, "an output is written"),
  DIRECTION_DIFFERS(307, "the direction agrees with the body"),
  PARAMETER_ASSIGNED(308, "a parameter is not assigned"),
  DISPATCH_FORM(310, "forEachRank dispatches one call"),
  ALLOCATION_PLACE(311, "windows and signals are allocated once, in @Host"),

  STATEMENT(401, "this statement is not part of the language"),
  EXPRESSION(402, "this expression is not part of the language"),
  LOCAL_TYPE(403, "a local variable of this type is not part of the language"),
  ORDINARY_CALL(404, "an ordinary method cannot be called here"),
  OBJECT_METHOD(405, "this is a method of java.lang.Object"),
  RESULT_UNUSED(406, "the result of an operation is used"),
  HIDDEN_NAME(407, "an own method hides one of Smalti"),
  NOT_CONSTANT(408, "a captured value is a compile-time constant"),
  LOOP_FORM(409, "a basic for loop counts"),
  LOOP_SOURCE(410, "an enhanced for loop goes over range"),
  RECURSION(411, "helpers are not recursive"),
  CALL_PLACE(412, "a helper is called where it is always evaluated"),
  RETURN_PLACE(413, "return is the last statement"),
  COUNTER_ASSIGNED(418, "a loop counter is not assigned"),

  RELATION(501, "a signal is awaited with GE or EQ"),
  SIGNAL_SHAPE(504, "a barrier has one cell a rank"),
  PEER_RANGE(505, "a peer is a rank"),

  DEADLOCK(701, "every schedule ends with ranks that wait for ever"),
  NOT_DECIDED(702, "the protocol cannot be decided at compile time");

  private final int number;
  private final String summary;

  Code(int number, String summary) {
    this.number = number;
    this.summary = summary;
  }

  /** {@code SML-204}. */
  public String id() {
    return "SML-%03d".formatted(number);
  }

  /** The rule, one line: the title of the page. */
  public String summary() {
    return summary;
  }
}
