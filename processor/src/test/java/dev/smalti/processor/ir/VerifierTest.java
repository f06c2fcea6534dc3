package dev.smalti.processor.ir;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.Violation.Rule;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class VerifierTest {
  private static final String KERNEL =
      """
      incore p.K.k
          in x: tensor<F32>[R, C]
          out y: tensor<F32>[R, C]
          in i: tensor<I32>[R, C]
          in m: tensor<BOOL>[R, C]
          inout data: window<F32>[R, C]
          in arrived: signal[ranks, 1]
          in n: int
          in l: long
          in d: double
          in b: boolean
          symbols R, C, ranks
        %a: F32[R, C] = load x[0, 0] shape(R, C)
        %h: F32[R, C] valid [n, C] = load x[0, 0] shape(R, C) valid(n, C)
        %g: I32[R, C] = load i[0, 0] shape(R, C)
        %q: BOOL[R, C] = load m[0, 0] shape(R, C)
      """;
  private static final String DEVICE =
      """
      jit p.K.device
          in x: tensor<F32>[R, C]
          inout data: window<F32>[R, C]
          in arrived: signal[ranks, 1]
          symbols R, C, ranks
      """;
  private static final String PROGRAM =
      """
      host p.K.program
          in world: world
          in x: tensor<F32>[R, 4]
          in seen: callback "java.util.function#Consumer<#X>" accept
          symbols R, ranks
      """;
  private static final String HELPER =
      """
      inline p.K.helper
          in t: F32[rows, 4]
          symbols rows
          results F32[rows, 1], int
      """;

  private static Unit parse(String text) {
    StringBuilder placed = new StringBuilder("smalti ir 1\n");
    int line = 0;
    for (String each : text.lines().toList()) {
      line++;
      boolean bare =
          each.isBlank() || each.strip().matches("(else|symbols|results|elements|operators)\\b.*");
      placed.append(each).append(bare ? "" : " @ K.java:" + line + ":1").append('\n');
    }
    return Parser.parse(placed.toString());
  }

  private static String in(String head, String... statements) {
    return head
        + List.of(statements).stream().map(s -> "  " + s + "\n").collect(Collectors.joining());
  }

  private static String kernel(String... statements) {
    return in(KERNEL, statements);
  }

  private static String empty(String kind) {
    return kind + " p.K.other\n" + (kind.equals("host") ? "    in world: world\n" : "");
  }

  /** Functions that break this rule, and only this one; the first of several is called. */
  private static List<String> broken(Rule rule) {
    return switch (rule) {
      case NAME_UNIQUE ->
          List.of(
              kernel("c: int = 1", "c: int = 2"),
              kernel("R: int = 1"),
              kernel("x: int = 1"),
              kernel("for j in 0..1", "  c: int = 1", "for k in 0..1", "  c: int = 1"),
              kernel("for n in 0..1"));
      case IN_SCOPE ->
          List.of(
              kernel("c: int = zero{int}"),
              kernel("store %never{F32[R, C]} -> y[0, 0]"),
              kernel("if b", "  c: int = 1", "k: int = c"),
              kernel("for j in 0..1", "k: int = j{int} + 1"),
              kernel("c{int} := 1", "c: int = 1"),
              kernel("barrier ready{signal[ranks, 1]}"));
      case USE_TYPE ->
          List.of(
              kernel("c: long = n{long}"),
              kernel("store %a{F32[C, R]} -> y[0, 0]"),
              kernel("store %a -> y{tensor<F32>[R, R]}[0, 0]"));
      case KIND ->
          List.of(
              in(PROGRAM, "tell x()"),
              in(PROGRAM, "w: window<F32>[1] = new window<F32>[1]", "tell seen(w)"),
              in(PROGRAM, "tell seen(world)"),
              in(DEVICE, "a: tasks = new tasks[2]", "keep a -> a[0]"),
              in(DEVICE, "t: task = reached arrived[0, 0] >= 1", "keep t -> t[0]"),
              kernel("put data -> y of n"),
              kernel("store %a -> n[0, 0]"),
              kernel("store %a -> x[0, 0] of 0"),
              kernel("store %x -> y[0, 0]"),
              kernel("c: int = a"),
              kernel("c: int = rank(x)"),
              kernel("barrier x"),
              kernel("%c: F32[R, C] = load x[0, 0] of 0 shape(R, C)"),
              kernel("w: int = place(n)"),
              kernel("k: array<F32>[4] = new array<F32>[4]", "store %a -> k[0]"),
              kernel("k: array<F32>[4] = new array<F32>[4]", "%c: F32[1, 4] = load k[0] shape(4)"),
              kernel(
                  "k: array<F32>[4] = new array<F32>[4]", "v: array<F32>[2] = view k[0] shape(2)"),
              "incore p.K.k\n    in k: array<F32>[4]\n");
      case BOUND_TYPE ->
          List.of(
              in(DEVICE, "a: tasks = reached arrived[0, 0] >= 1"),
              in(DEVICE, "submit t: tasks", "  call p.K.other()") + empty("incore"),
              kernel("c: long = n"),
              kernel("%c: F32[C, R] = exp(%a)"),
              kernel("%c: F32[R, C] = scalar(n)"),
              kernel("c: int = 1", "c := 2L"),
              kernel("%c: F32[R, C] = exp(%a)", "%c := reduce add %a over columns"),
              kernel("v: tensor<F32>[R] = view x[0, 0] shape(1, C) drop 1"));
      case ASSIGNABLE ->
          List.of(
              kernel("n := 1"),
              kernel("for j in 0..1", "  j := 2"),
              kernel("c: int = 1", "c := 2", "%f: F32[1, c] = fill(F32[1, c], 1)"),
              kernel("v: tensor<F32>[C] = view x[0, 0] shape(1, C) drop 1", "v := v"));
      case EXTENT_NAME ->
          List.of(
              kernel("c: int = extent(S + 1)"),
              kernel("%f: F32[1, S] = fill(F32[1, S], 1)"),
              kernel("c: int = extent(l)"),
              kernel("if b", "  c: int = 1", "%f: F32[1, c] = fill(F32[1, c], 1)"),
              "incore p.K.k\n    in x: tensor<F32>[S]\n",
              "incore p.K.k\n    in x: tensor<F32>[l]\n    in l: long\n");
      case EXTENT_VALUE ->
          List.of(
              kernel("%f: F32[0, C] = fill(F32[0, C], 1)"),
              kernel("%f: F32[1, 4] valid [1, 5] = fill(F32[1, 4] valid [1, 5], 1)"),
              kernel("%f: F32[1, 2] valid [1, -1] = fill(F32[1, 2] valid [1, -1], 1)"),
              kernel("%e: F32[1, 2] valid [1, 3] = load x[0, 0] shape(1, 2) valid(1, 3)"),
              kernel(
                  "%f: F32[1, 2] valid [1, 0] = fill(F32[1, 2] valid [1, 0], 1)",
                  "%s: F32[1, 1] = reduce add %f over columns"),
              kernel("v: tensor<F32>[0, C] = view x[0, 0] shape(0, C)"),
              "incore p.K.k\n    in x: tensor<F32>[0]\n",
              "incore p.K.k\n    in x: signal[-1]\n");
      case AXES ->
          List.of(
              in(DEVICE, "t: task = reached arrived[0] >= 1"),
              kernel("%f: F32[R, C] = load x[0] shape(R, C)"),
              kernel("%f: F32[1, C] = load x[0, 0] shape(C)"),
              kernel("%f: F32[R, C] valid [1, C] = load x[0, 0] shape(R, C) valid(C)"),
              kernel("store %a -> y[0]"),
              kernel("k: array<F32>[2, 2] = new array<F32>[2, 2]"),
              kernel("k: array<F32>[R] = new array<F32>[R]"),
              kernel("write d -> y[0, 0, 0]"),
              kernel("c: float = x[0]"),
              kernel("notify arrived[0] of 0 add 1"),
              kernel("await arrived[0, 0, 0] >= 1"),
              kernel("c: int = read(arrived[0])"),
              kernel("v: tensor<F32>[C] = view x[0, 0] shape(R, C) drop 1"),
              kernel("v: tensor<F32>[] = view x[0, 0] shape(1, 1) drop 2"),
              kernel("v: tensor<F32>[C] = view x[0, 0] shape(C)"),
              "incore p.K.k\n    in x: tensor<F32>[1, 1, 1, 1, 1, 1]\n");
      case ELEMENT_TYPE ->
          List.of(
              kernel("%c: F32[R, C] = %a + %g"),
              kernel("%c: BOOL[R, C] = %a < %g"),
              kernel("%c: F32[R, C] = select(%q, %a, %g)"),
              kernel("%c: F32[R, C] = fma(%a, %a, %g)"),
              kernel("store %g -> y[0, 0]"),
              kernel("store %g -> data[0, 0] of 0"));
      case SHAPE ->
          List.of(
              kernel("%f: F32[C, R] = fill(F32[C, R], 1)", "%c: F32[R, C] = %a + %f"),
              kernel("%f: F32[2, C] = fill(F32[2, C], 1)", "%c: F32[R, C] = max(%a, %f)"),
              kernel("%c: F32[C, 2] = whole reshape(%a): F32[C, 2]"),
              kernel("%c: F32[C, R] = whole reshape(%h): F32[C, R]"),
              kernel("%c: F32[C, R] valid [1, 1] = whole slice(%a)[0, 0]: F32[C, R] valid [1, 1]"),
              kernel(
                  "%f: F32[2, C] = fill(F32[2, C], 1)",
                  "%c: F32[R, 2 * C] = whole concat(%a, %f): F32[R, 2 * C]"),
              kernel("%c: F32[R, C] = whole gather_rows(%a, %g)[0]: F32[R, C]"),
              kernel("%f: F32[R, 2] = fill(F32[R, 2], 1)", "%c: F32[R, C] = fma(%a, %a, %f)"),
              kernel("%f: F32[R, 2] = fill(F32[R, 2], 1)", "%c: BOOL[R, C] = %a == %f"),
              kernel("%f: F32[R, 2] = fill(F32[R, 2], 1)", "%c: F32[R, C] = select(%q, %a, %f)"),
              kernel(
                  "%f: F32[R, 2] = fill(F32[R, 2], 1)",
                  "%c: F32[R, C] = (select(%q, %f, %f): F32[R, C])"));
      case BOX ->
          List.of(
              kernel("%c: F32[R, C] = %a + %h"),
              kernel("%c: F32[R, C] valid [n, C] = fma(%h, %h, %a)"),
              kernel("%c: F32[R, C] = select(%q, %h, %a)"));
      case OPERATION_TYPE ->
          List.of(
              in(PROGRAM, "low: world = devices world(0)"),
              in(PROGRAM, "low: world = pick world()"),
              kernel("put x -> data of n chunk(n)"),
              kernel("put i -> data of n"),
              kernel("get data of n -> y pipelined"),
              kernel("%c: F32[C, R] = (%a + %a: F32[C, R])"),
              kernel("%c: I32[R, C] = (%a < %a: I32[R, C])"),
              kernel("%c: F32[R, C] = (reduce add %a over columns: F32[R, C])"),
              kernel("%c: F32[R, C] = (load x[0, 0] shape(C, R): F32[R, C])"),
              kernel("%c: I32[C, R] = (cast(%a, I32): I32[C, R])"),
              kernel("%c: F32[R, C] = whole transpose(%a): F32[R, C]"),
              kernel("%c: F32[R, 1] = whole row_arg_max(%a): F32[R, 1]"),
              kernel("%c: F32[R, C] = (select(%q, %a, %a): F32[R, C] valid [n, C])"),
              kernel("v: tensor<F32>[R] = view x[0, 0] shape(1, C) drop 1: tensor<F32>[R]"));
      case NO_OPERATION ->
          List.of(
              kernel("%c: I32[R, C] = exp(%g)"),
              kernel("%c: I32[R, C] = recip(%g)"),
              kernel("%c: BOOL[R, C] = neg(%q)"),
              kernel("%c: F32[R, C] = not(%a)"),
              kernel("%c: F32[R, C] = %a & %a"),
              kernel("%c: BOOL[R, C] = %q + %q"),
              kernel("%c: BOOL[R, C] = %q < %q"),
              kernel("%c: I32[R, C] = fma(%g, %g, %g)"),
              kernel("%c: F32[R, C] = select(%a, %a, %a)"),
              kernel("%c: F32[R, 1] = reduce sub %a over columns"),
              kernel("%c: F32[R, 1] = reduce or %a over columns"),
              kernel("%c: BOOL[R, 1] = reduce mul %q over columns"),
              kernel("%c: I32[R, 1] = whole row_arg_max(%q): I32[R, 1]"),
              kernel("%c: F32[R, C] = whole gather(%a, %a)[0]: F32[R, C]"),
              kernel("%c: F32[1, C] = whole iota()[0]: F32[1, C]"),
              kernel("%c: BOOL[R, 1] = reduce max %q over columns"),
              """
              incore p.K.k
                  inout m: window<BOOL>[4]
                %t: BOOL[1, 4] = load m[0] shape(4)
                store %t -> m[0] add
              """);
      case SCALAR_TYPE ->
          List.of(
              in(DEVICE, "a: tasks = new tasks[2L]"),
              in(DEVICE, "t: task = reached arrived[0, 0] >= 1L"),
              in(DEVICE, "a: tasks = new tasks[2]", "t: task = task(a[0L])"),
              kernel("c: int = n + l"),
              kernel("c: int = -b"),
              kernel("c: boolean = !n"),
              kernel("c: double = ~d"),
              kernel("c: boolean = n < l"),
              kernel("c: boolean = b < b"),
              kernel("c: boolean = n == l"),
              kernel("c: double = d & d"),
              kernel("c: double = d << 1"),
              kernel("c: int = n && n"),
              kernel("c: int = n ? 1 : 2"),
              kernel("c: int = b ? 1 : 2L"),
              kernel("c: int = (int) b"),
              kernel("c: int = Math.max(n, l)"),
              kernel("c: int = Math.max(n)"),
              kernel("c: double = Math.floorDiv(d, d)"),
              kernel("c: int = Math.fma(n, n, n)"),
              kernel("c: float = Math.sqrt(1.0f)"),
              kernel("c: long = Math.max(n, n){long}"),
              kernel("c: boolean = x[0, 0]{boolean}"),
              kernel("%c: F32[R, C] = load x[d, 0] shape(R, C)"),
              kernel("%c: I32[R, C] = %g + I32(d)"),
              kernel("%c: F32[R, C] = fill(F32[R, C], b)"),
              kernel("write b -> y[0, 0]"),
              kernel("if n"),
              kernel("while n"),
              kernel("for j in 0..l"),
              kernel("for j: double in 0.0..d step 1.0"),
              kernel("notify arrived[0, 0] of l add 1"),
              kernel("notify arrived[0, 0] of 0 add l"),
              kernel("await arrived[0, 0] >= l"),
              in(PROGRAM, "foreachrank r: long", "  call p.K.device()"));
      case LOOP ->
          List.of(
              kernel("break"),
              kernel("if b", "  continue"),
              kernel("for j in 0..1", "  c: int = j", "break"),
              kernel("for j in 0..1 step 0"),
              kernel("for j: long in 0L..1L step 0L"));
      case RETURN ->
          List.of(
              kernel("return n"),
              in(HELPER),
              in(HELPER, "%s: F32[rows, 1] = reduce add %t over columns", "return %s"),
              in(HELPER, "%s: F32[rows, 1] = reduce add %t over columns", "return %t, 1"),
              in(
                  HELPER,
                  "%s: F32[rows, 1] = reduce add %t over columns",
                  "while true",
                  "  return %s, 1",
                  "return %s, 1"),
              "incore p.K.k\n    results int\n  return 1\n");
      case PLANE ->
          List.of(
              "incore p.K.k\n    in seen: callback \"#X\" run\n",
              kernel("t: task = reached arrived[0, 0] >= 1"),
              in(PROGRAM, "a: tasks = new tasks[2]"),
              in(DEVICE, "put x -> data of 0"),
              in(PROGRAM, "w: tensor<F32>[1] = new tensor<F32>[1]"),
              in(DEVICE, "%t: F32[R, C] = load x[0, 0] shape(R, C)"),
              in(DEVICE, "write 1.0 -> data[0, 0]"),
              in(DEVICE, "notify arrived[0, 0] of 0 add 1"),
              in(DEVICE, "await arrived[0, 0] >= 1"),
              in(DEVICE, "barrier arrived"),
              in(DEVICE, "c: int = read(arrived[0, 0])"),
              in(DEVICE, "w: window<F32>[1] = new window<F32>[1]"),
              in(DEVICE, "foreachrank r", "  call p.K.kernel()"),
              in(DEVICE, "cores c in 0..4", "  call p.K.other()") + empty("incore"),
              in(PROGRAM, "cores c in 0..4", "  call p.K.other()") + empty("incore"),
              in(DEVICE, "call p.K.other()") + empty("jit"),
              in(PROGRAM, "c: float = x[0, 0]"),
              in(PROGRAM, "k: array<I32>[4] = new array<I32>[4]"),
              in(PROGRAM, "w: window<F32>[1] = new window<F32>[1]", "c: int = rank(w)"),
              in(PROGRAM, "call p.K.other()") + empty("incore"),
              kernel("s: signal[1] = new signal[1]"),
              kernel("call p.K.other()") + empty("incore"),
              "incore p.K.k\n    in world: world\n",
              "jit p.K.k\n    in t: F32[1, 1]\n",
              "host p.K.k\n",
              "host p.K.k\n    in n: int\n    in world: world\n");
      case DISPATCH ->
          List.of(
              in(DEVICE, "submit t: task"),
              in(DEVICE, "submit t: task", "  for i in 0..4", "    call p.K.other()")
                  + empty("incore"),
              in(PROGRAM, "foreachrank r"),
              in(DEVICE, "blocks b in 0..4"),
              in(DEVICE, "blocks b in 1..4", "  call p.K.other()") + empty("incore"),
              in(DEVICE, "blocks b in 0..4 step 2", "  call p.K.other()") + empty("incore"),
              in(PROGRAM, "foreachrank r", "  call p.K.other()", "  call p.K.other()")
                  + empty("jit"),
              in(PROGRAM, "foreachrank r", "  if true", "    call p.K.other()") + empty("jit"),
              in(PROGRAM, "foreachrank r", "  cores c in 0..4"),
              in(PROGRAM, "foreachrank r", "  cores c in 1..4", "    call p.K.other()")
                  + empty("incore"),
              in(
                      PROGRAM,
                      "foreachrank r",
                      "  cores c in 0..4",
                      "    if c < 2",
                      "      call p.K.other()",
                      "    else",
                      "      call p.K.other()")
                  + empty("incore"),
              in(PROGRAM, "foreachrank r", "  call p.K.other(world)") + empty("host"),
              in(PROGRAM, "foreachrank r", "  call p.K.other()") + empty("inline"));
      case CALL ->
          List.of(
              in(DEVICE, "call p.K.unknown()"),
              in(DEVICE, "call p.K.k(x)") + "incore p.K.k\n",
              in(DEVICE, "call p.K.k(1L)") + "incore p.K.k\n    in n: int\n",
              in(DEVICE, "call p.K.k(x)") + "incore p.K.k\n    in w: window<F32>[4, 4]\n",
              in(DEVICE, "call p.K.k(x)") + "incore p.K.k\n    in t: tensor<F64>[4, 4]\n",
              in(DEVICE, "call p.K.k(x)") + "incore p.K.k\n    in t: tensor<F32>[4]\n",
              in(PROGRAM, "foreachrank r", "  call p.K.k(x)")
                  + "incore p.K.k\n    in t: tensor<F32>[3, 5]\n",
              in(DEVICE, "call p.K.k(data)")
                  + "incore p.K.k\n    in t: signal[R, C]\n    symbols R, C\n",
              in(DEVICE, "call p.K.k() -> c: int") + "incore p.K.k\n",
              in(DEVICE, "call p.K.k() -> c: long")
                  + "inline p.K.k\n    results int\n  return 1\n");
      case SYMBOL ->
          List.of(
              "incore p.K.k\n    symbols S\n",
              "incore p.K.k\n    in x: tensor<F32>[R * S]\n    symbols R, S\n",
              "inline p.K.k\n    in t: F32[1, 1]\n    symbols S\n");
      case ELEMENT_PARAMETER ->
          List.of(
              "incore p.K.k\n    in x: tensor<T>[4]\n",
              kernel("%c: T[R, C] = fill(T[R, C], 1)"),
              kernel("%c: T[R, C] = cast(%a, T)"),
              kernel("%c: T[1, 1] = T(1)"));
      case OPERATOR_PARAMETER ->
          List.of(
              kernel("%c: F32[R, C] = apply(op, %a, %a)"),
              kernel("%c: F32[R, 1] = reduce op %a over columns"));
      case RELATION ->
          List.of(
              in(DEVICE, "t: task = reached arrived[0, 0] == 1"),
              kernel("await arrived[0, 0] > 1"),
              kernel("await arrived[0, 0] != 1"),
              kernel("await arrived[0, 0] <= 1"));
      case BARRIER_SHAPE ->
          List.of(
              "incore p.K.k\n    in s: signal[4]\n  barrier s\n",
              "incore p.K.k\n    in s: signal[ranks, 2]\n    symbols ranks\n  barrier s\n");
      case DIRECTION ->
          List.of(
              kernel("get data of n -> x"),
              kernel("store %a -> x[0, 0]"),
              kernel("write d -> x[0, 0]"),
              kernel(
                  "v: tensor<F32>[1, C] = view x[0, 0] shape(1, C)",
                  "w: tensor<F32>[1, C] = v",
                  "write d -> w[0, 0]"),
              "incore p.K.k\n    out n: int\n");
      case SPAN ->
          List.of(
              kernel("break @ K.java:0:1").replace("break", "for j in 0..1"),
              kernel("return @ K.java:1:0"),
              kernel("return @ \"\":1:1"),
              kernel("return @ K.java:1:1,0:1"));
    };
  }

  private static List<Violation> verify(String text) {
    Unit unit = text.lines().anyMatch(line -> line.contains(" @ ")) ? placed(text) : parse(text);
    FunctionTable table =
        id -> unit.functions().stream().filter(each -> each.id().equals(id)).findFirst();
    boolean calls =
        text.contains("p.K.other(") || text.contains("p.K.unknown") || text.contains("p.K.k(");
    return calls
        ? Verifier.verify(unit.functions().getFirst(), table)
        : Verifier.verify(unit.functions().getFirst());
  }

  /** A text in which one line has its own place. */
  private static Unit placed(String text) {
    return Parser.parse(
        "smalti ir 1\n"
            + text.lines()
                .map(
                    line ->
                        line.contains(" @ ") || line.strip().startsWith("symbols")
                            ? line
                            : line + " @ K.java:1:1")
                .collect(Collectors.joining("\n")));
  }

  @ParameterizedTest
  @EnumSource
  void findsWhatBreaksARule(Rule rule) {
    for (String text : broken(rule)) {
      List<Violation> violations = verify(text);

      assertWithMessage(text).that(violations).isNotEmpty();
      assertWithMessage("%s%s", text, violations)
          .that(violations.stream().map(Violation::rule).distinct().toList())
          .containsExactly(rule);
    }
  }

  @Test
  void acceptsWhatIsRight() {
    for (String text :
        List.of(
            kernel(
                "%one: F32[1, C] = fill(F32[1, C], n)",
                "%sum: F32[R, C] = %one + %a",
                "%halves: F32[R, C] valid [n, C] = %h * %h",
                "c: int = extent(n)",
                "k: int = 1",
                "%box: F32[1, k] = fill(F32[1, k], l)",
                "for j in 0..R step -1",
                "  if b",
                "    break",
                "v: tensor<F32>[C] = view y[0, 0] shape(1, C) drop 1",
                "write 1 -> v[0]",
                "return"),
            in(HELPER, "%s: F32[rows, 1] = reduce add %t over columns", "return %s, 1"),
            in(
                    PROGRAM,
                    "foreachrank r",
                    "  w: tensor<F32>[4] = view x[r, 0] shape(1, 4) drop 1",
                    "  call p.K.other(w)",
                    "tell seen(view x[0, 0] shape(1, 4) drop 1, 1)")
                + "jit p.K.other\n    in x: tensor<F32>[n]\n    symbols n\n",
            """
            incore p.K.k
                in x: tensor<T>[4]
                elements T
                operators op
              %t: T[1, 4] = load x[0] shape(4)
              %e: T[1, 4] = exp(%t)
              %f: T[1, 4] = apply(op, %e, T(2))
              %r: T[1, 1] = reduce op %f over columns
            """)) {
      assertWithMessage(text).that(verify(text)).isEmpty();
    }
  }

  @Test
  void namesTheMomentThePlaceAndTheRule() {
    Function wrong = parse(kernel("c: long = n", "b := true")).functions().getFirst();

    IrViolationException thrown =
        assertThrows(IrViolationException.class, () -> Verifier.check(wrong, "after FuseRows"));

    assertThat(thrown)
        .hasMessageThat()
        .isEqualTo(
            """
            p.K.k after FuseRows is not well-formed
              K.java:17:1: BOUND_TYPE: c is long and is bound to int
              K.java:18:1: ASSIGNABLE: b is assigned and is a parameter\
            """);
    assertThat(thrown.violations()).hasSize(2);
    assertThat(assertThrows(IrViolationException.class, () -> Verifier.check(wrong)))
        .hasMessageThat()
        .startsWith("p.K.k is not well-formed\n");
  }

  @Test
  void looksAtCalleesOnlyWhenTheyAreKnown() {
    Function caller = parse(in(DEVICE, "call p.K.unknown()")).functions().getFirst();

    Verifier.check(caller);
    assertThrows(
        IrViolationException.class, () -> Verifier.check(caller, _ -> Optional.empty(), "lowered"));
  }

  /** Dumps are read by people who look for the mistake: one finding, not one for each use. */
  @Test
  void doesNotRepeatWhatFollowsFromAMistake() {
    String text = kernel("%c: F32[R, C] = fused { exp(%a + %g) * (%a + %g) }");

    assertThat(verify(text)).hasSize(1);
  }
}
