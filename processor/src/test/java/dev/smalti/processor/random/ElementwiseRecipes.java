package dev.smalti.processor.random;

import static dev.smalti.processor.random.Catalogue.ALL;
import static dev.smalti.processor.random.Catalogue.BITS;
import static dev.smalti.processor.random.Catalogue.EQUAL;
import static dev.smalti.processor.random.Catalogue.EVERYWHERE;
import static dev.smalti.processor.random.Catalogue.FLOATS;
import static dev.smalti.processor.random.Catalogue.INTEGERS;
import static dev.smalti.processor.random.Catalogue.NUMBERS;

import dev.smalti.lang.Rounding;
import dev.smalti.processor.ir.Element;
import java.util.List;
import java.util.Set;

/** Operations element by element, comparisons, masks and casts. */
final class ElementwiseRecipes {
  private static final Set<Element> TRUTH = Set.of(Element.BOOL);

  private ElementwiseRecipes() {}

  /** Two operands. */
  private record Pair(Value left, Value right) {}

  static void addTo(Catalogue catalogue) {
    for (String name : List.of("add", "sub", "mul", "max", "min")) {
      catalogue.add(name, NUMBERS, EVERYWHERE, (b, e, s) -> binary(b, e, s, name));
      catalogue.add(name + " scalar", NUMBERS, EQUAL, (b, e, _) -> scalar(b, e, name));
    }
    for (String name : List.of("div", "rem", "mod")) {
      catalogue.add(name, NUMBERS, EVERYWHERE, (b, e, s) -> quotient(b, e, s, name));
      catalogue.add(name + " scalar", NUMBERS, EQUAL, (b, e, _) -> byScalar(b, e, name));
    }
    for (String name : List.of("and", "or", "xor")) {
      catalogue.add(name, BITS, EVERYWHERE, (b, e, s) -> binary(b, e, s, name));
      catalogue.add(name + " scalar", BITS, EQUAL, (b, e, _) -> scalar(b, e, name));
    }
    for (String name : List.of("shl", "shr", "ushr")) {
      catalogue.add(name, INTEGERS, EVERYWHERE, (b, e, s) -> binary(b, e, s, name));
      catalogue.add(name + " scalar", INTEGERS, EQUAL, (b, e, _) -> scalar(b, e, name));
    }
    catalogue.add("not", BITS, EQUAL, (b, e, _) -> unary(b, e, "not"));
    for (String name : List.of("abs", "neg", "sign", "relu")) {
      catalogue.add(name, NUMBERS, EQUAL, (b, e, _) -> unary(b, e, name));
    }
    for (String name :
        List.of(
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
      catalogue.add(name, FLOATS, EQUAL, (b, e, _) -> unary(b, e, name));
    }
    catalogue.add("leakyRelu", FLOATS, EQUAL, (b, e, _) -> scalar(b, e, "leakyRelu"));
    catalogue.add("prelu", FLOATS, EVERYWHERE, (b, e, s) -> binary(b, e, s, "prelu"));
    catalogue.add("fma", FLOATS, EVERYWHERE, ElementwiseRecipes::fma);
    catalogue.add("combine", ALL, EVERYWHERE, ElementwiseRecipes::combine);
    for (Element to : Element.values()) {
      Set<Element> others = com.google.common.collect.Sets.difference(ALL, Set.of(to));
      catalogue.add("cast " + to, others, EQUAL, (b, e, _) -> b.keep(b.cast(b.tile(e), to)));
    }
    for (Element to : Element.values()) {
      Set<Element> from =
          FLOATS.stream()
              .filter(element -> rounds(element, to))
              .collect(java.util.stream.Collectors.toSet());
      for (Rounding rounding : to == Element.BOOL ? new Rounding[0] : Rounding.values()) {
        if (!from.isEmpty()) {
          catalogue.add(
              "cast " + to + " " + rounding,
              from,
              EQUAL,
              (b, e, _) -> b.keep(b.cast(b.tile(e), to, rounding)));
        }
      }
    }
    masks(catalogue);
  }

  /** Whether a cast of floats loses something. */
  private static boolean rounds(Element from, Element to) {
    return switch (to) {
      case F64 -> false;
      case F32 -> from == Element.F64;
      default -> from != to;
    };
  }

  private static void masks(Catalogue catalogue) {
    for (String name : List.of("lt", "le", "gt", "ge", "eq", "ne")) {
      Set<Element> elements = name.equals("eq") || name.equals("ne") ? ALL : NUMBERS;
      catalogue.add(name, elements, EVERYWHERE, (b, e, s) -> compare(b, e, s, name));
      catalogue.add(name + " scalar", elements, EQUAL, (b, e, _) -> compareScalar(b, e, name));
    }
    catalogue.add("select", ALL, EVERYWHERE, ElementwiseRecipes::select);
    for (String name : List.of("and", "or", "xor")) {
      catalogue.add("mask " + name, TRUTH, EVERYWHERE, (b, _, s) -> maskBinary(b, s, name));
    }
    catalogue.add(
        "mask not",
        TRUTH,
        EQUAL,
        (b, _, _) -> {
          b.note("mask not", Element.BOOL);
          use(b, mask(b, b.box()).then("not()"));
        });
    for (String name : List.of("rowAny", "rowAll", "colAny", "colAll")) {
      catalogue.add("mask " + name, TRUTH, EQUAL, (b, _, _) -> maskFold(b, name));
    }
    for (String name : List.of("lower", "upper")) {
      catalogue.add("mask " + name, TRUTH, EQUAL, (b, _, _) -> triangle(b, name));
    }
    catalogue.add("mask cast", ALL, EQUAL, (b, e, _) -> b.keep(maskCast(b, mask(b, b.box()), e)));
  }

  // ---- arithmetic

  private static Pair pair(Body b, Element element, boolean stretched) {
    Box left = b.box();
    Box right = left;
    if (stretched) {
      List<List<Box>> boxes =
          b.isParallel()
              ? List.of(List.of(Box.FULL, Box.ROW), List.of(Box.ROW, Box.ONE))
              : List.of(
                  List.of(Box.FULL, Box.ROW),
                  List.of(Box.FULL, Box.COLUMN),
                  List.of(Box.FULL, Box.ONE),
                  List.of(Box.ROW, Box.COLUMN),
                  List.of(Box.ROW, Box.ONE),
                  List.of(Box.COLUMN, Box.ONE));
      List<Box> two = b.draws().any(boxes);
      boolean swapped = b.draws().once(2);
      left = two.get(swapped ? 1 : 0);
      right = two.get(swapped ? 0 : 1);
    }
    return new Pair(b.tile(element, left), b.tile(element, right));
  }

  private static void binary(Body b, Element element, boolean stretched, String name) {
    Pair pair = pair(b, element, stretched);
    b.note(name, element, stretched);
    if (name.equals("add") && b.draws().once(4)) {
      b.note("mul", element); // What a careless compiler makes one operation of.
      Value product = pair.left().then("mul(" + b.tile(element, pair.left().box()).text() + ")");
      b.keep(joined(new Pair(product, pair.right()), name, pair.right().text()));
      return;
    }
    b.keep(joined(pair, name, pair.right().text()));
  }

  private static Value joined(Pair pair, String name, String right) {
    return new Value(
        pair.left().text() + "." + name + "(" + right + ")",
        pair.left().element(),
        pair.left().box().stretched(pair.right().box()));
  }

  private static void scalar(Body b, Element element, String name) {
    Value a = b.tile(element);
    b.note(scalarName(name), element);
    b.keep(a.then(name + "(" + b.scalar(element) + ")"));
  }

  private static String scalarName(String name) {
    return name.equals("leakyRelu") ? name : name + " scalar";
  }

  private static void quotient(Body b, Element element, boolean stretched, String name) {
    Pair pair = pair(b, element, stretched);
    b.note(name, element, stretched);
    String right = pair.right().text();
    if (element.isInteger()) {
      b.note("or scalar", element);
      right += ".or(1)";
    }
    b.keep(joined(pair, name, right));
  }

  private static void byScalar(Body b, Element element, String name) {
    Value a = b.tile(element);
    b.note(name + " scalar", element);
    b.keep(a.then(name + "(" + b.divisor(element) + ")"));
  }

  private static void unary(Body b, Element element, String name) {
    Value a = b.tile(element);
    b.note(name, element);
    b.keep(a.then(name + "()"));
  }

  private static void fma(Body b, Element element, boolean stretched) {
    if (!stretched && b.draws().once(3)) {
      Value a = b.tile(element);
      b.note("fma", element);
      boolean both = b.draws().once(2);
      String addend = both ? b.scalar(element) : b.tile(element, a.box()).text();
      b.keep(a.then("fma(" + b.scalar(element) + ", " + addend + ")"));
      return;
    }
    Pair pair = pair(b, element, stretched);
    b.note("fma", element, stretched);
    Box box = pair.left().box().stretched(pair.right().box());
    Value addend =
        b.draws().once(4)
            ? new Value(b.scalar(element), element, Box.ONE)
            : b.tile(element, stretched ? b.box() : box);
    Value product = joined(pair, "fma", pair.right().text() + ", " + addend.text());
    b.keep(new Value(product.text(), element, box.stretched(addend.box())));
  }

  private static void combine(Body b, Element element, boolean stretched) {
    Pair pair = pair(b, element, stretched);
    b.note("combine", element, stretched);
    b.keep(joined(pair, "combine", pair.right().text() + ", " + reduce(b, element)));
  }

  /** An operator that elements of a type have. */
  static String reduce(Body b, Element element) {
    List<String> numbers = List.of("SUM", "MAX", "MIN", "PROD");
    List<String> bits = List.of("XOR", "AND", "OR");
    if (element == Element.BOOL) {
      return b.draws().any(bits);
    }
    return b.draws().any(element.isInteger() && b.draws().once(2) ? bits : numbers);
  }

  // ---- masks

  private static void compare(Body b, Element element, boolean stretched, String name) {
    Pair pair = pair(b, element, stretched);
    b.note(name, element, stretched);
    use(b, joined(pair, name, pair.right().text()));
  }

  private static void compareScalar(Body b, Element element, String name) {
    Value a = b.tile(element);
    b.note(name + " scalar", element);
    use(b, a.then(name + "(" + b.scalar(element) + ")"));
  }

  /** A mask: the element of the value is what was compared. */
  private static Value mask(Body b, Box box) {
    Element element = b.draws().any(List.of(Element.F32, Element.I32, Element.F64, Element.I8));
    String name = b.draws().any(List.of("lt", "ge", "ne"));
    b.note(name + " scalar", element);
    return b.tile(element, box).then(name + "(" + b.scalar(element) + ")");
  }

  /** Selects by a mask, or keeps it as numbers. */
  private static void use(Body b, Value mask) {
    if (b.draws().once(4)) {
      b.keep(maskCast(b, mask, b.draws().any(List.of(Element.values()))));
      return;
    }
    Element element = mask.element();
    Value yes = b.tile(element, mask.box());
    Value no = b.tile(element, mask.box());
    b.note("select", element);
    b.keep(new Value(selected(mask.text(), yes, no), element, mask.box()));
  }

  private static String selected(String mask, Value yes, Value no) {
    return mask + ".select(" + yes.text() + ", " + no.text() + ")";
  }

  private static Value maskCast(Body b, Value mask, Element element) {
    b.note("mask cast", element);
    return mask.as(element, "cast(" + b.dtype(element) + ")");
  }

  private static void select(Body b, Element element, boolean stretched) {
    Pair sides = pair(b, element, stretched);
    Box box = sides.left().box().stretched(sides.right().box());
    Value mask = mask(b, stretched ? b.box() : box);
    b.note("select", element, stretched);
    b.keep(
        new Value(
            selected(mask.text(), sides.left(), sides.right()),
            element,
            box.stretched(mask.box())));
  }

  private static void maskBinary(Body b, boolean stretched, String name) {
    Box box = stretched ? Box.FULL : b.box();
    Value left = mask(b, box);
    Value right = mask(b, stretched ? b.draws().any(List.of(Box.ROW, Box.ONE)) : box);
    b.note("mask " + name, Element.BOOL, stretched);
    boolean swapped = b.draws().once(2);
    Value first = swapped ? right : left;
    Value second = swapped ? left : right;
    use(b, new Value(first.text() + "." + name + "(" + second.text() + ")", left.element(), box));
  }

  private static void maskFold(Body b, String name) {
    Box box = b.box();
    b.note("mask " + name, Element.BOOL);
    boolean row = name.startsWith("row");
    use(b, mask(b, box).in(Box.of(row && box.hasRows(), !row && box.hasColumns()), name + "()"));
  }

  private static void triangle(Body b, String name) {
    Box box = b.box();
    Element element = b.draws().any(List.of(Element.values()));
    b.note("mask " + name, Element.BOOL);
    String diagonal = b.draws().any(List.of("0", "n - 1", "-n", "columns"));
    String mask = "Mask." + name + "(" + b.shape(box) + ", " + diagonal + ")";
    if (b.isRagged()) {
      b.note("mask cast", element);
      b.keep(b.narrowed(new Value(mask + ".cast(" + b.dtype(element) + ")", element, box)));
    } else {
      use(b, new Value(mask, element, box));
    }
  }
}
