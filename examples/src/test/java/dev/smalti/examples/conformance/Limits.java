package dev.smalti.examples.conformance;

import dev.smalti.examples.conformance.Limit.Fate;
import java.util.List;
import java.util.stream.Stream;

/** Every limit that the distributed model has elsewhere, and what becomes of it here. */
final class Limits {
  private Limits() {}

  static List<Limit> all() {
    return Stream.of(collectives(), operands(), transfers(), structure(), running())
        .flatMap(List::stream)
        .toList();
  }

  private static Limit lifted(String id, String limit, String instead, String... evidence) {
    return new Limit(id, limit, Fate.LIFTED, instead, List.of(evidence));
  }

  private static Limit kept(String id, String limit, String instead, String... evidence) {
    return new Limit(id, limit, Fate.KEPT, instead, List.of(evidence));
  }

  private static Limit dropped(String id, String limit, String instead, String... evidence) {
    return new Limit(id, limit, Fate.DROPPED, instead, List.of(evidence));
  }

  private static List<Limit> collectives() {
    return List.of(
        lifted(
            "L1",
            "a ring in a program: sums of F32 only, lengths that the ranks divide, at most 16"
                + " ranks",
            "any operator, element type, length and number of ranks",
            "C9",
            "C10",
            "CollectivesTest"),
        lifted(
            "L2",
            "a ring in a kernel: a number of ranks that is known when it is compiled",
            "any number of ranks, with one compiled kernel",
            "B4",
            "B5",
            "B6"),
        lifted(
            "L3",
            "broadcast, all-gather, reduce-scatter and all-to-all in a program: F32 only",
            "every element type",
            "CollectivesTest",
            "AllToAllVTest"),
        lifted(
            "L4",
            "all-reduce: F16 and F32 only",
            "every element type that has the operator",
            "CollectivesTest"),
        lifted(
            "L5",
            "reduce-scatter: sums only",
            "SUM, MAX, MIN, PROD, AND, OR, XOR",
            "CollectivesTest"),
        lifted(
            "L6",
            "a signal of one axis for barrier, broadcast and reduce-scatter in a program",
            "any shape with a cell for each rank",
            "H17",
            "BarrierTest",
            "MisuseTest"),
        lifted(
            "L7",
            "more than 16 ranks: nothing happens, and nothing is said",
            "any number of ranks",
            "CollectivesTest",
            "BarrierTest"),
        lifted(
            "L8",
            "a collective in a program: with a signal, outside of loops",
            "the signal may be left out or given, in loops too",
            "C1",
            "C3",
            "C12"),
        dropped(
            "L9",
            "no collective within an expression",
            "a collective has no value; javac says so",
            "H101"),
        lifted("L10", "no all-to-all-v in loops of a program", "in loops too", "H102"));
  }

  private static List<Limit> operands() {
    return List.of(
        lifted(
            "L11",
            "inputs and counts are windows in a program and plain memory in a kernel",
            "both in both places; a plain tensor of a program is one that all ranks read",
            "B9",
            "B11",
            "C15",
            "H112",
            "CollectivesTest"),
        kept(
            "L12",
            "no memory twice in a call",
            "an error, also for two views of one window",
            "MisuseTest"),
        lifted(
            "L13",
            "all-to-all-v moves all rows, and takes counts as they are",
            "only the rows that are counted; a count below 0 is 0, one above the part is the part",
            "B12",
            "C21",
            "AllToAllVTest"),
        lifted(
            "L14",
            "the window of a barrier, broadcast or reduce-scatter is not used again in a program",
            "used as any window",
            "C11",
            "C14",
            "C18"),
        kept(
            "L15",
            "the algorithm is a constant; several cores for one call only with some algorithms",
            "both are options at the call; several cores by all algorithms but three",
            "MisuseTest"),
        dropped(
            "L16",
            "lengths are filled up to 32 bytes",
            "any length, and nothing beyond it is read or written",
            "B3",
            "B6",
            "CollectivesTest"));
  }

  private static List<Limit> transfers() {
    return List.of(
        lifted("L17", "transfers of at most 16 KiB", "any size", "D6", "D7", "H65"),
        lifted(
            "L18",
            "put and get of a size that is known when they run: with sizes of pieces",
            "pieces are an option; they are checked",
            "D6",
            "D7",
            "H67",
            "H68"),
        lifted(
            "L19",
            "a remote store of two axes, of one row",
            "a tile of any rows, a computed value too",
            "H55",
            "D12",
            "D14"),
        dropped(
            "L20",
            "a remote load has the shape of a register, and a layout",
            "a tile of any shape; there are no layouts",
            "G5a",
            "H52"),
        lifted(
            "L21",
            "additions at a peer: some element types",
            "every element type of numbers",
            "D8",
            "UnalignedAdditionTest"),
        lifted(
            "L22",
            "tasks that wait: GE only, at most 64, no reading afterwards, no nesting",
            "GE, which no rank can miss; any number, reading and nesting as anywhere else",
            "E1",
            "E2",
            "E3",
            "H31",
            "H39",
            "H41",
            "DeferredTest"));
  }

  private static List<Limit> structure() {
    return List.of(
        kept(
            "L23",
            "no condition or loop that chooses among windows",
            "an error: what a program communicates is known before it runs",
            "H26",
            "H27",
            "H28"),
        dropped(
            "L24",
            "a dispatch names a device, a constant or the variable of a loop with step 1",
            "a dispatch covers every rank of its domain; a domain is any set of devices",
            "H18",
            "F1"),
        kept(
            "L25",
            "windows are made in programs; their names are unique",
            "so; javac keeps names apart, in each scope",
            "H1",
            "H2",
            "H4"),
        lifted("L26", "scalars come last", "parameters in any order", "CollectivesTest"),
        lifted(
            "L27",
            "no dispatch of a kernel without a task graph around it",
            "a kernel is a graph of one task",
            "A1",
            "G1"),
        dropped(
            "L28",
            "shared memory before all else; memory that is checked by its address",
            "one process; any tensor can be passed",
            "H119",
            "H120"));
  }

  private static List<Limit> running() {
    return List.of(
        lifted(
            "L29",
            "two runs on the way, the third waits for both",
            "runs queue up; one that finds very many waits for one of them",
            "RunTest"),
        dropped("L30", "windows lie at multiples of 4 KiB", "where they lie is not seen", "D17"),
        kept("L31", "windows are 0 before a run", "so, before any rank can see them", "D15", "G3"),
        lifted(
            "L32",
            "peers, cells and boxes are not checked when it runs",
            "each is, before memory is touched",
            "R1",
            "CheckedCallsTest",
            "ChecksTest"),
        lifted(
            "L33",
            "the root, the size of a view and the number of ranks are not checked",
            "at the call, with the values",
            "H121",
            "MisuseTest",
            "CheckedCallsTest",
            "ChecksTest"),
        lifted(
            "L34",
            "a wait that nothing ends hangs",
            "it is decided, and reported with ranks, lines, cells and values",
            "R2",
            "StallTest"),
        dropped(
            "L35",
            "caches are flushed by hand",
            "a notify releases and an await acquires",
            "LitmusTest",
            "WeakMemoryTest"),
        dropped("L36", "no notify in the lanes of a vector", "a kernel has no lanes", "D1"),
        dropped(
            "L37",
            "halves are compared with a tolerance",
            "each operation has one result, bit for bit",
            "B3",
            "B6",
            "C4"),
        dropped(
            "L38",
            "hidden arguments of kernels, names that are taken",
            "none; generated names make way",
            "H43"));
  }
}
