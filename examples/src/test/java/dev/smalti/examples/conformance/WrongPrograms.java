package dev.smalti.examples.conformance;

import java.util.List;
import java.util.stream.Stream;

/** The programs that the reference refuses: group H. */
final class WrongPrograms {
  private WrongPrograms() {}

  static List<Row> all() {
    return Stream.of(windows(), contexts(), signals(), remoteAccess())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> windows() {
    return List.of(
        Row.rejected("H1", "a window made in a kernel or a task graph"),
        Row.rejected("H2", "a window made in a dispatch"),
        Row.rejected("H3", "a window made for an element of an array, or for nothing"),
        Row.rejected("H4", "two windows with one name"),
        Row.rejected("H5", "a count of bytes and an element type"),
        Row.rejected("H6", "a window with an explicit name"),
        Row.rejected("H7", "a window without an element type"),
        Row.rejected("H8", "a window of no shape, or with an extent below 1"),
        Row.inexpressible(
            "H9",
            "a window with an empty name",
            "Domain.window(T, Extent)",
            "a window is called as the variable that it is assigned to"),
        Row.rejected("H10", "a window that is made of a plain tensor"),
        Row.rejected("H11", "a window parameter without a shape or an element type"),
        Row.rejected("H12", "the number of ranks, asked with an argument"),
        Row.rejected("H13", "the world in a kernel"),
        Row.rejected("H14", "a dispatch of what is neither a kernel nor a task graph"),
        Row.rejected("H15", "a window or signal that nothing uses"),
        Row.rejected("H16", "a window of which only a view is made"),
        Row.accepted(
            "H17", "a barrier with a signal of its own", "its domain is that of the world"),
        Row.rejected("H18", "a loop over some of the ranks instead of a dispatch"),
        Row.inexpressible(
            "H21",
            "a window in two domains",
            "Domain.window(T, Extent)",
            "a window belongs to the domain that makes it"));
  }

  private static List<Row> contexts() {
    return List.of(
        Row.rejected("H22", "the rank of a plain tensor, or with an argument"),
        Row.rejected("H23", "the rank of a tile or a number"),
        Row.rejected("H24", "operations that do not exist"),
        Row.inexpressible(
            "H25",
            "a context that is left over in a kernel",
            "Window.rank()",
            "a window knows its domain: there is no value of a context that a pass could leave"),
        Row.rejected("H26", "a condition that chooses between windows"),
        Row.rejected("H27", "a loop that carries another window from round to round"),
        Row.rejected("H28", "a window that is picked from an array"));
  }

  private static List<Row> signals() {
    return List.of(
        Row.rejected("H29", "a notify or await on a tensor or window"),
        Row.rejected("H30", "a cell with another number of axes than the signal"),
        Row.rejected("H34", "a signal with an element type, without axes, or made as a window"),
        Row.accepted(
            "H43",
            "a kernel named as something of the runtime",
            "names of generated code make way"),
        Row.inexpressible(
            "H36",
            "a waiter that is launched with early resolve",
            "Task Signal.reaches(Index, Compare, int)",
            "a condition is a task itself; there is no kernel that waits and no launch of one"),
        Row.inexpressible(
            "H37",
            "a waiter that is nested in another launch",
            "Task Signal.reaches(Index, Compare, int)",
            "a condition is a task itself and has no body to nest"));
  }

  private static List<Row> remoteAccess() {
    return List.of(
        Row.rejected("H45", "a remote load with too few or too many arguments"),
        Row.rejected("H46", "a remote load or store of a plain tensor"),
        Row.rejected("H47", "a peer that is no int"),
        Row.rejected("H48", "a position that is a number, or swapped with the shape"),
        Row.rejected("H49", "a position or shape with another number of axes than the window"),
        Row.rejected("H50", "a valid extent that is negative or a fraction"),
        Row.rejected("H51", "a remote load beyond the window"),
        Row.inexpressible(
            "H52",
            "a layout of the matrix unit",
            "Tile<T extends DType>",
            "a tile has rows and columns; where its elements lie is not part of its type"),
        Row.rejected("H53", "a remote store of a tensor or window"),
        Row.rejected("H54", "a remote load or store of another element type"),
        Row.accepted("H55", "a remote store to one axis, or of several rows", "stores all of them"),
        Row.rejected("H56", "a remote store beyond the window, on each axis"),
        Row.rejected("H57", "a remote store with five arguments, or a shape as the update"),
        Row.rejected("H58", "an addition to truth values"),
        Row.rejected("H59", "an update that is no Update"));
  }
}
