package dev.smalti.examples.conformance;

import java.util.List;
import java.util.stream.Stream;

/** The mistakes in kernels, task graphs and calls that the reference reports: S, T, I and R. */
final class WrongKernels {
  private WrongKernels() {}

  static List<Row> all() {
    return Stream.of(structure(), loopsAndTasks(), types(), shapes(), calls(), runs())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> structure() {
    return List.of(
        Row.rejected("S1", "a parameter without a shape or an element type"),
        Row.rejected("S2", "a field that is no constant"),
        Row.rejected("S3", "a name that is unknown, or known in one branch only"),
        Row.rejected("S4", "statements that kernels do not have"),
        Row.rejected("S5", "a call of an ordinary method"),
        Row.rejected("S6", "an operation of tiles on a tensor, or one that does not exist"),
        Row.rejected("S7", "computing in a task graph or program"),
        Row.rejected("S8", "a tensor made, or a kernel called, in a kernel"),
        Row.rejected("S9", "a task graph that calls a task graph"),
        Row.rejected("S10", "functions that call each other in a ring"),
        Row.rejected("S11", "blocks in blocks"),
        Row.rejected("S18", "an input that is written, an output that is not"),
        Row.rejected("S19", "an output that is a number; a parameter or result of another type"),
        Row.rejected("S26", "an assertion about constants that is wrong, or about no constants"),
        Row.rejected("S27", "specializations that do not fit"));
  }

  private static List<Row> loopsAndTasks() {
    return List.of(
        Row.rejected("S12", "a loop with a step of 0, bounds that are not known, four arguments"),
        Row.rejected("S13", "leaving a loop whose rounds are not one after another"),
        Row.rejected("S14", "a condition that is no truth value"),
        Row.rejected("S15", "branches that give tiles of other types"),
        Row.rejected("S16", "a round that changes the type of a tile"),
        Row.rejected("S17", "an output that is assigned"),
        Row.inexpressible(
            "S20",
            "a split over vector units",
            "@InCore",
            "a kernel runs on one core; how it uses vectors is not part of the language"),
        Row.rejected("S21", "blocks without a count, or with a body that is not one kernel"),
        Row.rejected(
            "S22",
            "a task of no kernel, of other arguments, or that writes an input; one output twice"
                + " is refused as in I8"),
        Row.rejected("S23", "a task after what is no task, or after an array and a task at once"),
        Row.inexpressible(
            "S24",
            "an argument that makes no edge",
            "TaskOption",
            "a task only comes after others; nothing takes away an order"),
        Row.accepted(
            "S25",
            "a task under a condition of several comparisons, with what is no literal, of bytes",
            "an `if` of the task graph takes any condition over elements and numbers"));
  }

  private static List<Row> types() {
    return List.of(
        Row.rejected("T1", "operands of two element types"),
        Row.rejected("T2", "a fraction or a large number for integers"),
        Row.rejected("T3", "a matrix product of shapes or types that do not fit"),
        Row.rejected("T4", "a matrix product added to a tile that does not fit"),
        Row.rejected("T5", "a reduction of nothing, or one that the type does not have"),
        Row.rejected("T8", "a cast that changes nothing, rounds nothing, or is of no tile"),
        Row.rejected("T20", "a matrix product of bytes, stored as bytes"),
        Row.rejected("T22", "a result declared with another type"),
        Row.inexpressible(
            "T21",
            "operations of one unit on the other side of a split",
            "@InCore",
            "a kernel runs on one core, which has all operations"),
        Row.rejected("T23", "tiles larger than the memory of a core"),
        Row.accepted(
            "T24",
            "rows that are no multiple of 32 bytes, at odd addresses; an inner extent of any"
                + " number",
            "elements may lie anywhere"),
        Row.accepted(
            "T25", "short runs of memory", "columns of any width are read and written as they lie"),
        Row.accepted(
            "T26",
            "more stages than fit; a product that no block divides",
            "the stages are a hint, and a note says that it has no effect (SML-419); blocks fit"),
        Row.rejected("T27", "a barrier of the blocks of a task"));
  }

  private static List<Row> shapes() {
    return List.of(
        Row.rejected("T6", "a column or row that does not fit"),
        Row.rejected("T7", "tiles with other valid extents; operations that a type lacks"),
        Row.rejected("T9", "a view with other axes, beyond the tensor, or of a fraction"),
        Row.rejected("T10", "a tile put where it does not fit"),
        Row.rejected("T11", "a reshape to another count of elements"),
        Row.rejected("T12", "a transpose of axes that are one, or not there"),
        Row.rejected("T13", "a valid extent beyond the tile"),
        Row.rejected("T14", "a padded tile that is smaller, or padded with a text"),
        Row.rejected("T15", "tiles of other heights, side by side"),
        Row.rejected("T16", "indices of another type or shape"),
        Row.rejected("T17", "the best of more elements than there are, or of none"),
        Row.rejected("T18", "made tiles of types or axes that they do not have"),
        Row.rejected("T19", "an element at other axes, beyond the tensor, of another type"));
  }

  private static List<Row> calls() {
    return List.of(
        Row.rejected("I1", "an argument of another element type"),
        Row.refusedWhenRun("I2", "arguments with two sizes for one symbol"),
        Row.rejected("I3", "too few arguments, too many, or a kernel that does not exist"),
        Row.accepted(
            "I4",
            "rows that are apart, and memory of several kinds",
            "arguments are views of any strides; the smaller side is copied if kinds differ"),
        Row.rejected("I5", "a tensor of Java types that are no elements"),
        Row.rejected("I6", "a number that is known when it runs, for a constant"),
        Row.rejected("I7", "an argument or option of a name that does not exist"),
        Row.refusedWhenRun("I8", "an output that shares elements with another argument"));
  }

  private static List<Row> runs() {
    return List.of(
        Row.refusedWhenRun("R1", "an index beyond a tensor, a division by 0"),
        Row.refusedWhenRun("R2", "a wait that nothing ends"));
  }
}
