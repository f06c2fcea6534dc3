package dev.smalti.processor.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes a random program of several ranks as a user would: exchanges with neighbours and with all,
 * barriers, a broadcast from a root, remote loads and stores, loops and branches on the rank,
 * helpers, task graphs, and values that come from data.
 *
 * <p>Every program has the parameters {@code (world, x, root, wrong)} with {@code x [ranks, 4, 8]}
 * F32. With {@code wrong = 0} no schedule is stuck and nothing is outside, for any number of ranks
 * and any root: every step notifies before it awaits, and awaits no more than was told. With
 * another value some programs wait for too much, and some address what does not exist.
 */
public final class RandomProgram {
  private final Random random;
  private final StringBuilder body = new StringBuilder();

  /** What every peer was told, at the least, in each column of the credits. */
  private final int[] told = new int[COLUMNS];

  private int depth = 2;
  private boolean safe;
  private int names;

  /** Columns of the credits; the last ones belong to loops, one each. */
  private static final int COLUMNS = 12;

  private static final int SHARED = 3;

  private int loops = SHARED;

  private RandomProgram(Random random) {
    this.random = random;
  }

  /** The source of a class of this name with so many programs, numbered from 0. */
  public static String classOf(String name, int programs, Random random) {
    StringBuilder text = new StringBuilder();
    text.append("import static dev.smalti.lang.Smalti.*;\n\nimport dev.smalti.lang.*;\n");
    text.append("import java.util.function.Consumer;\n\n");
    text.append("final class ").append(name).append(" {\n");
    text.append(
        """
          @Inline
          static void tell(Signal credits, int peer, int me, int column, int value) {
            credits.notify(peer, at(me, column), ADD, value);
          }

          @Inline
          static int next(int me, int by, int ranks) {
            return (me + by) % ranks;
          }

          @InCore
          static void part(
              @Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y, int block) {
            y.row(block).store(x.row(block).load());
          }

          @InCore
          static void taken(
              @Shape("4, 8") Window<F32> data,
              @Shape("ranks, 15") Signal credits,
              int column,
              int peer) {
            if (column >= 0) {
              credits.await(at(peer, column), GE, 1);
            }
            data.remoteStore(peer, data.row(0).load(), at(1, 0));
          }

          @InCore
          static void told(@Shape("ranks, 15") Signal credits, int column) {
            for (int peer : range(credits.ranks())) {
              credits.notify(peer, at(credits.rank(), column));
            }
          }

        """);
    for (int i = 0; i < programs; i++) {
      text.append(new RandomProgram(random).program(i));
    }
    return text.append("}\n").toString();
  }

  private static final String MEMORY =
      """
      @Shape("4, 8") @InOut Window<F32> data,
      @Shape("2, 3, 4") @InOut Window<I32> grid,
      @Shape("ranks, 15") Signal credits,
      @Shape("ranks, 1") Signal meet,
      int round,
      int root,
      int wrong\
      """;

  private static final String PASSED = "data, grid, credits, meet, round, root, wrong";

  private String program(int number) {
    int statements = 2 + random.nextInt(7);
    for (int i = 0; i < statements; i++) {
      statement();
    }
    boolean graph = random.nextBoolean();
    String kernel = "kernel" + number;
    StringBuilder text = new StringBuilder();
    text.append("  @InCore\n  static void ").append(kernel);
    text.append("(\n      @Shape(\"4, 8\") Tensor<F32> x,\n").append(MEMORY).append(") {\n");
    text.append("    int me = data.rank();\n    int ranks = data.ranks();\n");
    text.append("    data.store(x.load());\n");
    text.append("    grid.at(0).store(Tile.fill(I32, shape(1, 1), round));\n");
    text.append(body).append("  }\n\n");
    if (graph) {
      text.append(graph(number));
    }
    text.append(host(number, graph));
    return text.toString();
  }

  private String graph(int number) {
    boolean made = random.nextInt(3) == 0;
    String from = made ? "made" : "x";
    String call = "kernel" + number + "(" + from + ", " + PASSED + ");\n";
    String calls =
        switch (random.nextInt(3)) {
          case 0 -> "    " + call;
          case 1 -> "    if (root >= 0) {\n      " + call + "    }\n";
          default -> "    for (int once : range(1)) {\n      " + call + "    }\n";
        };
    return "  @Jit\n  static void graph"
        + number
        + "(\n      @Shape(\"4, 8\") Tensor<F32> x,\n"
        + MEMORY
        + ") {\n"
        + (made ? made() : "")
        + (random.nextBoolean() ? deferred(calls) : calls)
        + "  }\n\n";
  }

  /** Tasks that wait for what every rank, or the one before, tells behind the kernel. */
  private String deferred(String calls) {
    boolean everybody = random.nextBoolean();
    boolean waits = random.nextBoolean();
    boolean array = random.nextBoolean();
    StringBuilder text = new StringBuilder();
    text.append("    int me = data.rank();\n    int ranks = data.ranks();\n");
    String from = everybody ? "at(peer, 13)" : "at((me + ranks - 1 + 0 * peer) % ranks, 13)";
    String here = "credits.reaches(" + from + ", GE, 1" + tooMuch() + ")";
    String taken =
        "submit(() -> taken(data, credits, " + (waits ? "14, " : "-1, ") + "peer), after(ready";
    if (array) {
      text.append("    Task[] ready = new Task[ranks];\n    Task[] done = new Task[ranks];\n");
      text.append("    for (int peer : range(ranks)) {\n");
      text.append("      ready[peer] = ").append(here).append(";\n    }\n");
      text.append("    for (int peer : range(ranks)) {\n");
      text.append("      done[peer] = ").append(taken).append("));\n    }\n");
      text.append("    submit(() -> taken(data, credits, -1, root), after(done));\n");
    } else {
      text.append("    Task last = submit(() -> taken(data, credits, -1, 0));\n");
      text.append("    for (int peer : range(ranks)) {\n      Task before = last;\n");
      text.append("      Task ready = ").append(here).append(";\n");
      text.append("      last = ").append(taken).append(", before));\n    }\n");
    }
    text.append(calls);
    if (waits) {
      text.append("    told(credits, 14);\n");
    }
    return text.append("    told(credits, 13);\n").toString();
  }

  /** The input, row by row on the cores of the device. */
  private String made() {
    return "    Tensor<F32> made = Tensor."
        + any(List.of("zeros", "undefined"))
        + "(F32, shape(4, 8));\n    spmd(4, block -> part(x, made, block));\n";
  }

  /** Each round has signals of its own, so that what is told in one does not count in the next. */
  private String host(int number, boolean graph) {
    int rounds = 1 + random.nextInt(2);
    StringBuilder text = new StringBuilder();
    text.append("  @Host(sizes = \"wrong = 0\")\n  static void program").append(number);
    text.append("(World world, @Shape(\"ranks, 4, 8\") Tensor<F32> x, int root, int wrong, ");
    text.append("Consumer<Tensor<F32>> seen) {\n");
    List<String> domains = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      domains.add(domain(round, text));
      String domain = domains.getLast();
      text.append("    Window<F32> data").append(round);
      text.append(" = ").append(domain).append(".window(F32, shape(4, 8));\n");
      text.append("    Window<I32> grid").append(round);
      text.append(" = ").append(domain).append(".window(I32, shape(2, 3, 4));\n");
      text.append("    Signal credits").append(round);
      text.append(" = ").append(domain).append(".signal(shape(");
      text.append(domain).append(".size(), 15));\n");
      text.append("    Signal meet").append(round);
      text.append(" = ").append(domain).append(".signal(shape(");
      text.append(domain).append(".size(), 1));\n");
    }
    for (int round = 0; round < rounds; round++) {
      String domain = domains.get(round);
      text.append("    ").append(domain).append(".forEachRank(r -> ");
      text.append(graph ? "graph" : "kernel").append(number);
      text.append("(x.at(").append(domain).append(".device(r)), data").append(round);
      text.append(", grid").append(round).append(", credits").append(round);
      text.append(", meet").append(round).append(", ").append(round);
      text.append(", root % ").append(domain).append(".size(), wrong));\n");
      if (random.nextInt(3) == 0) {
        text.append("    seen.accept(x.at(root));\n");
      }
    }
    return text.append("  }\n\n").toString();
  }

  /** The world, or some of its devices, of which rounds may share some. */
  private String domain(int round, StringBuilder text) {
    if (random.nextInt(2) == 0) {
      return "world";
    }
    String some =
        any(
            List.of(
                "devices(0, (world.size() + 1) / 2)",
                "devices(world.size() / 2, world.size())",
                "pick(0)",
                "pick(world.size() - 1)"));
    text.append("    Domain some").append(round).append(" = world.").append(some).append(";\n");
    return "some" + round;
  }

  // ---- statements

  private void line(String text) {
    body.append("  ".repeat(depth)).append(text).append('\n');
  }

  private void inside(Runnable statements) {
    depth++;
    statements.run();
    depth--;
  }

  private String fresh(String base) {
    return base + names++;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void statement() {
    switch (random.nextInt(14)) {
      case 12 -> table();
      case 0, 1 -> shift(random.nextInt(SHARED));
      case 2 -> mesh(random.nextInt(SHARED));
      case 3 -> line("meet.barrier();");
      case 13 -> everybody();
      case 4 -> broadcast();
      case 5 -> chain();
      case 6 -> doubling();
      case 7 -> loop();
      case 8 -> branch();
      case 9 -> data();
      case 10 -> counted();
      default -> access();
    }
  }

  /** Tells the rank some places on, and awaits the one as many places before. */
  private void shift(int column) {
    int by = 1 + random.nextInt(2);
    int value = 1 + random.nextInt(2);
    String peer = fresh("peer");
    line(
        "int "
            + peer
            + " = "
            + any(List.of("(me + " + by + ") % ranks", "next(me, " + by + ", ranks)"))
            + ";");
    notify(column, peer, value);
    told[column] += value;
    if (random.nextBoolean()) {
      access();
    }
    // What was told of this shift alone, since other shifts may reach other ranks.
    line(
        "credits.await(at(Math.floorMod(me - "
            + by
            + ", ranks), "
            + column
            + "), GE, "
            + value
            + tooMuch()
            + ");");
  }

  private void notify(int column, String peer, int value) {
    line(
        random.nextInt(3) == 0
            ? "tell(credits, " + peer + ", me, " + column + ", " + value + ");"
            : value == 1 && random.nextBoolean()
                ? "credits.notify(" + peer + ", at(me, " + column + "));"
                : "credits.notify("
                    + peer
                    + outside()
                    + ", at(me, "
                    + column
                    + "), ADD, "
                    + value
                    + ");");
  }

  private String tooMuch() {
    return random.nextInt(5) == 0 ? " + 100 * wrong" : "";
  }

  private String outside() {
    return random.nextInt(8) == 0 ? " + wrong * " + any(List.of("ranks", "(me - 2)")) : "";
  }

  private void mesh(int column) {
    String peer = fresh("peer");
    String source = fresh("source");
    line(
        random.nextBoolean()
            ? "for (int " + peer + " : range(ranks)) {"
            : "for (int " + peer + " = 0; " + peer + " < ranks; " + peer + "++) {");
    inside(
        () -> {
          line("if (" + peer + " != me) {");
          inside(() -> notify(column, peer, 1));
          line("}");
        });
    line("}");
    line("for (int " + source + " : range(ranks)) {");
    inside(
        () -> {
          line("if (" + source + " == me) {");
          line("  continue;");
          line("}");
          line("credits.await(at(" + source + ", " + column + "), GE, 1" + tooMuch() + ");");
        });
    line("}");
  }

  private void broadcast() {
    int column = loops++ % COLUMNS;
    if (column < SHARED) {
      return;
    }
    String peer = fresh("peer");
    line("if (me == root) {");
    inside(
        () -> {
          line("for (int " + peer + " : range(ranks)) {");
          inside(() -> line("credits.notify(" + peer + ", at(me, " + column + "), SET, 1);"));
          line("}");
        });
    line("}");
    line("credits.await(at(root, " + column + "), GE, 1" + tooMuch() + ");");
    if (random.nextBoolean()) {
      line("grid.at(1).store(grid.at(0).remoteLoad(root).add(1));");
    }
  }

  /** One behind the other, from rank 0 to the last. */
  private void chain() {
    int column = loops++ % COLUMNS;
    if (column < SHARED) {
      return;
    }
    line("if (me > 0) {");
    line("  credits.await(at(me - 1, " + column + "), " + any(List.of("GE", "EQ")) + ", 1);");
    line("}");
    line("if (me + 1 < ranks) {");
    inside(
        () -> {
          if (random.nextBoolean()) {
            line("data.remoteStore(me + 1, data.row(0).load(), at(1, 0));");
          }
          line("credits.notify(me + 1, at(me, " + column + "));");
        });
    line("}");
  }

  private void doubling() {
    int column = loops++ % COLUMNS;
    if (column < SHARED) {
      return;
    }
    String bit = fresh("bit");
    line("int " + bit + " = 1;");
    line("while (" + bit + " < ranks) {");
    inside(
        () -> {
          line("int other = me ^ " + bit + ";");
          line("if (other < ranks) {");
          inside(
              () -> {
                line("credits.notify(other, at(me, " + column + "));");
                line("credits.await(at(other, " + column + "));");
              });
          line("}");
          line(bit + " = " + bit + " * 2;");
        });
    line("}");
  }

  private void loop() {
    int column = loops++ % COLUMNS;
    if (column < SHARED) {
      return;
    }
    String step = fresh("step");
    line(
        "for (int "
            + step
            + " : "
            + any(List.of("range(3)", "range(ranks)", "range(0, 5, 2)"))
            + ") {");
    inside(
        () -> {
          line("credits.notify((me + 1) % ranks, at(me, " + column + "));");
          if (random.nextBoolean()) {
            access();
          }
          if (random.nextInt(3) == 0) {
            line("if (" + step + " == 2) {");
            line("  break;");
            line("}");
          }
          line("credits.await(at((me + ranks - 1) % ranks, " + column + "), GE, 1);");
          if (random.nextBoolean()) {
            line("credits.notify(me, at((me + ranks - 1) % ranks, " + column + "), ADD, -1);");
          }
        });
    line("}");
  }

  private void branch() {
    line("if (" + any(List.of("me % 2 == 0", "me == root", "round == 0 && me < 2")) + ") {");
    inside(this::access);
    if (random.nextBoolean()) {
      line("} else {");
      inside(this::access);
    }
    line("}");
  }

  /** A scalar that is computed on the way and decides how often is told. */
  private void counted() {
    int column = loops++ % COLUMNS;
    if (column < SHARED) {
      return;
    }
    String count = fresh("count");
    String i = fresh("i");
    line("int " + count + " = 0;");
    line("for (int " + i + " : range(ranks)) {");
    line("  " + count + " = " + count + " + " + i + " % 2 + 1;");
    line("}");
    line("credits.notify((me + 1) % ranks, at(me, " + column + "), ADD, " + count + ");");
    line("credits.await(at(Math.floorMod(me - 1, ranks), " + column + "), GE, " + count + ");");
  }

  /** Every rank tells every rank, itself included, and awaits all of them at once. */
  private void everybody() {
    String peer = fresh("peer");
    line("for (int " + peer + " : range(ranks)) {");
    line("  credits.notify(" + peer + ", at(me, 12), ADD, 2);");
    line("}");
    line(
        "credits.awaitAll(at("
            + any(List.of("0, 12), shape(ranks, 1)", "wrong, 12), shape(ranks, 1)"))
            + ", GE, 2 + round * wrong);");
    line("for (int " + peer + "b : range(ranks)) {");
    line("  credits.notify(me, at(" + peer + "b, 12), ADD, -2);");
    line("}");
  }

  /** An array that decides what is computed, and now and then what is told. */
  private void table() {
    String table = fresh("table");
    String place = fresh("place");
    line("int[] " + table + " = new int[4];");
    line("for (int " + place + " : range(ranks)) {");
    line("  " + table + "[" + place + " & 3] += " + place + " + me / 2;");
    line("}");
    line("if (" + table + "[me & 3] > " + random.nextInt(4) + ") {");
    inside(this::safeAccess);
    line("}");
    if (random.nextInt(4) == 0) {
      line("if (" + table + "[1] >= 0) {");
      line("  credits.notify((me + 1) % ranks, at(me, 2), ADD, " + table + "[0]);");
      line("}");
    }
  }

  /** Inside: where it is not seen whether it happens, it must not fail. */
  private void safeAccess() {
    boolean outer = safe;
    safe = true;
    access();
    safe = outer;
  }

  private void access() {
    switch (random.nextInt(13)) {
      case 11, 12 -> typedView();
      case 7 -> transfer();
      case 8, 9 -> line("grid.at(1).get((me + 1) % ranks, grid.at(0)" + pieces() + ");");
      case 5 -> line("data.flat().write(at(round + 3), data.flat().read(at(me % 4 + 9)));");
      case 6 ->
          line(
              "grid.flat().store(data.row(2).flat().load(at(1), shape("
                  + any(List.of("7", "4", "1"))
                  + ")).cast(I32).add(1), at(round % 2 + me % 4));");
      case 0 -> line("data.store(data.load(at(0, 0), shape(2, 4)).add(1), at(1, 2));");
      case 1 ->
          line(
              "data.remoteStore((me + 1) % ranks, data.row(me % 4).load(), at(2, 0)"
                  + any(List.of("", ", ADD"))
                  + ");");
      case 2 ->
          line(
              "data.row(3).store(data.remoteLoad((me + 1) % ranks, at(0 + "
                  + any(List.of("0", safe ? "0" : "wrong * 4", "wrong - wrong"))
                  + ", 0), shape(1, 8)).neg());");
      case 3 -> line("grid.at(1).store(grid.at(0).load().add(round));");
      case 4 -> line("grid.write(at(1, 2, me % 4), me);");
      default -> {
        String part = fresh("part");
        line("Window<F32> " + part + " = data.slice(at(1, 2), shape(2, 4));");
        line(part + ".row(1).store(" + part + ".row(0).load());");
      }
    }
  }

  /** The same bytes as other types; nothing computes with what may be no number. */
  private void typedView() {
    String peer = any(List.of("(me + 1) % ranks", "me"));
    String row = any(List.of("1", "me % 3", safe ? "2" : "wrong * 3"));
    switch (random.nextInt(8)) {
      case 0 -> line("grid.as(F32, shape(3, 8)).row(" + row + ").store(data.row(me % 4).load());");
      case 1 ->
          line("grid.as(F32, shape(24)).put(" + peer + ", x.flat().slice(at(5), shape(24)));");
      case 2 ->
          line(
              "grid.at(1).store(data.slice(at(1, 0), shape(3, 8)).as(I32, shape(2, 3, 4)).at(0)"
                  + any(List.of(".load()", ".remoteLoad(" + peer + ")"))
                  + ");");
      case 3 ->
          line(
              "data.as(U8, shape(2, 64)).row(1).store(Tile.fill(U8, shape(1, 3), round + 1), at(0,"
                  + " 4 * (me % 8)));");
      case 4 ->
          line(
              "data.as(I16, shape(8, 8)).row("
                  + row
                  + ").remoteStore("
                  + peer
                  + ", Tile.fill(I16, shape(1, 3), 1), at(0, 2), ADD);");
      case 5 ->
          line(
              "grid.slice(at(me % 2, 0, 0), shape(1, 2, 4)).as(I64, shape(4)).store(grid.as(BOOL,"
                  + " shape(96)).load(at(3 + me), shape("
                  + any(List.of("4", "1"))
                  + ")).cast(I64), at(0));");
      case 6 -> {
        String view = fresh("view");
        line("Window<F16> " + view + " = grid.as(F16, shape(2, 4, 2));");
        line(view + ".at(1, me % 4).write(at(1), round);");
        line(
            "data.row(1).flat().slice(at(2), shape(2)).store("
                + view
                + ".at(1, 0).load().cast(F32));");
      }
      default ->
          line(
              "grid.write(at(0, 0, 1), data.as(U8, shape(128)).readInt(at(4 * me"
                  + (safe ? "" : " + 200 * wrong")
                  + ")));");
    }
  }

  /** Of rows that may be the same on both sides, where the peer may be the rank itself. */
  private void transfer() {
    String peer = any(List.of("(me + 1) % ranks", "(me + 1) % ranks", "me"));
    String source = any(List.of("x.row(1)", "data.row(2)", "data.row(3)", "x.rows(2, 1)"));
    String to = any(List.of("0", "1", safe ? "1" : "1 + wrong"));
    boolean flat = random.nextInt(4) == 0;
    line(
        "data.row("
            + to
            + ")"
            + (flat ? ".flat()" : "")
            + ".put("
            + peer
            + ", "
            + (safe ? "x.row(3)" : source)
            + (flat ? ".flat()" : "")
            + any(List.of("", "", ", ADD"))
            + pieces()
            + ");");
  }

  private String pieces() {
    return any(List.of("", "", ", chunk(2, 3)", safe ? "" : ", chunk(1 + round, 2 - 2 * wrong)"));
  }

  /** Values of elements decide what is touched, or what is told. */
  private void data() {
    String value = fresh("value");
    switch (random.nextInt(7)) {
      case 0 -> {
        line("if (x.read(at(0, 0)) > 0) {");
        inside(this::safeAccess);
        line("}");
      }
      case 1 -> {
        line("double " + value + " = x.read(at(0, 1));");
        line("data.store(data.load().mul(" + value + "));");
      }
      case 2 -> {
        String i = fresh("i");
        line("double " + value + " = 0;");
        line("for (int " + i + " : range(4)) {");
        inside(
            () -> {
              line("if (data.read(at(" + i + ", 0)) > 5) {");
              line("  break;");
              line("}");
              line(value + " = " + value + " + x.read(at(" + i + ", 0));");
            });
        line("}");
        line("data.write(at(0, 0), " + value + ");");
      }
      case 3 -> {
        line("int " + value + " = Math.floorMod(grid.readInt(at(0, 0, 0)), 4);");
        line("data.row(" + value + ").store(x.row(" + value + ").load());");
      }
      case 4 -> {
        line("int " + value + " = credits.read(at(me, 0));");
        line("if (" + value + " > 1) {");
        inside(this::safeAccess);
        line("}");
      }
      case 5 -> {
        if (random.nextInt(3) == 0) {
          line("int " + value + " = Math.floorMod(grid.readInt(at(0, 1, 1)), ranks);");
          line("credits.notify(" + value + ", at(me, 0));");
        }
      }
      default -> {
        if (random.nextInt(3) == 0) {
          line("while (credits.read(at(me, 1)) > 1000) {");
          inside(this::safeAccess);
          line("}");
        }
      }
    }
  }
}
