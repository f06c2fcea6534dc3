package dev.smalti.processor.random;

import static dev.smalti.processor.random.Catalogue.ALL;
import static dev.smalti.processor.random.Catalogue.EQUAL;
import static dev.smalti.processor.random.Catalogue.NARROW;
import static dev.smalti.processor.random.Catalogue.NUMBERS;
import static dev.smalti.processor.random.Catalogue.WHOLE;
import static dev.smalti.processor.random.Catalogue.WIDE;

import dev.smalti.processor.ir.Element;
import java.util.List;
import java.util.Set;

/** Folds, products, and functions of whole tiles. */
final class WholeRecipes {
  private static final Set<Element> COUNTING = Set.of(Element.I32, Element.I64);

  private WholeRecipes() {}

  static void addTo(Catalogue catalogue) {
    for (String fold : List.of("Sum", "Prod", "Max", "Min")) {
      for (String axis : List.of("row", "col")) {
        catalogue.add(axis + fold, NUMBERS, EQUAL, (b, e, _) -> fold(b, e, axis + fold));
      }
    }
    for (String name : List.of("rowReduce", "colReduce")) {
      catalogue.add(name, NUMBERS, EQUAL, (b, e, _) -> foldBy(b, e, name));
    }
    for (String name : List.of("rowArgMax", "rowArgMin", "colArgMax", "colArgMin")) {
      catalogue.add(name, NUMBERS, EQUAL, (b, e, _) -> place(b, e, name));
    }
    catalogue.add("rowArgTop", NUMBERS, EQUAL, (b, e, _) -> top(b, e));
    catalogue.add("matmul", WIDE, EQUAL, (b, e, _) -> product(b, e, "matmul"));
    catalogue.add("matmul wider", NARROW, EQUAL, (b, e, _) -> product(b, e, "matmul wider"));
    catalogue.add("addMatmul", WIDE, EQUAL, (b, e, _) -> product(b, e, "addMatmul"));
    catalogue.add("addMatmul wider", NARROW, EQUAL, (b, e, _) -> product(b, e, "addMatmul wider"));
    catalogue.add("transpose", ALL, EQUAL, (b, e, _) -> transpose(b, e));
    catalogue.add("reshape", ALL, WHOLE, (b, e, _) -> reshape(b, e));
    catalogue.add("slice", ALL, EQUAL, (b, e, _) -> slice(b, e));
    catalogue.add("assemble", ALL, EQUAL, (b, e, _) -> assemble(b, e));
    catalogue.add("concat", ALL, EQUAL, (b, e, _) -> concat(b, e));
    catalogue.add("pad", ALL, EQUAL, (b, e, _) -> pad(b, e));
    catalogue.add("pad shape", ALL, EQUAL, (b, e, _) -> padShape(b, e));
    catalogue.add("narrow", ALL, EQUAL, (b, e, _) -> narrow(b, e));
    catalogue.add("gather", ALL, EQUAL, (b, e, _) -> gather(b, e));
    catalogue.add("gatherRows", ALL, EQUAL, (b, e, _) -> gatherRows(b, e));
    catalogue.add("scatter", ALL, EQUAL, (b, e, _) -> scatter(b, e));
    catalogue.add("scatterRows", ALL, EQUAL, (b, e, _) -> scatterRows(b, e));
    catalogue.add("fill", ALL, EQUAL, (b, e, _) -> fill(b, e));
    catalogue.add("iota", COUNTING, EQUAL, (b, e, _) -> iota(b, e));
    catalogue.add("randomBits", Set.of(Element.I32), EQUAL, (b, _, _) -> randomBits(b));
  }

  // ---- folds

  private static Box folded(Box box, boolean row) {
    return Box.of(row && box.hasRows(), !row && box.hasColumns());
  }

  private static void fold(Body b, Element element, String name) {
    Value a = b.tile(element);
    b.note(name, element);
    b.keep(a.in(folded(a.box(), name.startsWith("row")), name + "()"));
  }

  private static void foldBy(Body b, Element element, String name) {
    Value a = b.tile(element);
    b.note(name, element);
    String op = b.draws().any(List.of("SUM", "MAX", "MIN", "PROD"));
    b.keep(a.in(folded(a.box(), name.startsWith("row")), name + "(" + op + ")"));
  }

  private static void place(Body b, Element element, String name) {
    Value a = b.tile(element);
    b.note(name, element);
    Box box = folded(a.box(), name.startsWith("row"));
    b.keep(b.fixed(new Value(a.text() + "." + name + "()", Element.I32, box)));
  }

  private static void top(Body b, Element element) {
    Value a = b.tile(element);
    b.note("rowArgTop", element);
    boolean all = a.box().hasColumns() && !b.isRagged() && b.draws().once(2);
    Box box = all ? a.box() : folded(a.box(), true);
    String count = all ? "columns" : "1";
    b.keep(b.fixed(new Value(a.text() + ".rowArgTop(" + count + ")", Element.I32, box)));
  }

  // ---- products

  /** The extent along which products are summed. */
  private enum Inner {
    ONE,
    COLUMNS,
    ROWS
  }

  private static void product(Body b, Element element, String name) {
    Box box = b.box();
    Inner inner = b.draws().any(List.of(Inner.values()));
    String left = left(b, element, box.hasRows(), inner);
    String right = right(b, element, inner, box.hasColumns());
    write(b, element, name, left, right, box);
  }

  private static String left(Body b, Element element, boolean rows, Inner inner) {
    return switch (inner) {
      case ONE -> b.tile(element, Box.of(rows, false)).text();
      case COLUMNS -> b.tile(element, Box.of(rows, true)).text();
      case ROWS ->
          rows
              ? square(b, element, Box.COLUMN, "", ".transpose()")
              : transposed(b, element, Box.COLUMN);
    };
  }

  private static String right(Body b, Element element, Inner inner, boolean columns) {
    return switch (inner) {
      case ONE -> b.tile(element, Box.of(false, columns)).text();
      case ROWS -> b.tile(element, Box.of(true, columns)).text();
      case COLUMNS ->
          columns
              ? square(b, element, Box.ROW, ".transpose()", "")
              : transposed(b, element, Box.ROW);
    };
  }

  private static String transposed(Body b, Element element, Box box) {
    b.note("transpose", element);
    return b.tile(element, box).text() + ".transpose()";
  }

  /** As many rows as columns. */
  private static String square(Body b, Element element, Box box, String first, String second) {
    boolean product = !element.isNarrow() && b.draws().once(2);
    Box factor = product && !b.isParallel() ? Box.FULL : box;
    String left = b.tile(element, factor).text() + first;
    String right = b.tile(element, factor).text() + second;
    b.note("transpose", element);
    b.note(product ? "matmul" : "mul", element, !product);
    return left + (product ? ".matmul(" : ".mul(") + right + ")";
  }

  private static void write(
      Body b, Element element, String name, String left, String right, Box box) {
    b.note(name, element);
    Element sum = element.wide();
    String text =
        switch (name) {
          case "matmul" -> left + ".matmul(" + right + ")";
          case "matmul wider" -> left + ".matmul(" + right + ", " + b.dtype(sum) + ")";
          default -> b.tile(sum, box).text() + ".addMatmul(" + left + ", " + right + ")";
        };
    b.keep(new Value(text, sum, box));
  }

  // ---- boxes

  private static void transpose(Body b, Element element) {
    Value a = b.tile(element);
    b.note("transpose", element);
    b.note("transpose", element);
    String between = element == Element.BOOL ? "not" : b.draws().any(List.of("neg", "abs"));
    b.note(between, element);
    b.keep(a.then("transpose()." + between + "().transpose()"));
  }

  private static void reshape(Body b, Element element) {
    Value a = b.tile(element, Box.FULL);
    b.note("reshape", element);
    b.note("reshape", element);
    String between = element == Element.BOOL ? "not" : b.draws().any(List.of("neg", "abs"));
    b.note(between, element);
    String shape = b.draws().any(List.of("columns, rows", "1, rows * columns"));
    b.keep(
        a.then(
            "reshape(shape(" + shape + "))." + between + "().reshape(" + b.shape(Box.FULL) + ")"));
  }

  private static void slice(Body b, Element element) {
    Value a = b.tile(element, b.draws().any(List.of(Box.FULL, Box.ROW)));
    b.note("slice", element);
    if (b.isRagged()) {
      String row = a.box().hasRows() ? b.validRows() + " - 1" : "0";
      b.keep(a.in(Box.ONE, "slice(at(" + row + ", " + b.validColumns() + " - 1), shape(1, 1))"));
      return;
    }
    Box box = b.draws().any(List.of(Box.ROW, Box.ONE));
    String row = a.box().hasRows() ? b.row() : "0";
    String column = box.hasColumns() ? "0" : b.column();
    b.keep(a.in(box, "slice(at(" + row + ", " + column + "), " + b.shape(box) + ")"));
  }

  private static void assemble(Body b, Element element) {
    Value a = b.tile(element, Box.FULL);
    Value part = b.tile(element, b.isRagged() ? Box.ONE : b.draws().any(List.of(Box.ROW, Box.ONE)));
    b.note("assemble", element);
    String row = b.isRagged() ? b.validRows() + " - 1" : b.row();
    String column =
        part.box().hasColumns() ? "0" : b.isRagged() ? b.validColumns() + " - 1" : b.column();
    b.keep(a.then("assemble(" + part.text() + ", at(" + row + ", " + column + "))"));
  }

  private static void concat(Body b, Element element) {
    if (b.isRagged()) {
      Value a = b.tile(element, Box.COLUMN);
      Value c = b.tile(element, Box.COLUMN);
      b.note("concat", element);
      Value both = a.then("concat(" + c.text() + ")");
      b.keep(b.fit(new Value(both.text(), element, Box.FULL), Box.COLUMN));
      return;
    }
    Value a = b.tile(element, b.isParallel() ? Box.ROW : Box.FULL);
    Value c = b.tile(element, a.box());
    b.note("concat", element);
    b.note("slice", element);
    String column = b.draws().any(List.of("columns - 1", "n % (columns + 1)"));
    b.keep(
        a.then("concat(" + c.text() + ").slice(at(0, " + column + "), " + b.shape(a.box()) + ")"));
  }

  private static void pad(Body b, Element element) {
    Value a = b.tile(element);
    b.note("narrow", element);
    b.note("pad", element);
    String pad = "pad(" + b.scalar(element) + ")";
    String narrow = "narrow(" + b.part(a.box()) + ")";
    b.keep(a.then(b.isRagged() ? pad + "." + narrow : narrow + "." + pad));
  }

  private static void padShape(Body b, Element element) {
    Value a = b.tile(element);
    b.note("pad shape", element);
    String value = b.scalar(element);
    if (b.isRagged()) {
      b.note("narrow", element);
      b.keep(
          a.then("pad(" + b.shape(a.box()) + ", " + value + ").narrow(" + b.part(a.box()) + ")"));
      return;
    }
    b.note("slice", element);
    String rows = a.box().hasRows() ? "rows + 2" : "3";
    String columns = a.box().hasColumns() ? "columns + 1" : "2";
    b.keep(
        a.then(
            "pad(shape("
                + rows
                + ", "
                + columns
                + "), "
                + value
                + ").slice(at(n % 3, 1), "
                + b.shape(a.box())
                + ")"));
  }

  private static void narrow(Body b, Element element) {
    Value a = b.tile(element);
    b.note("narrow", element);
    String narrow = "narrow(" + b.part(a.box()) + ")";
    if (b.isRagged()) {
      b.note("pad", element);
      b.keep(a.then("pad(" + b.scalar(element) + ")." + narrow));
    } else if (element == Element.BOOL) {
      b.note("not", element);
      b.note("pad", element);
      b.keep(a.then(narrow + ".not().pad(" + b.scalar(element) + ")"));
    } else {
      String fold = b.draws().any(List.of("rowSum", "rowMax", "rowProd"));
      b.note(fold, element);
      b.note("pad", element);
      b.keep(
          a.in(folded(a.box(), true), narrow + "." + fold + "().pad(" + b.scalar(element) + ")"));
    }
  }

  // ---- by an index

  /** Numbers from 0 to an extent less one. */
  private static String index(Body b, Box box, String extent) {
    Value any = b.tile(Element.I32, box);
    b.note("mod scalar", Element.I32);
    return b.concrete(any) + ".mod(" + extent + ")";
  }

  private static void gather(Body b, Element element) {
    Box box = b.box();
    Value a = b.tile(element, box);
    Box places = b.draws().once(3) ? folded(box, true) : box;
    b.note("gather", element);
    String extent = box.hasColumns() ? b.validColumns() : "1";
    b.keep(a.in(places, "gather(" + index(b, places, extent) + ")"));
  }

  private static void gatherRows(Body b, Element element) {
    Box box = b.box();
    Value a = b.tile(element, box);
    Box places = b.isParallel() || b.draws().once(3) ? Box.ONE : Box.COLUMN;
    b.note("gatherRows", element);
    String extent = box.hasRows() ? b.validRows() : "1";
    b.keep(
        a.in(
            Box.of(places.hasRows(), box.hasColumns()),
            "gatherRows(" + index(b, places, extent) + ")"));
  }

  private static void scatter(Body b, Element element) {
    Box box = b.box();
    Value a = b.tile(element, box);
    Box places = b.draws().once(3) ? folded(box, true) : box;
    Value source = b.tile(element, places);
    b.note("scatter", element);
    String extent = box.hasColumns() ? b.validColumns() : "1";
    b.keep(a.then("scatter(" + index(b, places, extent) + ", " + source.text() + ")"));
  }

  private static void scatterRows(Body b, Element element) {
    Box box = b.box();
    Value a = b.tile(element, box);
    Box places = b.isParallel() || b.draws().once(3) ? Box.ONE : Box.COLUMN;
    Value source = b.tile(element, Box.of(places.hasRows(), box.hasColumns()));
    b.note("scatterRows", element);
    String extent = box.hasRows() ? b.validRows() : "1";
    b.keep(a.then("scatterRows(" + index(b, places, extent) + ", " + source.text() + ")"));
  }

  // ---- from nothing

  private static void fill(Body b, Element element) {
    Box box = b.box();
    b.note("fill", element);
    b.keep(
        b.narrowed(
            new Value(
                "Tile.fill("
                    + b.dtype(element)
                    + ", "
                    + b.shape(box)
                    + ", "
                    + b.scalar(element)
                    + ")",
                element,
                box)));
  }

  private static void iota(Body b, Element element) {
    Box box = b.box();
    b.note("iota", element);
    b.keep(
        b.narrowed(
            new Value(
                "Tile.iota("
                    + b.dtype(element)
                    + ", "
                    + b.shape(box)
                    + ", "
                    + b.draws().any(List.of("0", "n", "-3", "2147483600"))
                    + ")",
                element,
                box)));
  }

  private static void randomBits(Body b) {
    Box box = b.box();
    b.note("randomBits", Element.I32);
    String counter = b.draws().any(List.of("n", "0", "1L << 40"));
    b.keep(
        b.narrowed(
            b.fixed(
                new Value(
                    "Tile.randomBits(" + b.shape(box) + ", 9, " + counter + ")",
                    Element.I32,
                    box))));
  }
}
