package dev.smalti.processor.random;

import dev.smalti.lang.Rounding;
import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every operation of {@link Catalogue} alone, by the sections of the manual's table. */
final class SingleOperations {
  private SingleOperations() {}

  static Map<String, List<SingleOperation>> bySection() {
    Map<String, List<SingleOperation>> sections = new LinkedHashMap<>();
    sections.put("Arithmetic", arithmetic());
    sections.put("Functions", functions());
    sections.put("Comparisons and masks", comparisons());
    sections.put("Casts", casts());
    sections.put("Folds and products", folds());
    sections.put("Other places", places());
    sections.put("Memory", memory());
    return sections;
  }

  private static List<SingleOperation> arithmetic() {
    List<SingleOperation> all = new ArrayList<>();
    for (String name : List.of("add", "sub", "mul", "max", "min")) {
      all.add(SingleOperation.of(name, "a." + name + "(b)"));
      all.add(SingleOperation.of(name + " scalar", "a." + name + "(3)"));
    }
    for (String name : List.of("div", "rem", "mod")) {
      all.add(SingleOperation.of(name, "a." + name + "(b.max(1))"));
      all.add(SingleOperation.of(name + " scalar", "a." + name + "(3)"));
    }
    for (String name : List.of("and", "or", "xor")) {
      all.add(SingleOperation.of(name, "a." + name + "(b)"));
      all.add(SingleOperation.of(name + " scalar", "a." + name + "(1)"));
    }
    for (String name : List.of("shl", "shr", "ushr")) {
      all.add(SingleOperation.of(name, "a." + name + "(b)"));
      all.add(SingleOperation.of(name + " scalar", "a." + name + "(3)"));
    }
    all.add(SingleOperation.of("fma", "a.fma(b, c)"));
    all.add(SingleOperation.of("combine", "a.combine(b, OP)"));
    return all;
  }

  private static List<SingleOperation> functions() {
    List<SingleOperation> all = new ArrayList<>();
    for (String name :
        List.of(
            "not",
            "abs",
            "neg",
            "sign",
            "relu",
            "exp",
            "log",
            "sin",
            "cos",
            "tanh",
            "sigmoid",
            "erf",
            "gelu",
            "geluTanh",
            "sqrt",
            "rsqrt",
            "recip",
            "floor",
            "ceil",
            "rint",
            "round",
            "trunc")) {
      all.add(SingleOperation.of(name, "a." + name + "()"));
    }
    all.add(SingleOperation.of("leakyRelu", "a.leakyRelu(0.1)"));
    all.add(SingleOperation.of("prelu", "a.prelu(b)"));
    return all;
  }

  private static List<SingleOperation> comparisons() {
    List<SingleOperation> all = new ArrayList<>();
    for (String name : List.of("lt", "le", "gt", "ge", "eq", "ne")) {
      all.add(SingleOperation.of(name, "a." + name + "(b).select(a, b)"));
      all.add(SingleOperation.of(name + " scalar", "a." + name + "(1).select(a, b)"));
    }
    all.add(SingleOperation.of("select", "a.eq(b).select(b, c)"));
    all.add(SingleOperation.of("mask cast", "a.eq(b).cast(T)"));
    for (String name : List.of("and", "or", "xor")) {
      all.add(SingleOperation.of("mask " + name, "a.eq(b)." + name + "(a.ne(c)).select(b, c)"));
    }
    all.add(SingleOperation.of("mask not", "a.eq(b).not().select(b, c)"));
    for (String name : List.of("rowAny", "rowAll", "colAny", "colAll")) {
      all.add(SingleOperation.of("mask " + name, "a.eq(b)." + name + "().select(b, c)"));
    }
    for (String name : List.of("lower", "upper")) {
      all.add(
          SingleOperation.of(
              "mask " + name, "Mask." + name + "(shape(rows, columns), 1).select(a, b)"));
    }
    return all;
  }

  private static List<SingleOperation> casts() {
    List<SingleOperation> all = new ArrayList<>();
    for (Element to : Element.values()) {
      all.add(SingleOperation.of("cast " + to, "a.cast(" + to + ")").to(_ -> to));
    }
    for (Element to : EnumSet.complementOf(EnumSet.of(Element.F64, Element.BOOL))) {
      for (Rounding rounding : Rounding.values()) {
        all.add(
            SingleOperation.of(
                    "cast " + to + " " + rounding, "a.cast(" + to + ", " + rounding + ")")
                .to(_ -> to));
      }
    }
    return all;
  }

  private static List<SingleOperation> folds() {
    List<SingleOperation> all = new ArrayList<>();
    for (String axis : List.of("row", "col")) {
      for (String fold : List.of("Sum", "Prod", "Max", "Min")) {
        all.add(SingleOperation.of(axis + fold, "a." + axis + fold + "()"));
      }
      all.add(SingleOperation.of(axis + "Reduce", "a." + axis + "Reduce(MAX)"));
    }
    for (String name : List.of("rowArgMax", "rowArgMin", "colArgMax", "colArgMin")) {
      all.add(SingleOperation.of(name, "a." + name + "()").to(_ -> Element.I32));
    }
    all.add(SingleOperation.of("rowArgTop", "a.rowArgTop(columns)").to(_ -> Element.I32));
    all.add(SingleOperation.of("matmul", "a.matmul(b)").square());
    all.add(SingleOperation.of("matmul wider", "a.matmul(b, W)").to(Element::wide).square());
    all.add(SingleOperation.of("addMatmul", "c.addMatmul(a, b)").square());
    all.add(
        SingleOperation.of(
                "addMatmul wider", "Tile.fill(W, shape(rows, columns), 1).addMatmul(a, b)")
            .to(Element::wide)
            .square());
    return all;
  }

  private static List<SingleOperation> places() {
    String box = "shape(rows, columns)";
    return List.of(
        SingleOperation.of("transpose", "a.transpose()").square(),
        SingleOperation.of("reshape", "a.reshape(shape(1, rows * columns)).reshape(" + box + ")"),
        SingleOperation.of("slice", "a.slice(at(0, columns - 1), shape(rows, 1))"),
        SingleOperation.of("assemble", "a.assemble(b.slice(at(0, 0), shape(1, 1)), at(0, 0))"),
        SingleOperation.of("concat", "a.concat(b).slice(at(0, 1), " + box + ")"),
        SingleOperation.of("pad", "a.narrow(shape(rows, 1)).pad(1)"),
        SingleOperation.of(
            "pad shape", "a.pad(shape(rows + 1, columns + 1), 1).slice(at(1, 1), " + box + ")"),
        SingleOperation.of("narrow", "a.narrow(shape(rows, 1))"),
        SingleOperation.of("gather", "a.gather(i)"),
        SingleOperation.of("gatherRows", "a.gatherRows(i.slice(at(0, 0), shape(rows, 1)))"),
        SingleOperation.of("scatter", "a.scatter(i, b)"),
        SingleOperation.of("scatterRows", "a.scatterRows(i.slice(at(0, 0), shape(rows, 1)), b)"),
        SingleOperation.of("fill", "Tile.fill(T, " + box + ", 1)"),
        SingleOperation.of("iota", "Tile.iota(T, " + box + ", 3)"),
        SingleOperation.of("randomBits", "Tile.randomBits(" + box + ", 9, 3)")
            .to(_ -> Element.I32));
  }

  private static List<SingleOperation> memory() {
    String box = "shape(rows, columns)";
    return List.of(
        SingleOperation.of("load", "x.load()"),
        SingleOperation.of("load box", "m.load(at(1, 1), " + box + ")"),
        SingleOperation.of("load valid", "x.load(at(0, 0), " + box + ", shape(rows, 1))"),
        SingleOperation.of("row view", "x.row(0).load()"),
        SingleOperation.of("rows view", "m.rows(1, rows).slice(at(0, 1), " + box + ").load()"),
        SingleOperation.of("at view", "x.at(0).load()"),
        SingleOperation.of("slice view", "m.slice(at(1, 1), " + box + ").load()"),
        SingleOperation.of("store", "y.at(0).store(a);"),
        SingleOperation.of("store at", "y.at(0).store(a, at(0, 0));"),
        SingleOperation.of("store ADD", "y.at(0).store(a, at(0, 0), ADD);"),
        SingleOperation.of("read", "y.write(at(0, 0, 0), x.read(at(0, 0)));").to(_ -> Element.F64),
        SingleOperation.of("readInt", "y.write(at(0, 0, 0), x.readInt(at(0, 0)));")
            .to(_ -> Element.I32),
        SingleOperation.of("readLong", "y.write(at(0, 0, 0), x.readLong(at(0, 0)));")
            .to(_ -> Element.I64),
        SingleOperation.of("write", "y.write(at(0, 0, 0), 1);"));
  }
}
