package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A transfer between memory of the rank and an instance of a peer: one copy where elements lie one
 * behind the other on both sides, else one for each row. Nothing is kept in between, so that any
 * size is moved.
 */
final class TransferCode {
  private final Context context;
  private final Stmt.Transfer transfer;
  private final int line;
  private final Lines out;

  /** The memory that is read, and the memory that is written. */
  private final Memory from;

  private final Memory to;

  private final List<Dim> shape;

  private TransferCode(Context context, Stmt.Transfer transfer, Lines out) {
    this.context = context;
    this.transfer = transfer;
    this.line = context.line(transfer.origin());
    this.out = out;
    Memory window = context.memory(transfer.window());
    Memory local = context.memory(transfer.local());
    Memory peer = new BoxAccess(context, line, out).peer(window, transfer.peer());
    boolean get = transfer.way() == Stmt.Way.GET;
    this.from = get ? peer : local;
    this.to = get ? local : peer;
    this.shape = window.shape();
    checkShapes(window, local);
    checkApart(peer, local);
  }

  /** Writes it. */
  static void write(Context context, Stmt.Transfer transfer, Lines out) {
    TransferCode code = new TransferCode(context, transfer, out);
    if (!transfer.chunk().isEmpty()) {
      code.pieces();
    } else if (transfer.way() == Stmt.Way.ADD || code.isRow()) {
      code.rows();
    } else {
      code.whole();
    }
  }

  private void checkShapes(Memory window, Memory local) {
    for (int axis = 0; axis < shape.size(); axis++) {
      Dim mine = shape.get(axis);
      Dim other = local.shape().get(axis);
      if (!mine.equals(other)) {
        out.line(
            "%s.sameExtent(KERNEL, %d, %s, %d, %s, %s, %s);"
                .formatted(
                    Api.CHECKS,
                    line,
                    Literals.quoted(window.name()),
                    axis,
                    context.dims.asLong(mine).text(),
                    Literals.quoted(local.name()),
                    context.dims.asLong(other).text()));
      }
    }
  }

  /** Memory on the heap is no instance of a window; an instance begins where no other one does. */
  private void checkApart(Memory peer, Memory local) {
    if (local.heap()) {
      return;
    }
    out.open("if (" + peer.data() + ".address() == " + local.data() + ".address())");
    out.line(
        "%s.apart(KERNEL, %d, %s, %s, new long[] {%s}, %s, new long[] {%s}, %s, new long[] {%s});"
            .formatted(
                Api.CHECKS,
                line,
                Literals.quoted(peer.name()),
                Literals.quoted(local.name()),
                texts(shape.stream().map(context.dims::asLong).toList()),
                peer.at(),
                String.join(", ", peer.strides()),
                local.at(),
                String.join(", ", local.strides())));
    out.close();
  }

  private static String texts(List<Java> values) {
    return String.join(", ", values.stream().map(Java::text).toList());
  }

  // ---- what is moved

  private boolean isRow() {
    return shape.subList(0, shape.size() - 1).stream().allMatch(extent -> extent.isConstant(1));
  }

  /** One copy if nothing lies between the rows of both. */
  private void whole() {
    out.open("if (" + String.join(" && ", denseConditions()) + ")");
    Dim count = TensorType.count(shape).orElseThrow();
    List<Java> origin = shape.stream().map(_ -> Java.primary("0")).toList();
    copy(origin, from.heap() || to.heap() ? context.dims.asInt(count) : context.dims.asLong(count));
    out.next("else");
    rows();
    out.close();
  }

  private Set<String> denseConditions() {
    Set<String> conditions = new LinkedHashSet<>();
    for (int axis = 0; axis < shape.size() - 1; axis++) {
      if (!shape.get(axis).isConstant(1)) {
        Dim inner = TensorType.count(shape.subList(axis + 1, shape.size())).orElseThrow();
        String distance = context.dims.asLong(inner).in(8);
        conditions.add(from.strides().get(axis) + " == " + distance);
        conditions.add(to.strides().get(axis) + " == " + distance);
      }
    }
    return conditions;
  }

  private void rows() {
    List<Java> at = new ArrayList<>();
    int opened = leading(at, shape.size() - 1);
    at.add(Java.primary("0"));
    move(at, context.dims.asInt(shape.getLast()));
    close(opened);
  }

  /** Loops over the first axes; gives how many. */
  private int leading(List<Java> at, int axes) {
    int opened = 0;
    for (int axis = 0; axis < axes; axis++) {
      if (shape.get(axis).isConstant(1)) {
        at.add(Java.primary("0"));
        continue;
      }
      String i = context.names.fresh("i");
      String end = context.dims.asInt(shape.get(axis)).in(8);
      out.open("for (int %s = 0; %s < %s; %s++)".formatted(i, i, end, i));
      at.add(Java.primary(i));
      opened++;
    }
    return opened;
  }

  private void close(int opened) {
    for (int i = 0; i < opened; i++) {
      out.close();
    }
  }

  /** Pieces of rows and columns; before each one the run may stop. */
  private void pieces() {
    Java rows = size(transfer.chunk().get(0), "rows");
    Java columns = size(transfer.chunk().get(1), "columns");
    int axes = shape.size();
    List<Java> at = new ArrayList<>();
    int opened = leading(at, Math.max(0, axes - 2));
    Java width = context.dims.asInt(shape.getLast());
    if (axes == 1) {
      piecesOfRow(at, columns, width);
    } else {
      Java height = context.dims.asInt(shape.get(axes - 2));
      String row = context.names.fresh("row");
      stepwise(row, height, rows);
      String rowEnd = end(row, rows, height, "rowEnd");
      String column = context.names.fresh("column");
      stepwise(column, width, columns);
      out.line(context.core + ".poll();");
      String count = count(column, columns, width);
      String i = context.names.fresh("i");
      out.open("for (int %s = %s; %s < %s; %s++)".formatted(i, row, i, rowEnd, i));
      at.add(Java.primary(i));
      at.add(Java.primary(column));
      move(at, Java.primary(count));
      opened += 3;
    }
    close(opened);
  }

  private void piecesOfRow(List<Java> at, Java columns, Java width) {
    String column = context.names.fresh("column");
    stepwise(column, width, columns);
    out.line(context.core + ".poll();");
    String count = count(column, columns, width);
    at.add(Java.primary(column));
    move(at, Java.primary(count));
    out.close();
  }

  /** Without a sum that could overflow: the last step may end beyond every int. */
  private void stepwise(String name, Java end, Java step) {
    out.open(
        "for (int %s = 0; %s < %s; %s += %s.min(%s, %s - %s))"
            .formatted(name, name, end.in(8), name, Api.MATH, step.text(), end.in(10), name));
  }

  private String end(String from, Java step, Java end, String hint) {
    String name = context.names.fresh(hint);
    out.line(
        "int %s = %s + %s.min(%s, %s - %s);"
            .formatted(name, from, Api.MATH, step.text(), end.in(10), from));
    return name;
  }

  private String count(String from, Java step, Java end) {
    String name = context.names.fresh("count");
    out.line(
        "int %s = %s.min(%s, %s - %s);".formatted(name, Api.MATH, step.text(), end.in(10), from));
    return name;
  }

  private Java size(Scalar size, String hint) {
    Java held = context.once(size, hint, line, out);
    if (!(size instanceof Scalar.Constant)) {
      out.line("%s.chunk(KERNEL, %d, %s);".formatted(Api.CHECKS, line, held.text()));
    }
    return held;
  }

  /** Moves elements of one row. */
  private void move(List<Java> at, Java count) {
    if (transfer.way() == Stmt.Way.ADD) {
      add(at, count);
    } else {
      copy(at, count);
    }
  }

  private void copy(List<Java> at, Java count) {
    out.line(from.copyTo(from.address(at), to, to.address(at), count));
  }

  private void add(List<Java> at, Java count) {
    if (transfer.chunk().isEmpty()) {
      out.line(context.core + ".poll();");
    }
    String target = context.names.fresh(to.name() + "Row");
    out.line("long " + target + " = " + to.address(at).text() + ";");
    String j = context.element;
    out.open("for (int %s = 0; %s < %s; %s++)".formatted(j, j, count.in(8), j));
    List<Java> element = new ArrayList<>(at.subList(0, at.size() - 1));
    Java column = at.getLast();
    element.add(column.isZero() ? Java.primary(j) : column.plus(Java.primary(j)));
    String position = from.position(from.address(element)).text();
    String stored =
        from.heap()
            ? from.data() + "[" + position + "]"
            : from.data() + ".get(" + Primitives.layout(from.element()) + ", " + position + ")";
    out.line(
        "%s(%s, %s, %s);"
            .formatted(
                context.routines.atomicAdd(to.element(), to.heap()),
                to.data(),
                Java.primary(target).plus(Java.primary(j)).text(),
                stored));
    out.close();
  }
}
