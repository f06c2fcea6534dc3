package dev.smalti.processor.random;

import static dev.smalti.processor.random.Catalogue.ALL;
import static dev.smalti.processor.random.Catalogue.EQUAL;
import static dev.smalti.processor.random.Catalogue.NUMBERS;
import static dev.smalti.processor.random.Catalogue.WHOLE;

import com.google.common.collect.Sets;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.random.MethodText.Role;
import dev.smalti.processor.random.MethodText.Use;
import java.util.List;
import java.util.Set;

/** What is done with memory: loads, stores, views, single elements. */
final class MemoryRecipes {
  private static final Set<Element> READABLE =
      Sets.difference(ALL, Set.of(Element.I64)).immutableCopy();
  private static final Set<Element> SMALL =
      Sets.difference(Catalogue.INTEGERS, Set.of(Element.I64)).immutableCopy();

  private MemoryRecipes() {}

  static void addTo(Catalogue catalogue) {
    catalogue.add("load", ALL, WHOLE, (b, e, _) -> load(b, e));
    catalogue.add("load box", ALL, WHOLE, (b, e, _) -> loadBox(b, e));
    catalogue.add("load valid", ALL, EQUAL, (b, e, _) -> loadValid(b, e));
    for (String view : List.of("row", "rows", "at", "slice")) {
      catalogue.add(view + " view", ALL, WHOLE, (b, e, _) -> view(b, e, view));
    }
    catalogue.add("store", ALL, EQUAL, (b, e, _) -> store(b, e, false));
    catalogue.add("store at", ALL, EQUAL, (b, e, _) -> store(b, e, true));
    catalogue.add("store ADD", NUMBERS, EQUAL, (b, e, _) -> add(b, e));
    catalogue.add("read", READABLE, WHOLE, (b, e, _) -> read(b, e));
    catalogue.add("readInt", SMALL, WHOLE, (b, e, _) -> readWhole(b, e, "readInt"));
    catalogue.add("readLong", Catalogue.INTEGERS, WHOLE, (b, e, _) -> readWhole(b, e, "readLong"));
    catalogue.add("write", ALL, WHOLE, (b, e, _) -> write(b, e));
  }

  private static String x(Body b, Element element) {
    return b.memory(Role.X, element, Use.READ);
  }

  private static String m(Body b, Element element, Use use) {
    return b.memory(Role.M, element, use);
  }

  private static void load(Body b, Element element) {
    b.note("load", element);
    b.keep(new Value(x(b, element) + ".load()", element, Box.FULL));
  }

  private static void loadBox(Body b, Element element) {
    Box box = b.box();
    b.note("load box", element);
    String row = box.hasRows() ? "0" : b.row();
    String column = box.hasColumns() ? "0" : b.column();
    b.keep(
        new Value(
            x(b, element) + ".load(at(" + row + ", " + column + "), " + b.shape(box) + ")",
            element,
            box));
  }

  private static void loadValid(Body b, Element element) {
    Box box = b.box();
    b.note("load valid", element);
    Value part =
        new Value(
            x(b, element) + ".load(at(0, 0), " + b.shape(box) + ", " + b.part(box) + ")",
            element,
            box);
    if (b.isRagged()) {
      b.keep(part);
    } else {
      b.note("pad", element);
      b.keep(part.then("pad(" + b.scalar(element) + ")"));
    }
  }

  private static void view(Body b, Element element, String view) {
    b.note(view + " view", element);
    String x = x(b, element);
    if (view.equals("slice")) {
      Box box = b.box();
      String row = box.hasRows() ? "0" : b.row();
      String column = box.hasColumns() ? "0" : b.column();
      b.keep(
          new Value(
              x + ".slice(at(" + row + ", " + column + "), " + b.shape(box) + ").load()",
              element,
              box));
      return;
    }
    String rest = view.equals("rows") ? ", 1)" : ")";
    b.keep(new Value(x + "." + view + "(" + b.row() + rest + ".load()", element, Box.ROW));
  }

  /** Over what is read elsewhere, or in a slot of its own. */
  private static void store(Body b, Element element, boolean at) {
    if (b.isRound()) {
      b.note(at ? "store at" : "store", element);
      String m = m(b, element, Use.WRITTEN);
      Value row = b.tile(element, Box.of(false, true));
      b.line(
          at
              ? m + ".store(" + row.text() + ", at(" + b.round() + ", 1));"
              : m
                  + ".slice(at("
                  + b.round()
                  + ", 0), "
                  + b.shape(Box.ROW)
                  + ").store("
                  + row.text()
                  + ");");
      return;
    }
    Value tile = b.tile(element, at ? b.box() : Box.FULL);
    String m = m(b, element, Use.WRITTEN);
    b.note(at ? "store at" : "store", element);
    if (at) {
      String row = b.draws().any(List.of("0", "1", "n % 3"));
      b.line(m + ".store(" + tile.text() + ", at(" + row + ", " + b.draws().below(2) + "));");
    } else {
      b.line(m + ".slice(at(1, 0), " + b.shape(Box.FULL) + ").store(" + tile.text() + ");");
    }
  }

  private static void add(Body b, Element element) {
    Value tile = b.isRound() ? b.tile(element, Box.ROW) : b.tile(element);
    m(b, element, Use.READ);
    String m = m(b, element, Use.WRITTEN);
    b.note("store ADD", element);
    String row = b.isRound() ? b.round() : b.draws().any(List.of("0", "1", "n % 3"));
    b.line(m + ".store(" + tile.text() + ", at(" + row + ", 0), ADD);");
  }

  // ---- elements

  private static String place(Body b) {
    return "at(" + b.row() + ", " + b.column() + ")";
  }

  private static void read(Body b, Element element) {
    b.note("read", element);
    Element floating = b.draws().any(List.of(Element.F32, Element.F64, Element.F16));
    Value a = b.tile(floating);
    String operation = b.draws().any(List.of("add", "mul", "max"));
    b.note(operation + " scalar", floating);
    b.keep(a.then(operation + "(" + x(b, element) + ".read(" + place(b) + "))"));
  }

  private static void readWhole(Body b, Element element, String name) {
    b.note(name, element);
    Element whole = name.equals("readInt") ? Element.I32 : Element.I64;
    Value a = b.tile(whole);
    String operation = b.draws().any(List.of("add", "xor", "min"));
    b.note(operation + " scalar", whole);
    b.keep(a.then(operation + "(" + x(b, element) + "." + name + "(" + place(b) + "))"));
  }

  private static void write(Body b, Element element) {
    b.note("write", element);
    String value =
        switch (element) {
          case BOOL -> "1";
          case I64 -> b.draws().any(List.of("n - 2", "1L << 40"));
          case U8 -> b.draws().any(List.of("n", "200"));
          case I8, I16, I32 -> b.draws().any(List.of("n - 2", "100"));
          default -> b.draws().any(List.of("s", "s * n", "n", "0.1"));
        };
    String m = m(b, element, Use.WRITTEN);
    String row = b.isRound() ? b.round() : b.draws().any(List.of("0", "rows + 1", "n % rows"));
    b.line(m + ".write(at(" + row + ", columns), " + value + ");");
  }
}
