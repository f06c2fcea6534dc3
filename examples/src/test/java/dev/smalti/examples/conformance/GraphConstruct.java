package dev.smalti.examples.conformance;

import java.util.List;

/**
 * A construct of languages for graphs of tasks, and what has become of it here.
 *
 * @param name in words
 * @param fate kept, lifted or dropped
 * @param instead what is written here, or why nothing has to be
 * @param rows ids of the table that show it
 */
record GraphConstruct(String name, Fate fate, String instead, List<String> rows) {
  /** What has become of it. */
  enum Fate {
    /** It is here. */
    KEPT,
    /** It is here, without the limits that it has elsewhere. */
    LIFTED,
    /** It is not here. */
    DROPPED
  }

  private static final List<GraphConstruct> ALL =
      List.of(
          new GraphConstruct(
              "regions of a graph that become kernels",
              Fate.DROPPED,
              "a kernel is a method: it has a name, shapes and directions, and Java calls it alone",
              List.of("S7", "S8")),
          new GraphConstruct(
              "bodies put where they are called",
              Fate.KEPT,
              "`@Inline` methods, on every plane",
              List.of("F9")),
          new GraphConstruct(
              "returned values",
              Fate.DROPPED,
              "results are `@Out` parameters, whose memory the caller chooses; an `@Inline` method"
                  + " returns tiles, tensors, numbers and records of them",
              List.of("F5", "S19")),
          new GraphConstruct(
              "handles of tasks",
              Fate.KEPT,
              "`Task t = submit(() -> kernel(...))`; a plain call is a task without one",
              List.of("E1", "S22")),
          new GraphConstruct(
              "edges between tasks",
              Fate.LIFTED,
              "`after(tasks)`, of an array too, which a loop of run-time bounds may have filled",
              List.of("E1", "S23")),
          new GraphConstruct(
              "tasks that do nothing, to join others",
              Fate.DROPPED,
              "`after` takes any number of tasks, and an array of them is a fence",
              List.of("S23")),
          new GraphConstruct(
              "scopes without derived order",
              Fate.DROPPED,
              "an order that is written by hand can be forgotten; what waits for no signal keeps"
                  + " the order in which it stands",
              List.of("E1", "D15")),
          new GraphConstruct(
              "scopes that free memory and slots",
              Fate.DROPPED,
              "there are no rings of slots that a graph could fill",
              List.of("F7")),
          new GraphConstruct(
              "arguments that make no edge",
              Fate.DROPPED,
              "nobody could check the claim; a view of the part that a task touches says it",
              List.of("S24")),
          new GraphConstruct(
              "tasks under a predicate",
              Fate.LIFTED,
              "an `if` of the graph, with any condition over numbers and elements",
              List.of("S25")),
          new GraphConstruct(
              "tasks staged before what they wait for is done",
              Fate.DROPPED,
              "a hint that changes no result",
              List.of("S24")),
          new GraphConstruct(
              "one task in many blocks", Fate.KEPT, "`spmd(n, block -> ...)`", List.of("S21")),
          new GraphConstruct(
              "blocks that start all at once",
              Fate.DROPPED,
              "blocks do not wait for each other; ranks do, and all ranks of a dispatch run",
              List.of("T27", "B7")),
          new GraphConstruct(
              "barriers of all cores of a device",
              Fate.DROPPED,
              "the end of one launch is the barrier before the next; between ranks there are"
                  + " signals",
              List.of("T27")),
          new GraphConstruct(
              "groups of cores of several kinds, and splits over them",
              Fate.DROPPED,
              "a core is of one kind",
              List.of("S20", "T21")),
          new GraphConstruct(
              "the device of a task",
              Fate.LIFTED,
              "a domain: `world.pick(1).forEachRank(...)`, and ranks count in it",
              List.of("F1", "F6")),
          new GraphConstruct(
              "tasks without a device, placed in turn",
              Fate.DROPPED,
              "a dispatch covers all ranks of its domain; what differs is an argument",
              List.of("F9")),
          new GraphConstruct(
              "host code as a task",
              Fate.KEPT,
              "a callback: a functional parameter of a program, called between dispatches",
              List.of("F7", "F8", "F10")),
          new GraphConstruct(
              "carried values and yields",
              Fate.DROPPED,
              "variables of Java, which javac checks",
              List.of("S15", "S16")),
          new GraphConstruct(
              "assertions and prints while compiling",
              Fate.KEPT,
              "`staticAssert` and `staticPrint`",
              List.of("S26")));

  static List<GraphConstruct> all() {
    return ALL;
  }
}
