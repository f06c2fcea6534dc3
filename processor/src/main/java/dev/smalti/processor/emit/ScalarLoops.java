package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryOperator;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plain loops over arrays. HotSpot makes vector code of a loop only where every array has the same
 * index, so what a statement reads from memory is copied to scratch first and what it writes is
 * copied from there; the loop runs over all of them from 0.
 */
final class ScalarLoops implements TileLoops {
  /** Elements that go through scratch at a time, so that they stay in the first cache. */
  private static final int STRIP = 2048;

  private final Context context;

  ScalarLoops(Context context) {
    this.context = context;
  }

  @Override
  public void compute(Tile value, Destination to, int line, Lines out) {
    Optional<Tile.Matmul> product = MatmulLoops.in(value);
    if (product.isPresent()) {
      MatmulLoops loops = new ScalarMatmul(context, product.get(), line, out);
      product(value, product.get(), loops, to, line, out);
    } else if (value instanceof Tile.Reduce reduce) {
      reduce(reduce, (Destination.ToLocal) to, line, out);
    } else if (value instanceof Tile.Whole whole) {
      new WholeLoops(context, line, out).compute(whole, (Destination.ToLocal) to);
    } else if (TileLocal.isSingle(value.type())) {
      new Statement(value.type(), line, out).single(value, to);
    } else if (to instanceof Destination.ToMemory memory) {
      new Statement(value.type(), line, out).store(value, memory);
    } else {
      TileLocal target = ((Destination.ToLocal) to).tile();
      new Statement(value.type(), line, out).fill(value, target.name());
    }
  }

  // ---- products of matrices

  /** Writes a product with plain loops behind it. */
  void product(
      Tile value, Tile.Matmul product, MatmulLoops loops, Destination to, int line, Lines out) {
    Statement statement = new Statement(value.type(), line, out);
    if (to instanceof Destination.ToLocal local
        && (local.tile().isSingle() || loops.reads(local.tile()))) {
      String result = context.scratch(local.tile().element(), "result", statement.size(), out);
      TileLocal whole = new TileLocal(result, local.tile().type());
      statement.product(value, product, loops, new Destination.ToLocal(whole, false));
      if (local.tile().isSingle()) {
        set(local, Primitives.loaded(whole.element(), Java.primary(result + "[0]")).text(), out);
      } else {
        out.line(
            "%s.arraycopy(%s, 0, %s, 0, %s);"
                .formatted(Api.SYSTEM, result, local.tile().name(), statement.size().text()));
      }
    } else {
      statement.product(value, product, loops, to);
    }
  }

  // ---- reductions

  private void reduce(Tile.Reduce reduce, Destination.ToLocal to, int line, Lines out) {
    TileType box = reduce.operand().type();
    checkNotEmpty(reduce.operand(), line, out);
    BinaryOp op = known(reduce.op());
    boolean columns = reduce.axis() == Tile.Axis.COLUMN;
    boolean alone = columns ? box.validRows().isConstant(1) : box.validColumns().isConstant(1);
    if (alone) {
      compute(reduce.operand(), to, line, out);
    } else if (columns) {
      reduceColumns(reduce.operand(), op, to, line, out);
    } else {
      reduceRows(reduce.operand(), op, to, line, out);
    }
  }

  /** Refuses a reduction of nothing, where its box may be empty. */
  void checkNotEmpty(Tile operand, int line, Lines out) {
    TileType box = operand.type();
    if (!context.bounds.isPositive(box.validRows())
        || !context.bounds.isPositive(box.validColumns())) {
      out.line(
          "%s.notEmpty(KERNEL, %d, %s, %s, %s);"
              .formatted(
                  Api.CHECKS,
                  line,
                  Literals.quoted(nameOf(operand)),
                  context.dims.asLong(box.validRows()).text(),
                  context.dims.asLong(box.validColumns()).text()));
    }
  }

  private String nameOf(Tile tile) {
    return switch (tile) {
      case Tile.Ref ref -> ref.variable().name();
      case Tile.Load load -> context.memory(load.source()).name();
      case Tile.RemoteLoad load -> context.memory(load.source()).name();
      default -> "the operand";
    };
  }

  private void reduceRows(Tile operand, BinaryOp op, Destination.ToLocal to, int line, Lines out) {
    TileType box = operand.type();
    Element element = Api.concrete(box.element());
    String fold = context.routines.rowReduction(op, element);
    Statement statement = new Statement(box, line, out);
    if (statement.isStrip(operand)) {
      set(to, Primitives.loaded(element, statement.foldInStrips(operand, op)).text(), out);
      return;
    }
    Java columns = context.once(box.validColumns(), "columns", out);
    if (box.validRows().isConstant(1)) {
      boolean held = operand instanceof Tile.Ref;
      String strands = context.scratch(element, "strands", columns, out);
      String row = strands;
      if (held) {
        row = context.tile(((Tile.Ref) operand).variable()).name();
      } else {
        statement.fill(operand, strands);
      }
      Java folded = Java.primary("%s(%s, %s, %s)".formatted(fold, row, strands, columns.text()));
      set(to, Primitives.loaded(element, folded).text(), out);
      return;
    }
    String rows = statement.held(operand, "values");
    String strands = context.scratch(element, "strands", columns, out);
    String i = context.row;
    Java count = context.once(box.validRows(), "rows", out);
    out.open("for (int %s = 0; %s < %s; %s++)".formatted(i, i, count.text(), i));
    out.line(
        "%s.arraycopy(%s, %s * %s, %s, 0, %s);"
            .formatted(Api.SYSTEM, rows, i, columns.in(11), strands, columns.text()));
    out.line(
        "%s[%s] = %s(%s, %s, %s);"
            .formatted(to.tile().name(), i, fold, strands, strands, columns.text()));
    out.close();
  }

  private void reduceColumns(
      Tile operand, BinaryOp op, Destination.ToLocal to, int line, Lines out) {
    Statement statement = new Statement(operand.type(), line, out);
    if (operand instanceof Tile.Load && !to.tile().isSingle()) {
      statement.foldRowsOf(operand, op, to.tile());
    } else {
      foldHeldRows(statement, operand, op, to, out);
    }
  }

  private void foldHeldRows(
      Statement statement, Tile operand, BinaryOp op, Destination.ToLocal to, Lines out) {
    TileType box = operand.type();
    String rows = statement.held(operand, "values");
    Java count = context.once(box.validRows(), "rows", out);
    Java columns = context.once(box.validColumns(), "columns", out);
    String i = context.row;
    String loop = "for (int %s = 1; %s < %s; %s++)".formatted(i, i, count.text(), i);
    if (to.tile().isSingle()) {
      Element element = to.tile().element();
      set(to, Primitives.loaded(element, Java.primary(rows + "[0]")).text(), out);
      String single = to.tile().name();
      Java next = Primitives.loaded(element, Java.primary(rows + "[" + i + "]"));
      out.open(loop);
      out.line(single + " = " + Routines.folded(op, single, next.in(9)) + ";");
      out.close();
      return;
    }
    String sum = to.tile().name();
    String row = context.scratch(Api.concrete(box.element()), "row", columns, out);
    out.line("%s.arraycopy(%s, 0, %s, 0, %s);".formatted(Api.SYSTEM, rows, sum, columns.text()));
    out.open(loop);
    out.line(
        "%s.arraycopy(%s, %s * %s, %s, 0, %s);"
            .formatted(Api.SYSTEM, rows, i, columns.in(11), row, columns.text()));
    foldRow(op, sum, row, columns, out);
    out.close();
  }

  private void foldRow(BinaryOp op, String sum, String row, Java columns, Lines out) {
    String j = context.element;
    out.open("for (int %s = 0; %s < %s; %s++)".formatted(j, j, columns.text(), j));
    out.line(
        "%s[%s] = %s;"
            .formatted(sum, j, Routines.stored(op, sum + "[" + j + "]", row + "[" + j + "]")));
    out.close();
  }

  private static void set(Destination.ToLocal to, String value, Lines out) {
    String declared = to.declared() ? to.tile().local().type() + " " : "";
    out.line(declared + to.tile().name() + " = " + value + ";");
  }

  private static BinaryOp known(BinaryOperator operator) {
    if (operator instanceof BinaryOp op) {
      return op;
    }
    throw new IllegalArgumentException(
        "operator " + operator + " is not fixed; instantiate the function first");
  }

  // ---- element-wise statements

  /** One loop nest over one box. */
  private final class Statement {
    private final TileType box;
    private final int line;
    private final Lines out;
    private final BoxAccess access;
    private final String j = context.element;
    private final Map<Tile, Java> leaves = new LinkedHashMap<>();

    /** What is needed more than once, and the locals that hold it. */
    private final Set<Tile> shared = new HashSet<>();

    private final Map<Tile, Java> held = new LinkedHashMap<>();

    /** Reads of one element a row, which stand between the loops. */
    private final List<String> perRow = new ArrayList<>();

    Statement(TileType box, int line, Lines out) {
      this.box = box;
      this.line = line;
      this.out = out;
      this.access = new BoxAccess(context, line, out);
    }

    // ---- whole statements

    void single(Tile value, Destination to) {
      prepare(value);
      Java java = tree(value);
      switch (to) {
        case Destination.ToLocal local -> set(local, java.text(), out);
        case Destination.ToMemory memory -> {
          List<Java> at =
              access.offsets(memory.memory(), memory.offsets(), BoxAccess.stored(box, memory));
          if (memory.update() == Update.ADD) {
            add(memory.memory(), memory.memory().address(at), java);
          } else {
            out.line(memory.memory().write(at, java));
          }
        }
      }
    }

    /** Writes a loop that fills an array with the valid box. */
    void fill(Tile value, String array) {
      switch (value) {
        case Tile.Load load -> copyIn(load, array);
        case Tile.RemoteLoad load -> copyIn(load, array);
        case Tile.Ref ref -> {
          String other = context.tile(ref.variable()).name();
          if (!other.equals(array)) {
            out.line(
                "%s.arraycopy(%s, 0, %s, 0, %s);"
                    .formatted(Api.SYSTEM, other, array, size().text()));
          }
        }
        case Tile.Fill fill -> {
          context.checkExtents(List.of(fill.type().rows(), fill.type().columns()), out);
          Java scalar = operand(Api.concrete(fill.type().element()), fill.value());
          out.line(
              "%s.fill(%s, 0, %s, %s);"
                  .formatted(
                      Api.ARRAYS,
                      array,
                      size().text(),
                      Primitives.stored(Api.concrete(box.element()), scalar).text()));
        }
        default -> {
          prepare(value);
          loop(value, array);
        }
      }
    }

    /** Folds the rows of memory one after the other: the first starts, the others follow. */
    void foldRowsOf(Tile load, BinaryOp op, TileLocal sum) {
      BoxAccess.Source source = access.source(load);
      Box rows = new Box(source.box());
      String row = context.scratch(sum.element(), "row", rows.columns, out);
      String first = context.names.fresh("first");
      out.line("boolean " + first + " = true;");
      rows.forEachRow(
          (indices, _) -> {
            Java address = source.memory().address(BoxAccess.shifted(source.at(), indices));
            out.open("if (" + first + ")");
            out.line(source.memory().copyTo(sum.name(), "0", address, rows.columns.text()));
            out.line(first + " = false;");
            out.next("else");
            out.line(source.memory().copyTo(row, "0", address, rows.columns.text()));
            foldRow(op, sum.name(), row, rows.columns, out);
            out.close();
          });
    }

    /** The value as an array: the local that holds it, or new scratch. */
    String held(Tile value, String hint) {
      if (value instanceof Tile.Ref ref && sameBox(value)) {
        return context.tile(ref.variable()).name();
      }
      String array = context.scratch(Api.concrete(box.element()), hint, size(), out);
      fill(value, array);
      return array;
    }

    void store(Tile value, Destination.ToMemory to) {
      if (to.update() == Update.ADD) {
        storeAdding(value, to);
      } else if (value instanceof Tile.Ref) {
        copyOut(held(value, to.memory().name() + "Tile"), to);
      } else if (isCopy(value, to)) {
        copyThrough(value, to);
      } else if (isStrip(value) && !mayMeet(value, to)) {
        storeInStrips(value, to);
      } else {
        copyOut(held(value, to.memory().name() + "Tile"), to);
      }
    }

    private void storeAdding(Tile value, Destination.ToMemory to) {
      String values = held(value, to.memory().name() + "Tile");
      Memory memory = to.memory();
      List<Java> at = access.offsets(memory, to.offsets(), BoxAccess.stored(box, to));
      Box target = new Box(BoxAccess.stored(box, to));
      target.forEachRow(
          (indices, base) -> {
            Java address = memory.address(BoxAccess.shifted(at, indices));
            String from = context.names.fresh("at");
            out.line("long " + from + " = " + address.text() + ";");
            out.open("for (int %s = 0; %s < %s; %s++)".formatted(j, j, target.columns.text(), j));
            add(
                memory,
                Java.primary(from).plus(Java.primary(j)),
                Primitives.loaded(
                    memory.element(), Java.primary(values + "[" + base.plusElement(j) + "]")));
            out.close();
          });
    }

    private void add(Memory memory, Java address, Java value) {
      String method = context.routines.atomicAdd(memory.element(), memory.heap());
      out.line("%s(%s, %s, %s);".formatted(method, memory.data(), address.text(), value.text()));
    }

    // ---- rows behind a product of matrices

    /** How a row of an operand comes to scratch. */
    private interface RowCopy {
      void write(MatmulLoops.Row row, String array);
    }

    /** Finishes a block row by row: what a row needs is copied to scratch, as in strips. */
    void product(Tile value, Tile.Matmul product, MatmulLoops loops, Destination to) {
      Map<Tile, RowCopy> copies = new LinkedHashMap<>();
      collectRows(value, copies);
      RowTarget target = rowTarget(to);
      loops.write(
          row -> {
            String result = row.array();
            Java from = row.at();
            if (!(value instanceof Tile.Matmul)) {
              result =
                  context.scratch(Api.concrete(box.element()), "line", row.columns().java(), out);
              from = Java.primary("0");
              finish(value, product, copies, row, result);
            }
            target.write(row, result, from);
          });
    }

    private void finish(
        Tile value,
        Tile.Matmul product,
        Map<Tile, RowCopy> copies,
        MatmulLoops.Row row,
        String result) {
      Java n = row.columns().java();
      Java sum = row.at().isZero() ? Java.primary(j) : row.at().plus(Java.primary(j));
      leaves.put(product, leaf(product, row.array() + "[" + sum.text() + "]"));
      copies.forEach(
          (operand, copy) -> {
            if (operand.type().columns().isConstant(1)) {
              copy.write(row, "");
              return;
            }
            Element element = Api.concrete(operand.type().element());
            String array = context.scratch(element, "operand", n, out);
            copy.write(row, array);
            leaves.put(operand, leaf(operand, array + "[" + j + "]"));
          });
      out.open("for (int %s = 0; %s < %s; %s++)".formatted(j, j, n.text(), j));
      out.line(result + "[" + j + "] = " + stored(value).text() + ";");
      out.close();
    }

    private void collectRows(Tile value, Map<Tile, RowCopy> copies) {
      boolean array =
          switch (value) {
            case Tile.Load _, Tile.RemoteLoad _ -> !TileLocal.isSingle(value.type());
            case Tile.Ref ref -> !context.tile(ref.variable()).isSingle();
            default -> false;
          };
      if (array) {
        copies.computeIfAbsent(value, this::rowCopy);
        return;
      }
      switch (value) {
        case Tile.Matmul _ -> {}
        case Tile.Load _, Tile.RemoteLoad _, Tile.Ref _, Tile.Splat _, Tile.Fill _ ->
            prepare(value);
        default -> operands(value).forEach(operand -> collectRows(operand, copies));
      }
    }

    private RowCopy rowCopy(Tile value) {
      TileType type = value.type();
      boolean oneColumn = type.columns().isConstant(1);
      if (value instanceof Tile.Load load && Tile.isRegular(load.valid())) {
        BoxAccess.Source source = access.source(load);
        Memory memory = source.memory();
        return (row, array) -> {
          Java i = type.rows().isConstant(1) ? Java.primary("0") : row.row();
          if (oneColumn) {
            Java zero = Java.primary("0");
            oneOfRow(value, memory.read(source.element(i, zero)));
          } else {
            Java address = memory.address(source.element(i, row.column()));
            out.line(memory.copyTo(array, "0", address, row.columns().java().text()));
          }
        };
      }
      String held =
          value instanceof Tile.Ref ref
              ? context.tile(ref.variable()).name()
              : new Statement(type, line, out).held(value, "held");
      Java stride = context.dims.asInt(type.validColumns());
      return (row, array) -> {
        Java i = type.rows().isConstant(1) ? Java.primary("0") : row.row();
        if (oneColumn) {
          oneOfRow(value, leaf(value, held + "[" + i.text() + "]"));
        } else {
          out.line(
              "%s.arraycopy(%s, %s, %s, 0, %s);"
                  .formatted(
                      Api.SYSTEM,
                      held,
                      MatmulLoops.index(i, stride, row.column()).text(),
                      array,
                      row.columns().java().text()));
        }
      };
    }

    private void oneOfRow(Tile value, Java read) {
      Element element = Api.concrete(value.type().element());
      String name = context.names.fresh("value");
      out.line(Primitives.computed(element) + " " + name + " = " + read.text() + ";");
      leaves.put(value, Java.primary(name));
    }

    /** Where rows of a finished block go. */
    private interface RowTarget {
      void write(MatmulLoops.Row row, String array, Java from);
    }

    private RowTarget rowTarget(Destination to) {
      return switch (to) {
        case Destination.ToLocal(TileLocal tile, boolean _) -> {
          Java stride = context.dims.asInt(box.validColumns());
          yield (row, array, from) ->
              out.line(
                  "%s.arraycopy(%s, %s, %s, %s, %s);"
                      .formatted(
                          Api.SYSTEM,
                          array,
                          from.text(),
                          tile.name(),
                          MatmulLoops.index(row.row(), stride, row.column()).text(),
                          row.columns().java().text()));
        }
        case Destination.ToMemory memory -> rowTarget(memory);
      };
    }

    private RowTarget rowTarget(Destination.ToMemory to) {
      Memory memory = to.memory();
      List<Dim> extents = BoxAccess.stored(box, to);
      BoxAccess.Source target =
          new BoxAccess.Source(memory, access.offsets(memory, to.offsets(), extents), extents);
      return (row, array, from) -> {
        Java address = memory.address(target.element(row.row(), row.column()));
        Java n = row.columns().java();
        if (to.update() == Update.SET) {
          out.line(memory.copyFrom(array, from.text(), address, n.text()));
          return;
        }
        String at = context.names.fresh("at");
        out.line("long " + at + " = " + address.text() + ";");
        out.open("for (int %s = 0; %s < %s; %s++)".formatted(j, j, n.text(), j));
        Java index = from.isZero() ? Java.primary(j) : from.plus(Java.primary(j));
        Java stored = Java.primary(array + "[" + index.text() + "]");
        add(
            memory,
            Java.primary(at).plus(Java.primary(j)),
            Primitives.loaded(memory.element(), stored));
        out.close();
      };
    }

    // ---- copies

    /** A store of a load: memory to memory, unless rows of one tensor may meet; one row may. */
    private boolean isCopy(Tile value, Destination.ToMemory to) {
      Memory source =
          switch (value) {
            case Tile.Load load -> context.memory(load.source());
            case Tile.RemoteLoad load -> context.memory(load.source());
            default -> null;
          };
      return source != null
          && (!source.data().equals(to.memory().data()) || box.validRows().isConstant(1))
          && (value instanceof Tile.Load load ? load.valid() : ((Tile.RemoteLoad) value).shape())
              .equals(BoxAccess.stored(box, to))
          && !box.validColumns().isConstant(1);
    }

    private void copyThrough(Tile value, Destination.ToMemory to) {
      BoxAccess.Source source = access.source(value);
      List<Java> at = access.offsets(to.memory(), to.offsets(), BoxAccess.stored(box, to));
      Box target = new Box(source.box());
      target.forEachRow(
          (indices, _) ->
              out.line(
                  source
                      .memory()
                      .copyTo(
                          source.memory().address(BoxAccess.shifted(source.at(), indices)),
                          to.memory(),
                          to.memory().address(BoxAccess.shifted(at, indices)),
                          target.columns)));
    }

    private void copyIn(Tile load, String array) {
      BoxAccess.Source source = access.source(load);
      Box rows = new Box(source.box());
      if (rows.columns.text().equals("1")) {
        rows.forEachRow(
            (indices, base) -> {
              Java value = source.memory().read(BoxAccess.shifted(source.at(), indices));
              out.line(
                  "%s[%s] = %s;"
                      .formatted(
                          array,
                          base.text(),
                          Primitives.stored(source.memory().element(), value).text()));
            });
        return;
      }
      rows.forEachRow(
          (indices, base) ->
              out.line(
                  source
                      .memory()
                      .copyTo(
                          array,
                          base.text(),
                          source.memory().address(BoxAccess.shifted(source.at(), indices)),
                          rows.columns.text())));
    }

    private void copyOut(String array, Destination.ToMemory to) {
      Memory memory = to.memory();
      List<Java> at = access.offsets(memory, to.offsets(), BoxAccess.stored(box, to));
      Box rows = new Box(BoxAccess.stored(box, to));
      rows.forEachRow(
          (indices, base) -> {
            List<Java> place = BoxAccess.shifted(at, indices);
            if (rows.columns.text().equals("1")) {
              Java value =
                  Primitives.loaded(
                      memory.element(), Java.primary(array + "[" + base.text() + "]"));
              out.line(memory.write(place, value));
            } else {
              out.line(
                  memory.copyFrom(array, base.text(), memory.address(place), rows.columns.text()));
            }
          });
    }

    // ---- strips

    /** One row that comes from memory and scalars only. */
    private boolean isStrip(Tile value) {
      boolean large =
          box.validColumns().constant().isEmpty()
              || box.validColumns().constant().getAsLong() > 2 * STRIP;
      return box.validRows().isConstant(1) && large && onlyMemory(value);
    }

    /** Whether a strip may be read from where the one before was written. */
    private boolean mayMeet(Tile value, Destination.ToMemory to) {
      return value instanceof Tile.RemoteLoad load
          ? access.mayMeet(load, box, to)
          : operands(value).stream().anyMatch(operand -> mayMeet(operand, to));
    }

    private boolean onlyMemory(Tile value) {
      return switch (value) {
        case Tile.Ref ref -> context.tile(ref.variable()).isSingle();
        case Tile.Splat _, Tile.Fill _ -> true;
        case Tile.Load _, Tile.RemoteLoad _ -> sameBox(value) || TileLocal.isSingle(value.type());
        default -> operands(value).stream().allMatch(this::onlyMemory);
      };
    }

    private void storeInStrips(Tile value, Destination.ToMemory to) {
      List<Java> at = access.offsets(to.memory(), to.offsets(), BoxAccess.stored(box, to));
      Memory memory = to.memory();
      inStrips(
          value,
          context.once(box.validColumns(), "columns", out),
          memory.name() + "Strip",
          (array, from, count) ->
              out.line(memory.copyFrom(array, "0", moved(memory, at, from), count)));
    }

    /** Folds one long row, a part of it at a time. */
    Java foldInStrips(Tile value, BinaryOp op) {
      Element element = Api.concrete(box.element());
      String part = context.routines.partOfRowReduction(op, element);
      String strands = context.scratch(element, "strands", Java.primary("32"), out);
      Java columns = context.once(box.validColumns(), "columns", out);
      inStrips(
          value,
          columns,
          "terms",
          (array, from, count) ->
              out.line("%s(%s, %s, %s, %s == 0);".formatted(part, array, strands, count, from)));
      return Java.primary(
          "%s(%s, %s, %s.min(%s, 32))"
              .formatted(
                  context.routines.rowReduction(op, element),
                  strands,
                  strands,
                  Api.MATH,
                  columns.text()));
    }

    /** What is done with a part of a row: an array, where the part starts, how long it is. */
    private interface StripCode {
      void write(String array, String from, String count);
    }

    /** Computes one row a part at a time. */
    private void inStrips(Tile value, Java columns, String hint, StripCode code) {
      Map<Tile, BoxAccess.Source> sources = new LinkedHashMap<>();
      collectLoads(value, sources);
      prepareScalars(value);
      String from = context.names.fresh("from");
      String count = context.names.fresh("count");
      List<Runnable> copies = new ArrayList<>();
      Java strip = Literals.of(STRIP);
      String result = context.scratch(Api.concrete(box.element()), hint, strip, out);
      sources.forEach(
          (load, source) -> {
            Memory memory = source.memory();
            String array =
                load.equals(value)
                    ? result
                    : context.scratch(memory.element(), memory.name() + "Strip", strip, out);
            leaves.put(load, leaf(load, array + "[" + j + "]"));
            copies.add(
                () -> out.line(memory.copyTo(array, "0", moved(memory, source.at(), from), count)));
          });
      out.open(
          "for (int %s = 0; %s < %s; %s = %s.next(%s, %s, %d))"
              .formatted(
                  from, from, columns.text(), from, Api.CHECKS, from, columns.text(), STRIP));
      out.line(
          "int %s = %s.min(%d, %s - %s);".formatted(count, Api.MATH, STRIP, columns.in(9), from));
      copies.forEach(Runnable::run);
      if (!sources.containsKey(value)) {
        out.open("for (int %s = 0; %s < %s; %s++)".formatted(j, j, count, j));
        out.line(result + "[" + j + "] = " + stored(value).text() + ";");
        out.close();
      }
      code.write(result, from, count);
      out.close();
    }

    private Java moved(Memory memory, List<Java> at, String from) {
      return memory.address(at).plus(Java.primary(from));
    }

    private void collectLoads(Tile value, Map<Tile, BoxAccess.Source> sources) {
      switch (value) {
        case Tile.Load _, Tile.RemoteLoad _ -> {
          if (!TileLocal.isSingle(value.type()) && !sources.containsKey(value)) {
            sources.put(value, access.source(value));
          }
        }
        default -> operands(value).forEach(operand -> collectLoads(operand, sources));
      }
    }

    private void prepareScalars(Tile value) {
      switch (value) {
        case Tile.Load _, Tile.RemoteLoad _ -> {
          if (TileLocal.isSingle(value.type())) {
            prepare(value);
          }
        }
        case Tile.Ref _, Tile.Splat _, Tile.Fill _ -> prepare(value);
        default -> operands(value).forEach(this::prepareScalars);
      }
    }

    // ---- loops

    private void loop(Tile value, String array) {
      if (isFlat(value)) {
        Java n = context.once(sizeDim(), "n", out);
        out.open("for (int %s = 0; %s < %s; %s++)".formatted(j, j, n.text(), j));
        out.line(array + "[" + j + "] = " + stored(value).text() + ";");
        out.close();
        return;
      }
      Java rows = context.once(box.validRows(), "rows", out);
      Java columns = context.once(box.validColumns(), "columns", out);
      String i = context.row;
      out.open("for (int %s = 0; %s < %s; %s++)".formatted(i, i, rows.text(), i));
      out.line("int %s = %s * %s;".formatted(rowBase(), i, columns.in(11)));
      perRow.forEach(out::line);
      out.open("for (int %s = 0; %s < %s; %s++)".formatted(j, j, columns.text(), j));
      out.line("%s[%s + %s] = %s;".formatted(array, rowBase(), j, stored(value).text()));
      out.close();
      out.close();
    }

    private String base = "";

    private String rowBase() {
      if (base.isEmpty()) {
        base = context.names.fresh("row");
      }
      return base;
    }

    private Java stored(Tile value) {
      return Primitives.stored(Api.concrete(value.type().element()), tree(value));
    }

    /** Every leaf has one element, or the whole box in the same order. */
    private boolean isFlat(Tile value) {
      return switch (value) {
        case Tile.Splat _, Tile.Fill _ -> true;
        case Tile.Ref _, Tile.Load _, Tile.RemoteLoad _ ->
            TileLocal.isSingle(value.type()) || sameBox(value);
        default -> operands(value).stream().allMatch(this::isFlat);
      };
    }

    private boolean sameBox(Tile value) {
      return value.type().validRows().equals(box.validRows())
          && value.type().validColumns().equals(box.validColumns());
    }

    private Dim sizeDim() {
      return box.validRows().times(box.validColumns());
    }

    private Java size() {
      return context.dims.asInt(sizeDim());
    }

    // ---- leaves

    /** Reads what the loop needs into locals and scratch, from left to right. */
    private void prepare(Tile value) {
      prepare(value, isFlat(value));
    }

    private void prepare(Tile value, boolean flat) {
      if (leaves.containsKey(value)) {
        return;
      }
      Element element = Api.concrete(value.type().element());
      switch (value) {
        case Tile.Splat s -> leaves.put(s, operand(element, s.value()));
        case Tile.Fill f -> {
          context.checkExtents(List.of(f.type().rows(), f.type().columns()), out);
          leaves.put(f, operand(element, f.value()));
        }
        case Tile.Ref r -> {
          TileLocal local = context.tile(r.variable());
          leaves.put(
              r,
              local.isSingle() ? Java.primary(local.name()) : inArray(value, local.name(), flat));
        }
        case Tile.Load l -> {
          if (TileLocal.isSingle(l.type())) {
            leaves.put(l, oneElement(l));
          } else {
            leaves.put(l, inArray(value, staged(l, context.memory(l.source()).name()), flat));
          }
        }
        case Tile.RemoteLoad l -> {
          if (TileLocal.isSingle(l.type())) {
            leaves.put(l, oneElement(l));
          } else {
            leaves.put(l, inArray(value, staged(l, context.memory(l.source()).name()), flat));
          }
        }
        default -> operands(value).forEach(operand -> prepare(operand, flat));
      }
    }

    private String staged(Tile load, String name) {
      Java length = context.dims.asInt(load.type().validRows().times(load.type().validColumns()));
      String array =
          context.scratch(Api.concrete(load.type().element()), name + "Tile", length, out);
      copyIn(load, array);
      return array;
    }

    private Java oneElement(Tile load) {
      BoxAccess.Source source = access.source(load);
      Java value = source.memory().read(source.at());
      String name = context.names.fresh(source.memory().name() + "Value");
      out.line(
          Primitives.computed(source.memory().element()) + " " + name + " = " + value.text() + ";");
      return Java.primary(name);
    }

    private Java operand(Element element, Scalar scalar) {
      Java java = context.scalars.operand(element, scalar, line);
      boolean constant = scalar instanceof Scalar.Constant;
      boolean name = scalar instanceof Scalar.Read && java.isSimple();
      if (constant && !java.text().contains("(") || name) {
        return java;
      }
      String local = context.names.fresh("scalar");
      out.line(Primitives.computed(element) + " " + local + " = " + java.text() + ";");
      return Java.primary(local);
    }

    /** An element of an array leaf at the loop's place. */
    private Java inArray(Tile value, String array, boolean flat) {
      TileType type = value.type();
      if (flat) {
        return leaf(value, array + "[" + j + "]");
      }
      if (type.columns().isConstant(1)) {
        String name = context.names.fresh(array + "Value");
        Java read = leaf(value, array + "[" + context.row + "]");
        perRow.add(
            Primitives.computed(Api.concrete(type.element()))
                + " "
                + name
                + " = "
                + read.text()
                + ";");
        return Java.primary(name);
      }
      String index = type.rows().isConstant(1) ? j : rowBase() + " + " + j;
      return leaf(value, array + "[" + index + "]");
    }

    private Java leaf(Tile value, String stored) {
      return Primitives.loaded(Api.concrete(value.type().element()), Java.primary(stored));
    }

    // ---- elements

    /** The element of a whole tree; locals hold what it needs more than once. */
    private Java tree(Tile tree) {
      shared.addAll(Operands.shared(tree));
      held.clear(); // Its locals ended with the loop before this one.
      return element(tree);
    }

    private Java element(Tile value) {
      Java leaf = leaves.get(value);
      if (leaf != null) {
        return leaf;
      }
      if (!shared.contains(value)) {
        return operation(value);
      }
      Java known = held.get(value);
      if (known == null) {
        Java computed = operation(value);
        known = Java.primary(context.names.fresh("v"));
        Element element = Api.concrete(value.type().element());
        out.line(Primitives.computed(element) + " " + known.text() + " = " + computed.text() + ";");
        held.put(value, known);
      }
      return known;
    }

    private Java operation(Tile value) {
      Element element = Api.concrete(value.type().element());
      return switch (value) {
        case Tile.Unary u -> unary(u, element, element(u.operand()));
        case Tile.Binary b -> binary(b, element(b.left()), element(b.right()));
        case Tile.Fma f -> fma(element, element(f.a()), element(f.b()), element(f.c()));
        case Tile.Compare c -> compare(c, element(c.left()), element(c.right()));
        case Tile.Select s ->
            new Java(
                element(s.mask()).in(1)
                    + " ? "
                    + element(s.yes()).in(1)
                    + " : "
                    + element(s.no()).in(Java.CONDITIONAL),
                Java.CONDITIONAL);
        case Tile.Cast c ->
            cast(Api.concrete(c.operand().type().element()), element, element(c.operand()));
        default -> throw new IllegalArgumentException("not element-wise: " + value);
      };
    }

    private Java unary(Tile.Unary u, Element element, Java x) {
      String one = element == Element.F32 ? "1f" : "1.0";
      return switch (u.op()) {
        case NEG -> new Java("-" + x.in(Java.UNARY, true), Java.UNARY);
        case ABS -> Java.call(Api.MATH + ".abs", x);
        case SIGN -> sign(element, x);
        case EXP, LOG, SIN, COS, TANH, SIGMOID, ERF, GELU, GELU_TANH, ROUND, TRUNC ->
            Java.call(context.routines.elementary(u.op(), element), x);
        case FLOOR -> rounded("floor", element, x);
        case CEIL -> rounded("ceil", element, x);
        case RINT -> rounded("rint", element, x);
        case SQRT -> root(element, x);
        case RSQRT -> Java.binary(Java.primary(one), "/", Java.MULTIPLICATIVE, root(element, x));
        case RECIP -> Java.binary(Java.primary(one), "/", Java.MULTIPLICATIVE, x);
        case NOT -> new Java((element == Element.BOOL ? "!" : "~") + x.in(Java.UNARY), Java.UNARY);
      };
    }

    private Java sign(Element element, Java x) {
      return switch (element) {
        case I32 -> Java.call(Api.INTEGER + ".signum", x);
        case I64 -> Java.cast("long", Java.call(Api.LONG + ".signum", x));
        default -> Java.call(Api.MATH + ".signum", x);
      };
    }

    private Java rounded(String method, Element element, Java x) {
      Java whole = Java.call(Api.MATH + "." + method, x);
      return element == Element.F32 ? Java.cast("float", whole) : whole;
    }

    private Java root(Element element, Java x) {
      Java root = Java.call(Api.MATH + ".sqrt", x);
      return element == Element.F32 ? Java.cast("float", root) : root;
    }

    private Java binary(Tile.Binary b, Java left, Java right) {
      return switch (known(b.op())) {
        case ADD -> left.plus(right);
        case SUB -> Java.binary(left, "-", Java.ADDITIVE, right);
        case MUL -> left.times(right);
        case DIV -> Java.binary(left, "/", Java.MULTIPLICATIVE, divisor(b, right));
        case REM -> Java.binary(left, "%", Java.MULTIPLICATIVE, divisor(b, right));
        case MOD -> {
          Element element = Api.concrete(b.type().element());
          String method =
              element.isFloating() ? context.routines.mod(element) : Api.MATH + ".floorMod";
          yield Java.call(method, left, divisor(b, right));
        }
        case MAX -> Java.call(Api.MATH + ".max", left, right);
        case MIN -> Java.call(Api.MATH + ".min", left, right);
        case AND -> Java.binary(left, "&", 5, right);
        case OR -> Java.binary(left, "|", 3, right);
        case XOR -> Java.binary(left, "^", 4, right);
        case SHL -> Java.binary(left, "<<", 8, right);
        case SHR -> Java.binary(left, ">>", 8, right);
        case USHR -> Java.binary(left, ">>>", 8, right);
      };
    }

    /** An integer divisor is checked, since Java itself names no line. */
    private Java divisor(Tile.Binary b, Java divisor) {
      boolean safe =
          b.right() instanceof Tile.Splat(var _, Scalar.Constant(var _, Object constant))
              && ((Number) constant).longValue() != 0;
      return Api.concrete(b.type().element()).isFloating() || safe
          ? divisor
          : Java.primary("%s.divisor(KERNEL, %d, %s)".formatted(Api.CHECKS, line, divisor.text()));
    }

    private Java fma(Element element, Java a, Java b, Java c) {
      return element.isFloating() ? Java.call(Api.MATH + ".fma", a, b, c) : a.times(b).plus(c);
    }

    private Java compare(Tile.Compare c, Java left, Java right) {
      String symbol =
          switch (c.relation()) {
            case EQ -> "==";
            case NE -> "!=";
            case LT -> "<";
            case LE -> "<=";
            case GT -> ">";
            case GE -> ">=";
          };
      return Java.binary(left, symbol, symbol.equals("==") || symbol.equals("!=") ? 6 : 7, right);
    }

    private Java cast(Element from, Element to, Java x) {
      if (from == to) {
        return x;
      }
      if (from.isNarrow()) {
        return Primitives.widened(from, x);
      }
      if (to.isNarrow()) {
        return Primitives.narrowed(to, from.scalar(), x);
      }
      if (to == Element.BOOL) {
        return Java.binary(x, "!=", 6, Java.primary("0"));
      }
      if (from == Element.BOOL) {
        String numbers =
            switch (to) {
              case F32 -> " ? 1f : 0f";
              case F64 -> " ? 1.0 : 0.0";
              case I64 -> " ? 1L : 0L";
              default -> " ? 1 : 0";
            };
        return new Java(x.in(1) + numbers, Java.CONDITIONAL);
      }
      ScalarType type = to.scalar();
      return Java.cast(type.keyword(), x);
    }

    private static List<Tile> operands(Tile value) {
      return Operands.of(value);
    }

    // ---- boxes

    /** Loops over the rows of a box of memory. */
    private final class Box {
      private final List<Dim> extents;
      private final Java columns;

      Box(List<Dim> extents) {
        this.extents = extents;
        this.columns = context.once(extents.getLast(), "columns", out);
      }

      void forEachRow(RowCode code) {
        List<Java> indices = new ArrayList<>();
        Java position = Java.primary("0");
        int loops = 0;
        for (int axis = 0; axis < extents.size() - 1; axis++) {
          Dim extent = extents.get(axis);
          if (extent.isConstant(1)) {
            indices.add(Java.primary("0"));
            continue;
          }
          String index = loops == 0 ? context.row : context.names.fresh(context.row);
          Java bound = context.once(extent, "rows", out);
          out.open("for (int %s = 0; %s < %s; %s++)".formatted(index, index, bound.text(), index));
          Java here = Java.primary(index);
          position = position.isZero() ? here : position.times(bound).plus(here);
          indices.add(here);
          loops++;
        }
        indices.add(Java.primary("0"));
        Java start =
            position.isZero()
                ? position
                : columns.text().equals("1") ? position : position.times(columns);
        code.write(indices, new Base(start));
        for (int loop = 0; loop < loops; loop++) {
          out.close();
        }
      }
    }
  }

  /** Where a row starts in scratch. */
  private record Base(Java start) {
    String text() {
      return start.text();
    }

    String plusElement(String element) {
      return start.isZero() ? element : start.plus(Java.primary(element)).text();
    }
  }

  /** Writes what is done for one row. */
  private interface RowCode {
    void write(List<Java> indices, Base base);
  }
}
