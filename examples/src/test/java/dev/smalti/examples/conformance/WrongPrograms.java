package dev.smalti.examples.conformance;

import java.util.List;
import java.util.stream.Stream;

/** The programs that the reference refuses: group H. */
final class WrongPrograms {
  private WrongPrograms() {}

  static List<Row> all() {
    return Stream.of(windows(), contexts(), signals(), remoteAccess(), transfers(), dispatch())
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
            "a window belongs to the domain that makes it"),
        Row.rejected("H19", "a domain with a negative device"),
        Row.accepted(
            "H20", "devices that are computed", "any devices, from numbers known when it runs"));
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
            "a condition is a task itself and has no body to nest"),
        Row.rejected("H31", "a condition that asks for an exact value"),
        Row.rejected("H33", "a condition on a value that is negative, or too large for a cell"),
        Row.accepted("H35", "a condition on a cell of a view", "a view is as good as the signal"),
        Row.accepted("H38", "a helper where conditions are made", "helpers are called anywhere"),
        Row.accepted("H39", "a tensor that is read behind a condition", "read anywhere"),
        Row.accepted("H40", "tensors that are made beside conditions", "made anywhere"),
        Row.accepted("H41", "200 conditions at once", "any number, none of which holds a core"),
        Row.accepted("H42", "a loop of conditions without a known end", "any loop, also of none"));
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

  private static List<Row> dispatch() {
    return List.of(
        Row.rejected("H117", "a run with another number of arguments"),
        Row.inexpressible(
            "H118",
            "a call without a worker, with memory of a device",
            "Program.prepare(DevicePool)",
            "a program runs on a pool; a method that is called as it stands takes any tensor"),
        Row.accepted(
            "H119",
            "a prepared program with ordinary memory",
            "any memory may be passed: arrays, native memory, and both at once"),
        Row.refusedWhenRun("H120", "a tensor whose memory is freed"),
        Row.refusedWhenRun("H121", "a tensor of another shape than the parameter"),
        Row.refusedWhenRun("H122", "a program or pool that is closed"),
        Row.inexpressible(
            "H123",
            "programs for different devices, or one worker with several",
            "Program.prepare(DevicePool)",
            "each program is prepared by itself, for the pool that it runs on"),
        Row.rejected("H124", "callbacks that are unknown, missing, or of another form"),
        Row.worker("H125", "windows kept without zeroing, without being kept", "kept windows"),
        Row.refusedWhenRun("H126", "a run that takes longer than one waits; a negative wait"),
        Row.worker("H127", "a stacked tensor of wrong parts", "tensors of a device"),
        Row.refusedWhenRun("H128", "a pool of no ranks, or with choices that are no choices"),
        Row.rejected("H129", "a run without an output"),
        Row.accepted(
            "H130",
            "a run that fails",
            "fails the same whenever it is joined; those before and after it do not"));
  }

  private static List<Row> transfers() {
    return List.of(
        Row.rejected("H32", "a condition on a cell or value that is a fraction"),
        Row.rejected("H44", "a condition in a kernel"),
        Row.rejected("H60", "a put or get of plain tensors on the side of the peer"),
        Row.rejected("H61", "a put of another element type"),
        Row.rejected("H62", "a put or get between different shapes"),
        Row.rejected("H63", "a put or get between different numbers of axes"),
        Row.rejected("H64", "a put or get of nothing"),
        Row.rejected("H65", "a put or get of regions that are outside, or of other axes"),
        Row.rejected("H66", "a put or get with positions instead of views"),
        Row.rejected("H67", "pieces of a negative or fractional size"),
        Row.rejected("H68", "pieces of one extent, or a pipeline without pieces"),
        Row.accepted("H69", "a put or get of extents known when it runs", "in one piece"),
        Row.rejected("H70", "a put of a tile"),
        Row.rejected("H71", "a get that adds"),
        Row.rejected("H72", "a put or get whose peer is no int"),
        Row.inexpressible(
            "H73",
            "tiles that stage a put, of a wrong shape or element type",
            "Window.put(int, Tensor)",
            "a put reads memory and writes memory; nothing stages it"),
        Row.accepted("H74", "an atomic addition of BF16", "every type but BOOL"));
  }
}
