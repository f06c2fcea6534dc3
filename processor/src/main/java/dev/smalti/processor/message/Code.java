package dev.smalti.processor.message;

/**
 * Every kind of diagnostic, once. The number is stable, the page {@code docs/en/errors/SML-nnn.md}
 * has a failing and a mended example. Hundreds tell the part: 0 the tool, 1 declarations, 2 types
 * and shapes, 3 planes and directions, 4 the accepted Java, 5 signals and peers, 6 the memory of a
 * device, 7 protocols, 8 what costs time ({@code -Asmalti.hints}).
 */
public enum Code {
  INTERNAL(
      1,
      "the compiler failed on this method",
      "This is a fault of Smalti, not of your code: report it with the method and this message."),
  NOT_JAVAC(
      2,
      "kernels are read by javac",
      "Build with javac; in Eclipse, let Maven or Gradle compile this project."),
  UNKNOWN_OPTION(3, "there is no such option", "Remove the option or correct its name."),
  UNKNOWN_VERSION(
      4,
      "the compiled form is of another version",
      "Compile both with the same version of Smalti."),
  NAME_CLASH(
      5, "two generated classes would have one name", "Rename one of the two methods or classes."),
  BODY_UNAVAILABLE(
      6,
      "the body of a called method cannot be read",
      "Compile the artefact that has the method with the Smalti processor."),

  NOT_STATIC(
      101,
      "an annotated method is static",
      "Make the method static; pass what it needs as parameters."),
  PRIVATE(
      102,
      "generated code cannot reach a private method or class",
      "Make the method, and every class around it, at least package-private."),
  NOT_VOID(
      103,
      "a kernel or program returns nothing",
      "Return nothing; write the result to an @Out parameter."),
  NO_BODY(104, "an annotated method has a body", "Give the method a body."),
  SEVERAL_PLANES(105, "a method is on one plane", "Keep one of @InCore, @Jit, @Host and @Inline."),
  LOCAL_CLASS(
      106,
      "an annotated method is in a named class",
      "Move the method to a top-level or nested class."),
  PARAMETER_TYPE(
      107,
      "a parameter of this type cannot be passed",
      "Pass tensors, windows, signals and scalars of a primitive type; to @Host callbacks as"
          + " well."),
  SHAPE_MISSING(
      108,
      "a tensor, window or signal parameter has a shape",
      "Write @Shape with one extent an axis: a constant, a symbol or `?`."),
  SHAPE_SYNTAX(
      109,
      "the text of a shape cannot be read",
      "Separate extents by commas; an extent is a number, a name, `?`, or an expression of "
          + "them with + - * / and parentheses."),
  NOT_CONST(
      132,
      "the argument of a @Const parameter is a compile-time constant",
      "Pass a literal, a `static final` constant, or a @Const parameter of this method."),
  VARIANT(
      133,
      "a variant gives each type parameter and each @Const parameter one value",
      "Write @Specialize(\"T = F32, op = SUM, n = 1024\") on a kernel or task graph."),
  RECORD_FORM(
      134,
      "a record that is a parameter is taken apart into what a method may take",
      "Let its components be tensors, windows, signals, primitive values and records of them, and"
          + " leave its accessors to the compiler."),
  TYPE_UNDETERMINED(
      131,
      "the arguments of a call say what every type parameter is",
      "Pass memory, a tile or an element type of that type."),
  SHAPE_CONSTANT(
      110,
      "an upper-case name in a shape is a constant in scope",
      "Declare the constant or correct the name; a symbol starts in lower case."),
  SYMBOL_ONCE(
      111,
      "a symbol in a shape is used twice or more",
      "Correct the spelling, or write `?` for an extent that nothing else has."),
  SYMBOL_UNDETERMINED(
      112,
      "a symbol follows from the extents of the arguments",
      "Let the symbol stand alone, or once in a linear expression, in the shape of some "
          + "parameter."),
  DIRECTION_MISPLACED(113, "a direction belongs to a tensor or window", "Remove the direction."),
  SEVERAL_DIRECTIONS(
      114,
      "a parameter has one direction",
      "Keep one of @In, @Out and @InOut; what is read and written is @InOut."),
  WORLD_FIRST(
      115,
      "the first parameter of a program is the World",
      "Make `World world` the first parameter."),
  METHOD_FORM(
      116,
      "the form of an annotated method",
      "Write a plain static method: no varargs, no `throws`; a type parameter extends DType."),
  WORLDS_TEXT(
      117,
      "the worlds and sizes of a program can be read",
      "Write @Host(worlds = \"1..8, 16\", sizes = \"n = 1, 17; root = 0\")."),
  SHAPE_MISPLACED(118, "a shape belongs to a tensor, window or signal", "Remove @Shape."),
  ELEMENT_TYPE_MISSING(
      119, "the element type is written down", "Write the element type: Tensor<F32>."),
  UNREAD_ANNOTATION(
      120,
      "annotations belong to annotated methods and their parameters",
      "Annotate the method with @InCore, @Jit or @Host, or remove the annotation."),

  NO_OPERATION(
      201,
      "the element type does not have this operation",
      "Use another operation, or cast the tile first."),
  SHAPES_DIFFER(
      204,
      "the shapes of the operands differ",
      "Give both operands the same shape; an axis of extent 1 is stretched."),
  BOXES_DIFFER(
      205, "the valid boxes of the operands differ", "Load both operands with the same valid box."),
  AXES_DIFFER(
      206,
      "a position or extent has one entry an axis",
      "Write one entry for each axis of the tensor."),
  OUT_OF_BOUNDS(207, "a region lies inside its tensor", "Correct the position or the shape."),
  DOES_NOT_FIT(
      208,
      "a stored tile fits its target",
      "Store a tile of the target's shape, or slice the target."),
  EXTENT_NOT_POSITIVE(
      209, "an extent is a positive int", "Make every extent at least 1 and at most 2147483647."),
  EXTENT_FORM(
      210, "an extent is fixed while its tile lives", "Use constants, dimensions and int values."),
  TILE_TOO_LARGE(
      211,
      "a tile fits the scratch budget",
      "Work in blocks: load and store a part of the rows in a loop."),
  SCALAR_KIND(
      212,
      "a scalar operand is of the tile's kind",
      "Write a whole number for an integer tile, or cast the tile."),
  TYPE_CHANGES(
      213, "a variable keeps one shape", "Use another variable for the tile of another shape."),
  ARGUMENT_SHAPE(
      216,
      "an argument has the parameter's shape",
      "Pass a tensor of the declared shape, or slice it."),
  SAME_TYPE(
      214,
      "a cast changes the element type",
      "Leave the cast out: the elements stay what they are."),
  ROUNDED_CAST(
      215,
      "a rounding belongs to a cast that loses something",
      "Name a rounding from a float to an integer, or to a float that holds less."),
  INTEGER_DIVISION(
      217,
      "an int division does not scale a tile of floats",
      "Write `.div(n)` on the tile, or `1.0 / n`."),
  TYPED_VIEW(
      218,
      "a typed view lies inside its window, at a multiple of the size of its elements",
      "Make the view smaller or the window larger, or take a slice that starts where elements do."),

  WRONG_PLANE(
      301,
      "an operation belongs to its plane",
      "Move the operation to a method of the plane that has it."),
  KERNEL_CALL(
      302,
      "a kernel is called from @Jit or @Host only",
      "Make the called method @Inline, or the calling one @Jit."),
  WRITES_INPUT(305, "an input is not written", "Mark the parameter @Out or @InOut."),
  NEVER_WRITTEN(306, "an output is written", "Store to the parameter, or remove its direction."),
  DIRECTION_DIFFERS(
      307,
      "the direction agrees with the body",
      "Write @InOut for what is read and written, @Out for what is only written."),
  PARAMETER_ASSIGNED(308, "a parameter is not assigned", "Use a local variable."),
  DISPATCH_FORM(
      310,
      "forEachRank dispatches one call",
      "Write forEachRank(r -> kernel(...)), with local declarations before the call at most."),
  SPMD_FORM(
      312,
      "blocks run one kernel, each on its own part",
      "Write spmd(n, block -> kernel(a, out, block)), with local declarations before the call at "
          + "most."),
  TASK_FORM(
      315,
      "a task is one kernel, and comes after tasks",
      "Write submit(() -> kernel(a, out), after(task)), with local declarations before the call at "
          + "most."),
  ALLOCATION_UNUSED(
      313,
      "a window or signal is used by a dispatch or collective",
      "Pass it to a kernel, or remove it."),
  OTHER_DOMAIN(
      314,
      "a window or signal is used in dispatches of the domain that made it",
      "Make it with the domain that dispatches, or dispatch with the one that made it."),
  ALLOCATION_PLACE(
      311,
      "windows and signals are allocated once, in @Host",
      "Allocate at the start of the @Host method, outside of loops and branches."),

  STATEMENT(
      401,
      "this statement is not part of the language",
      "Use local variables, assignments, if, for, while, break, continue and calls."),
  EXPRESSION(
      402,
      "this expression is not part of the language",
      "Use arithmetic, comparisons, conditionals and the operations of the language."),
  LOCAL_TYPE(
      403,
      "a local variable of this type is not part of the language",
      "Use tiles, masks, tensors, int, long, float, double and boolean."),
  ORDINARY_CALL(
      404,
      "an ordinary method cannot be called here",
      "Annotate the method with @Inline, or compute the value outside and pass it as a parameter."),
  OBJECT_METHOD(
      405,
      "this is a method of java.lang.Object",
      "Write signal.notify(peer, cell) or signal.await(cell)."),
  RESULT_UNUSED(406, "the result of an operation is used", "Assign or store the result."),
  HIDDEN_NAME(
      407, "an own method hides one of Smalti", "Rename your method, or write Smalti.range(...)."),
  NOT_CONSTANT(
      408,
      "a captured value is a compile-time constant",
      "Make the field `static final` with a constant value, or pass the value as a parameter."),
  LOOP_FORM(
      409,
      "a basic for loop counts",
      "Write for (int i = from; i < to; i += step), or a while loop."),
  LOOP_SOURCE(
      410, "an enhanced for loop goes over range", "Write for (int i : range(from, to, step))."),
  RECURSION(411, "helpers are not recursive", "Write a loop."),
  CALL_PLACE(
      412,
      "the condition of a loop is an expression alone",
      "Compute the value in a statement before the loop, and again at the end of its body."),
  RETURN_PLACE(
      413,
      "return is the last statement",
      "Use if and else around the rest, and one return at the end."),
  LOOP_CONSTANT(
      414,
      "what shapes a loop is a constant",
      "Write a number or a `static final` field; range takes values of run time."),
  LOOP_JUMP(
      415,
      "break and continue belong to loops that run in order",
      "Write range instead, or put the rest of the body into an if."),
  PARALLEL_CARRIES(
      416,
      "a parallel loop carries no value from round to round",
      "Write range instead, or declare the variable inside the loop."),
  PARALLEL_OVERLAP(
      417,
      "rounds of a parallel loop touch nothing that another round writes",
      "Let the position move on with the counter by what a round writes, or write range instead."),
  HINT_WITHOUT_EFFECT(
      419,
      "a hint has no effect here",
      "Nothing has to be done: the result is the same, and so is the code without the hint."),
  COUNTER_ASSIGNED(418, "a loop counter is not assigned", "Use another variable, or a while loop."),
  ARRAY_FORM(
      423,
      "a local array is made by its declaration, and has a constant length",
      "Write `int[] next = new int[LENGTH];`, with int, long, float, double or boolean."),
  STATIC_ASSERT(
      420,
      "what is asserted of constants holds",
      "Change the constants, or the condition if it demands too much."),
  STATIC_CONSTANT(
      421,
      "what is said while compiling is known then",
      "Use literals, `static final` fields and constant extents."),
  STATIC_PRINT(
      422,
      "what the source prints while it is compiled",
      "Remove the staticPrint when it is read."),

  RELATION(
      501,
      "a signal is awaited with GE or EQ",
      "Write GE for a counter that goes up, EQ for an exact value."),
  SIGNAL_SHAPE(
      504,
      "a barrier has one cell a rank",
      "Declare the signal with @Shape(\"ranks\") or @Shape(\"ranks, 1\")."),
  PEER_RANGE(
      505,
      "a peer is a rank",
      "Use a number from 0 to ranks - 1; add ranks before the % of a difference."),

  CONDITION(
      506,
      "a condition asks whether a cell has risen to a value",
      "Write signal.reaches(cell, GE, value) with a value of at least 1."),

  COLLECTIVES_MISSING(
      520,
      "the collectives are on the class path",
      "Add the artefact dev.smalti:collectives-lib as a dependency."),
  ALGORITHM(
      521,
      "a collective is carried out by an algorithm that it offers",
      "Name one that it offers, or none: it is chosen then."),
  COLLECTIVE_SIGNAL(
      522,
      "a collective in a kernel is given a signal",
      "Pass a Signal with a cell for each rank, `@Shape(\"ranks\") Signal signal`."),
  COLLECTIVE_OPERANDS(
      523, "the windows of a collective do not overlap", "Allocate a window for each operand."),
  COLLECTIVE_SIZES(
      524,
      "each operand of a collective has as many elements as it moves",
      "Take a view of the larger, or allocate it with the shape that is needed."),
  COLLECTIVE_CORES(
      525,
      "a collective of a program is spread over cores that it can use",
      "Give it a signal with a column of cells for each core, or leave cores(...) out."),

  DEVICE_CAPACITY(
      601,
      "the tiles of a kernel fit the memory of the device",
      "Work on fewer rows or columns at a time, or narrow the element type."),
  DEVICE_ALIGNMENT(
      602,
      "a row of a tile is a multiple of 32 bytes on the device",
      "Give the tile a wider shape and load the valid part of it."),
  DEVICE_ELEMENT(
      603, "the device has the element type", "Use F32, F16 or BF16, or an integer type."),
  DEVICE_UNKNOWN_SIZE(
      604,
      "the memory of a device is planned for tiles of known shapes",
      "Give the tile a constant shape and a valid part, or the extent a value by @Specialize."),

  DEADLOCK(
      701,
      "every schedule ends with ranks that wait for ever",
      "Notify before you wait, on every path and for every cell that is awaited."),
  RANK_FAILS(
      703,
      "no rank fails, for any checked number of ranks",
      "Keep peers, cells and regions inside for every rank and every number of ranks."),
  COLLECTIVES_DIFFER(
      704,
      "all ranks of a domain call the same collectives",
      "Let all ranks of a domain call the same collectives with a signal, in the same order."),
  NOT_DECIDED(
      702,
      "the protocol cannot be decided at compile time",
      "Nothing has to be done: the same check runs on the real values."),

  NOT_FUSED(
      801,
      "a tile is kept between the loops that make and use it",
      "Load blocks that stay in the cache, or compute the value again where it is used."),
  STAGED(
      802,
      "data goes through scratch on its way",
      "Nothing has to be done; where it matters, load parts of constant size or compute less at"
          + " once."),
  NOT_IN_VECTORS(
      803,
      "a loop is not written in vectors",
      "Use types and operations that have vectors; HotSpot may make some of the plain loop."),
  READ_AGAIN(
      804,
      "the same is read or folded again for each strip",
      "Nothing has to be done where one strip is all; else load a part of the rows or columns."),
  COPIED(
      805,
      "a tile is copied, as what it was loaded from may be overwritten",
      "Where the tile is large, store to other memory or to the very place that was loaded."),
  SPLIT(
      806,
      "a kernel is written as several methods",
      "Nothing has to be done: the parts are compiled one by one.");

  private final int number;
  private final String summary;
  private final String help;

  Code(int number, String summary, String help) {
    this.number = number;
    this.summary = summary;
    this.help = help;
  }

  /** {@code SML-204}. */
  public String id() {
    return "SML-%03d".formatted(number);
  }

  /** The rule, one line: the title of the page. */
  public String summary() {
    return summary;
  }

  /** What to do, one line: printed where a report says nothing more precise, and on the page. */
  public String help() {
    return help;
  }
}
