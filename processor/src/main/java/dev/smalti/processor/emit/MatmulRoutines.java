package dev.smalti.processor.emit;

import com.palantir.javapoet.MethodSpec;
import dev.smalti.processor.ir.Element;
import java.util.List;
import javax.lang.model.element.Modifier;

/** The methods that products of matrices call: what packs a factor, and the kernels. */
final class MatmulRoutines {
  private MatmulRoutines() {}

  private static MethodSpec.Builder method(String name) {
    return MethodSpec.methodBuilder(name)
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .returns(Api.typeName("void"));
  }

  private static void parameters(MethodSpec.Builder method, List<Local> parameters) {
    parameters.forEach(p -> method.addParameter(Api.typeName(p.type()), p.name()));
  }

  private static Local ints(String name) {
    return new Local("int", name);
  }

  /**
   * The name of a method that packs a block into panels.
   *
   * @param wanted the name
   * @param element what is packed
   * @param lanes of a panel
   * @param from where the block is
   */
  static String pack(
      Routines routines, String wanted, Element element, int lanes, MatmulFactors.Panel from) {
    String type = Primitives.component(element);
    String key = wanted + lanes + from.alongSteps() + element;
    String name = from.alongSteps() != wanted.equals("packRight") ? wanted : wanted + "Transposed";
    routines.add(key, () -> pack(name, type, lanes, from.alongSteps()));
    return name;
  }

  private static MethodSpec pack(String name, String type, int lanes, boolean alongSteps) {
    Lines body = new Lines();
    body.open("for (int j = 0; j < lanes; j += %d)".formatted(lanes));
    body.line("int width = %s.min(%d, lanes - j);".formatted(Api.MATH, lanes));
    body.open("if (width < %d)".formatted(lanes));
    body.line(
        "%s.fill(packed, to, to + %d * steps, %s);"
            .formatted(Api.ARRAYS, lanes, type.equals("float") ? "0f" : "0"));
    body.close();
    if (alongSteps) {
      body.open("for (int i = 0; i < width; i++)");
      body.line("int row = at + (j + i) * stride;");
      body.open("for (int k = 0; k < steps; k++)");
      body.line("packed[to + %d * k + i] = x[row + k];".formatted(lanes));
    } else {
      body.open("for (int k = 0; k < steps; k++)");
      body.line("int row = at + k * stride + j;");
      body.open("for (int i = 0; i < width; i++)");
      body.line("packed[to + %d * k + i] = x[row + i];".formatted(lanes));
    }
    body.close();
    body.close();
    body.line("to += %d * steps;".formatted(lanes));
    body.close();
    return packing(name, type, type + "[]")
        .addJavadoc(
            "Packs a block into panels of $L lanes: of each panel the first elements of all lanes,"
                + " then the\nsecond ones, and so on. Lanes that are missing are zero.\n",
            lanes)
        .addCode(Api.code(body.text()))
        .build();
  }

  /** A method that takes a block of an array to where it is packed. */
  private static MethodSpec.Builder packing(String name, String type, String packed) {
    MethodSpec.Builder method = method(name);
    parameters(
        method,
        List.of(
            new Local(type + "[]", "x"),
            ints("at"),
            ints("stride"),
            ints("steps"),
            ints("lanes"),
            new Local(packed, "packed"),
            ints("to")));
    return method;
  }

  /** The name of a method that converts elements. */
  static String widen(Routines routines, Element from, Element to) {
    routines.add("widen" + from + to, () -> widening(from, to).build());
    return "widen" + from;
  }

  private static MethodSpec.Builder widening(Element from, Element to) {
    Lines body = new Lines();
    body.open("for (int j = 0; j < n; j++)");
    rest(from, body);
    body.close();
    return widening("widen" + from, from, to, body);
  }

  private static void rest(Element from, Lines body) {
    Java wide = Primitives.widened(from, Java.primary("x[at + j]"));
    body.line("converted[to + j] = " + wide.text() + ";");
  }

  private static MethodSpec.Builder widening(String name, Element from, Element to, Lines body) {
    MethodSpec.Builder method = method(name);
    parameters(
        method,
        List.of(
            new Local(Primitives.component(from) + "[]", "x"),
            ints("at"),
            new Local(Primitives.component(to) + "[]", "converted"),
            ints("to"),
            ints("n")));
    return method.addCode(Api.code(body.text()));
  }

  /** The name of a method that converts elements of BF16 in vectors: their bits are those above. */
  static String widenBrain(Routines routines) {
    routines.add(
        "widenBF16F32",
        () -> {
          String shorts = Api.mark("jdk.incubator.vector", "ShortVector");
          String ints = Api.mark("jdk.incubator.vector", "IntVector");
          Lines body = new Lines();
          body.line("int j = 0;");
          body.open("for (int end = n & -8; j < end; j += 8)");
          body.line("%s.fromArray(%s.SPECIES_128, x, at + j)".formatted(shorts, shorts));
          body.line(
              "    .convertShape(%s.S2I, %s.SPECIES_256, 0)".formatted(VectorType.OPERATORS, ints));
          body.line("    .reinterpretAsInts()");
          body.line("    .lanewise(%s.LSHL, 16)".formatted(VectorType.OPERATORS));
          body.line("    .reinterpretAsFloats()");
          body.line("    .intoArray(converted, to + j);");
          body.close();
          body.open("for (; j < n; j++)");
          rest(Element.BF16, body);
          body.close();
          return widening("widenBF16", Element.BF16, Element.F32, body).build();
        });
    return "widenBF16";
  }

  // ---- in vectors

  /** The name of a method that adds the products of packed panels to a block. */
  static String multiply(Routines routines, VectorType type, MatmulLoops.Blocking blocking) {
    int width = blocking.unit();
    routines.add("multiplyTile" + type, () -> tile(type, blocking.lanes(), width / type.lanes));
    routines.add("multiply" + type, () -> panels(type, blocking.lanes(), width));
    return "multiply";
  }

  private static MethodSpec panels(VectorType type, int lanes, int width) {
    String component = Primitives.component(type.element());
    Lines body = new Lines();
    body.open("for (int j = 0; j < columns; j += %d)".formatted(width));
    body.open("for (int i = 0; i < rows; i += %d)".formatted(lanes));
    body.line(
        "multiplyTile(steps, left, i * steps, right, from + j * steps, sums, i * stride + j,"
            + " stride);");
    body.close();
    body.close();
    MethodSpec.Builder method =
        method("multiply")
            .addJavadoc("Adds the products of packed panels to the sums of a block.\n");
    parameters(
        method,
        List.of(
            new Local(component + "[]", "left"),
            new Local(component + "[]", "right"),
            ints("from"),
            new Local(component + "[]", "sums"),
            ints("stride"),
            ints("rows"),
            ints("columns"),
            ints("steps")));
    return method.addCode(Api.code(body.text())).build();
  }

  private static MethodSpec tile(VectorType type, int lanes, int vectors) {
    String component = Primitives.component(type.element());
    Lines body = new Lines();
    for (int i = 0; i < lanes; i++) {
      for (int v = 0; v < vectors; v++) {
        body.line(
            "%s c%d%d = %s;".formatted(type.vector, i, v, from(type, "sums", place(type, i, v))));
      }
    }
    body.open("for (int k = 0; k < steps; k++)");
    for (int v = 0; v < vectors; v++) {
      String at =
          "rightAt + %d * k%s"
              .formatted(vectors * type.lanes, v == 0 ? "" : " + " + v * type.lanes);
      body.line("%s b%d = %s;".formatted(type.vector, v, from(type, "right", at)));
    }
    for (int i = 0; i < lanes; i++) {
      String at = "leftAt + %d * k%s".formatted(lanes, i == 0 ? "" : " + " + i);
      body.line(
          "%s a%d = %s;"
              .formatted(type.vector, i, type.broadcast(Java.primary("left[" + at + "]"))));
      for (int v = 0; v < vectors; v++) {
        body.line(
            type.element().isFloating()
                ? "c%d%d = a%d.fma(b%d, c%d%d);".formatted(i, v, i, v, i, v)
                : "c%d%d = a%d.mul(b%d).add(c%d%d);".formatted(i, v, i, v, i, v));
      }
    }
    body.close();
    for (int i = 0; i < lanes; i++) {
      for (int v = 0; v < vectors; v++) {
        body.line("c%d%d.intoArray(sums, %s);".formatted(i, v, place(type, i, v)));
      }
    }
    MethodSpec.Builder method =
        method("multiplyTile")
            .addJavadoc(
                "Adds $L x $L sums of products, which stay in registers.\n",
                lanes,
                vectors * type.lanes);
    parameters(
        method,
        List.of(
            ints("steps"),
            new Local(component + "[]", "left"),
            ints("leftAt"),
            new Local(component + "[]", "right"),
            ints("rightAt"),
            new Local(component + "[]", "sums"),
            ints("at"),
            ints("stride")));
    return method.addCode(Api.code(body.text())).build();
  }

  private static String place(VectorType type, int row, int vector) {
    String rows = row == 0 ? "" : row == 1 ? " + stride" : " + " + row + " * stride";
    return "at" + rows + (vector == 0 ? "" : " + " + vector * type.lanes);
  }

  private static String from(VectorType type, String array, String at) {
    return "%s.fromArray(%s, %s, %s)".formatted(type.vector, type.species(), array, at);
  }

  /** The name of a method that adds the products of one row to a row of sums, in vectors. */
  static String rowKernel(Routines routines, VectorType type) {
    routines.add("multiplyRow" + type, () -> rowKernel(type));
    return "multiplyRow";
  }

  /** Four rows of the right at a time, so that the sums are read and written seldom. */
  private static MethodSpec rowKernel(VectorType type) {
    Lines body = new Lines();
    body.line("int k = 0;");
    body.open("for (; k < steps - 3; k += 4)");
    addRows(type, 4, body);
    body.close();
    body.open("for (; k < steps; k++)");
    addRows(type, 1, body);
    body.close();
    return rowMethod("multiplyRow", Primitives.component(type.element()))
        .addJavadoc("Adds the products of a row to the sums, which stay in the first cache.\n")
        .addCode(Api.code(body.text()))
        .build();
  }

  private static void addRows(VectorType type, int rows, Lines body) {
    String component = Primitives.component(type.element());
    body.line("int row0 = at + k * stride;");
    for (int r = 0; r < rows; r++) {
      if (r > 0) {
        body.line("int row%d = row%d + stride;".formatted(r, r - 1));
      }
      body.line("%s s%d = left[leftAt + k%s];".formatted(component, r, r == 0 ? "" : " + " + r));
      body.line("%s a%d = %s;".formatted(type.vector, r, type.broadcast(Java.primary("s" + r))));
    }
    body.line("int j = 0;");
    body.open("for (int end = columns & -%d; j < end; j += %d)".formatted(type.lanes, type.lanes));
    body.line("%s c = %s;".formatted(type.vector, from(type, "sums", "to + j")));
    for (int r = 0; r < rows; r++) {
      String x = from(type, "x", "row" + r + " + j");
      body.line(
          type.element().isFloating()
              ? "c = a%d.fma(%s, c);".formatted(r, x)
              : "c = a%d.mul(%s).add(c);".formatted(r, x));
    }
    body.line("c.intoArray(sums, to + j);");
    body.close();
    body.open("for (; j < columns; j++)");
    Java sum = Java.primary("sums[to + j]");
    for (int r = 0; r < rows; r++) {
      sum = multiplyAdd(type.element(), "s" + r, "x[row" + r + " + j]", sum);
    }
    body.line("sums[to + j] = " + sum.text() + ";");
    body.close();
  }

  private static Java multiplyAdd(Element element, String a, String b, Java sum) {
    Java left = Java.primary(a);
    Java right = Java.primary(b);
    return element.isFloating()
        ? Java.call(Api.MATH + ".fma", left, right, sum)
        : left.times(right).plus(sum);
  }

  /**
   * The name of a method that adds the products of one row to a row of sums, where the right factor
   * is transposed.
   */
  static String chains(Routines routines, Element element) {
    routines.add("multiplyRowTransposed" + element, () -> chains(element));
    return "multiplyRowTransposed";
  }

  /** Eight chains of products, none of which waits for another. */
  private static MethodSpec chains(Element element) {
    String component = Primitives.component(element);
    Lines body = new Lines();
    body.line("int j = 0;");
    for (int count : new int[] {8, 1}) {
      body.open(
          count == 1
              ? "for (; j < columns; j++)"
              : "for (; j < columns - %d; j += %d)".formatted(count - 1, count));
      for (int c = 0; c < count; c++) {
        body.line(
            c == 0
                ? "int row0 = at + j * stride;"
                : "int row%d = row%d + stride;".formatted(c, c - 1));
        body.line("%s c%d = sums[to + j%s];".formatted(component, c, c == 0 ? "" : " + " + c));
      }
      body.open("for (int k = 0; k < steps; k++)");
      body.line(component + " a = left[leftAt + k];");
      for (int c = 0; c < count; c++) {
        Java sum = Java.primary("c" + c);
        body.line(
            "c%d = %s;".formatted(c, multiplyAdd(element, "a", "x[row" + c + " + k]", sum).text()));
      }
      body.close();
      for (int c = 0; c < count; c++) {
        body.line("sums[to + j%s] = c%d;".formatted(c == 0 ? "" : " + " + c, c));
      }
      body.close();
    }
    return rowMethod("multiplyRowTransposed", component)
        .addJavadoc("Adds the products of a row to eight sums at a time.\n")
        .addCode(Api.code(body.text()))
        .build();
  }

  private static MethodSpec.Builder rowMethod(String name, String component) {
    MethodSpec.Builder method = method(name);
    parameters(
        method,
        List.of(
            new Local(component + "[]", "left"),
            ints("leftAt"),
            new Local(component + "[]", "x"),
            ints("at"),
            ints("stride"),
            new Local(component + "[]", "sums"),
            ints("to"),
            ints("columns"),
            ints("steps")));
    return method;
  }

  // ---- in plain loops

  /** The name of a method that copies a block of the right factor, a row a step. */
  static String copy(Routines routines, Element element, boolean alongSteps) {
    String type = Primitives.component(element);
    String name = alongSteps ? "packRightTransposed" : "packRight";
    routines.add(name + element, () -> copy(name, type, alongSteps));
    return name;
  }

  private static MethodSpec copy(String name, String type, boolean alongSteps) {
    Lines body = new Lines();
    body.open("for (int k = 0; k < steps; k++)");
    if (alongSteps) {
      body.line(type + "[] row = packed[to + k];");
      body.open("for (int j = 0; j < lanes; j++)");
      body.line("row[j] = x[at + j * stride + k];");
      body.close();
    } else {
      body.line(
          "%s.arraycopy(x, at + k * stride, packed[to + k], 0, lanes);".formatted(Api.SYSTEM));
    }
    body.close();
    return packing(name, type, type + "[][]")
        .addJavadoc("Copies a block, a row for each step.\n")
        .addCode(Api.code(body.text()))
        .build();
  }

  /** The name of a method that adds the products of packed rows to a block. */
  static String multiply(Routines routines, Element element) {
    routines.add("multiplyRows" + element, () -> rows(element, 4));
    routines.add("multiplyRow" + element, () -> rows(element, 1));
    routines.add("multiply" + element, () -> multiply(element));
    return "multiply";
  }

  private static MethodSpec multiply(Element element) {
    String type = Primitives.component(element);
    Lines body = new Lines();
    body.open("for (int i = 0; i < rows; i += 4)");
    body.line("int at = i * steps;");
    body.line("int k = 0;");
    body.open("for (; k < steps - 3; k += 4)");
    body.line("multiplyRows(left, at + 4 * k, right, from + k, sums, i, columns);");
    body.close();
    body.open("for (; k < steps; k++)");
    body.line("multiplyRow(left, at + 4 * k, right, from + k, sums, i, columns);");
    body.close();
    body.close();
    MethodSpec.Builder method =
        method("multiply").addJavadoc("Adds the products of packed rows to the sums of a block.\n");
    parameters(
        method,
        List.of(
            new Local(type + "[]", "left"),
            new Local(type + "[][]", "right"),
            ints("from"),
            new Local(type + "[][]", "sums"),
            ints("rows"),
            ints("columns"),
            ints("steps")));
    return method.addCode(Api.code(body.text())).build();
  }

  /**
   * Four rows of sums and so many steps; all arrays have one index, so that HotSpot takes vectors.
   */
  private static MethodSpec rows(Element element, int steps) {
    String type = Primitives.component(element);
    Lines body = new Lines();
    for (int k = 0; k < steps; k++) {
      body.line("%s[] b%d = right[k%s];".formatted(type, k, k == 0 ? "" : " + " + k));
    }
    for (int i = 0; i < 4; i++) {
      body.line("%s[] c%d = sums[i%s];".formatted(type, i, i == 0 ? "" : " + " + i));
      for (int k = 0; k < steps; k++) {
        int at = 4 * k + i;
        body.line("%s a%d%d = left[at%s];".formatted(type, i, k, at == 0 ? "" : " + " + at));
      }
    }
    body.open("for (int j = 0; j < columns; j++)");
    for (int k = 0; k < steps; k++) {
      body.line("%s x%d = b%d[j];".formatted(type, k, k)); // Before a store that might change them.
    }
    for (int i = 0; i < 4; i++) {
      Java sum = Java.primary("c" + i + "[j]");
      for (int k = 0; k < steps; k++) {
        Java a = Java.primary("a" + i + k);
        Java b = Java.primary("x" + k);
        sum = element.isFloating() ? Java.call(Api.MATH + ".fma", a, b, sum) : a.times(b).plus(sum);
      }
      body.line("c%d[j] = %s;".formatted(i, sum.text()));
    }
    body.close();
    MethodSpec.Builder method = method(steps == 1 ? "multiplyRow" : "multiplyRows");
    parameters(
        method,
        List.of(
            new Local(type + "[]", "left"),
            ints("at"),
            new Local(type + "[][]", "right"),
            ints("k"),
            new Local(type + "[][]", "sums"),
            ints("i"),
            ints("columns")));
    return method.addCode(Api.code(body.text())).build();
  }
}
