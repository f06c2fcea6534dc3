package dev.smalti.examples.conformance;

import java.util.List;
import java.util.stream.Stream;

/** Wrong calls of collectives: the end of group H. */
final class WrongCollectives {

  private WrongCollectives() {}

  static List<Row> all() {
    return Stream.of(operands(), inKernels(), inPrograms(), cores()).flatMap(List::stream).toList();
  }

  private static List<Row> operands() {
    return List.of(
        Row.rejected("H75", "an all-reduce by what is no operator"),
        Row.accepted(
            "H76", "an all-reduce of other element types", "every type, of the same values"),
        Row.rejected("H77", "a window as the signal of a collective"),
        Row.rejected("H78", "a collective on a plain tensor"),
        Row.rejected("H79", "a collective whose signal is null"),
        Row.rejected("H81", "a ring without a signal in a kernel"),
        Row.accepted("H82", "a reduce-scatter by another operator", "every operator"),
        Row.rejected("H83", "a root that is negative"),
        Row.rejected("H84", "an all-gather or all-to-all of the window itself"),
        Row.rejected("H85", "an all-gather of other sizes or types, or with too few cells"),
        Row.rejected("H86", "an all-to-all of other sizes or types, or with too few cells"),
        Row.rejected("H87", "an all-to-all-v without an operand"),
        Row.accepted(
            "H88",
            "an all-to-all-v with a signal of another shape",
            "a cell for each rank is enough"),
        Row.rejected("H89", "received counts of another size or type, or in a plain tensor"),
        Row.rejected("H90", "sent counts of another size or type"),
        Row.rejected("H91", "rows that are no part for each rank, or no rows"),
        Row.rejected("H92", "a call of what the collectives are made of"));
  }

  private static List<Row> inKernels() {
    return List.of(
        Row.rejected("H93", "a collective without a signal in a kernel"),
        Row.accepted("H95", "a mesh on the signal of a ring", "one signal serves all algorithms"),
        Row.accepted(
            "H96", "a ring with a signal of another shape", "a cell for each rank is enough"),
        Row.accepted("H97", "a large window, or a part of one", "any size"),
        Row.accepted(
            "H98",
            "a part whose size is known when it runs",
            "a view is combined, the rest is left"),
        Row.rejected("H99", "a view with gaps between its rows"));
  }

  private static List<Row> inPrograms() {
    return List.of(
        Row.accepted("H100", "an all-reduce without a signal in a loop", "may be in any loop"),
        Row.rejected("H101", "an all-reduce as a value"),
        Row.accepted("H102", "an all-to-all-v in a loop", "may be in any loop"),
        Row.rejected("H103", "a signal with fewer cells than the domain has ranks"),
        Row.accepted(
            "H104",
            "a signal whose columns are known when it runs",
            "a cell for each rank is enough"),
        Row.rejected("H108", "an algorithm that does not exist"),
        Row.rejected("H109", "a ring whose signal has fewer cells than there are ranks"),
        Row.accepted(
            "H110",
            "a ring of many ranks, of any size, type and operator",
            "any number of ranks, elements that the ranks do not divide, every operator"),
        Row.rejected("H111", "two operands from one window, each pair"),
        Row.accepted(
            "H112", "a plain tensor as the input in a program", "a tensor that all ranks read"),
        Row.rejected("H113", "a root that the domain does not have"),
        Row.accepted("H114", "collectives of other types in a program", "every type"),
        Row.accepted("H115", "a signal of two axes in a program", "a cell for each rank is enough"),
        Row.rejected("H116", "an operation on tiles in a program"));
  }

  /** Calls on several cores. */
  private static List<Row> cores() {
    return List.of(
        Row.rejected("H80", "a number of cores for a collective"),
        Row.rejected("H94", "several cores for a collective in a kernel"),
        Row.rejected("H105", "a signal too narrow for the cores"),
        Row.refusedWhenRun("H106", "more cores for a collective than there are"),
        Row.rejected("H107", "a ring of several cores"));
  }
}
