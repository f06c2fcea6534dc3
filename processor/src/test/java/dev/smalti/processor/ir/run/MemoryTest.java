package dev.smalti.processor.ir.run;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.ir.run.Build.C;
import static dev.smalti.processor.ir.run.Build.R;
import static dev.smalti.processor.ir.run.Build.at;
import static dev.smalti.processor.ir.run.Build.c;
import static dev.smalti.processor.ir.run.Build.floats;
import static dev.smalti.processor.ir.run.Build.integer;
import static dev.smalti.processor.ir.run.Build.ints;
import static dev.smalti.processor.ir.run.Build.kernel;
import static dev.smalti.processor.ir.run.Build.let;
import static dev.smalti.processor.ir.run.Build.load;
import static dev.smalti.processor.ir.run.Build.loadValid;
import static dev.smalti.processor.ir.run.Build.n;
import static dev.smalti.processor.ir.run.Build.named;
import static dev.smalti.processor.ir.run.Build.read;
import static dev.smalti.processor.ir.run.Build.ref;
import static dev.smalti.processor.ir.run.Build.store;
import static dev.smalti.processor.ir.run.Build.tensor;
import static dev.smalti.processor.ir.run.Build.write;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Views, valid extents, elements, bounds, and how arguments meet parameters. */
final class MemoryTest {
  private static final Variable X = tensor("x", Element.I32, n(2), n(3), n(4));
  private static final Variable Y = tensor("y", Element.I32, R, C);

  private static int[] count(int size) {
    int[] values = new int[size];
    for (int i = 0; i < size; i++) {
      values[i] = i;
    }
    return values;
  }

  /** What a tile of x[2, 3, 4] = 0, 1, ... is when it is stored to y of these extents. */
  private static int[] stored(int rows, int columns, Tile tile, Stmt... before) {
    int[] y = new int[rows * columns];
    List<Stmt> body = new ArrayList<>(List.of(before));
    body.add(store(Y, tile));
    Build.run(
        kernel("test", List.of(X, Y), body.toArray(Stmt[]::new)),
        ints("x", count(24), 2, 3, 4),
        ints("y", y, rows, columns));
    return y;
  }

  private static String refused(Stmt... body) {
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () ->
                Build.run(
                    kernel("test", List.of(X, Y), body),
                    ints("x", count(24), 2, 3, 4),
                    ints("y", new int[6], 2, 3)));
    return String.valueOf(e.getMessage());
  }

  private static Variable view(String name, Dim... shape) {
    return tensor(name, Element.I32, shape);
  }

  private static Stmt viewOf(
      Variable view, Variable base, int dropped, List<Scalar> at, Dim... shape) {
    return let(view, new Place.View(base, at, List.of(shape), dropped, view.type()));
  }

  @Test
  void leadingAxesAreRows() {
    assertThat(stored(6, 4, load(X))).isEqualTo(count(24));
    assertThat(stored(4, 2, load(X, at(0, 1, 2), n(2), n(2), n(2))))
        .isEqualTo(new int[] {6, 7, 10, 11, 18, 19, 22, 23});
  }

  @Test
  void viewsOfViewsCountFromTheirOwnCorner() {
    Variable plane = view("plane", n(3), n(4));
    Variable part = view("part", n(2), n(3));
    Variable row = view("row", n(3));
    Stmt[] views = {
      viewOf(plane, X, 1, at(1, 0, 0), n(1), n(3), n(4)),
      viewOf(part, plane, 0, at(1, 1), n(2), n(3)),
      viewOf(row, part, 1, at(1, 0), n(1), n(3))
    };
    assertThat(stored(3, 4, load(plane), views))
        .isEqualTo(new int[] {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23});
    assertThat(stored(2, 3, load(part), views)).isEqualTo(new int[] {17, 18, 19, 21, 22, 23});
    assertThat(stored(1, 2, load(row, at(1), n(2)), views)).isEqualTo(new int[] {22, 23});
  }

  @Test
  void storesToViewsWriteWhatIsViewed() {
    Variable plane = view("plane", n(3), n(4));
    int[] x = new int[24];
    Build.run(
        kernel(
            "test",
            List.of(X),
            viewOf(plane, X, 1, at(1, 0, 0), n(1), n(3), n(4)),
            write(plane, at(2, 3), c(5)),
            store(plane, at(1, 1), new Tile.Fill(TileType.of(Element.I32, n(1), n(2)), c(8)))),
        ints("x", x, 2, 3, 4));
    int[] expected = new int[24];
    expected[23] = 5;
    expected[17] = 8;
    expected[18] = 8;
    assertThat(x).isEqualTo(expected);
  }

  @Test
  void accessesAreCheckedAgainstTheView() {
    Variable part = view("part", n(1), n(2), n(2));
    Stmt view = viewOf(part, X, 0, at(0, 0, 0), n(1), n(2), n(2));
    Variable t = named("t", load(part, at(0, 0, 1), n(1), n(2), n(2)));
    assertThat(refused(view, let(t, load(part, at(0, 0, 1), n(1), n(2), n(2)))))
        .isEqualTo("Test.java:10:5: part: axis 2 has extent 2, 2 elements from 1 are outside");
    assertThat(refused(viewOf(part, X, 0, at(0, 2, 0), n(1), n(2), n(2))))
        .contains("x: axis 1 has extent 3, 2 elements from 2 are outside");
    assertThat(refused(viewOf(part, X, 1, at(0, 0, 0), n(2), n(2), n(2))))
        .contains("a view of x drops axis 0, which has extent 2 in it");
  }

  @Test
  void regionsOutsideAreRefused() {
    Variable t = named("t", load(Y, at(0, 0), n(2), n(3)));
    assertThat(refused(let(t, load(Y, at(1, 0), n(2), n(3)))))
        .contains("y: axis 0 has extent 2, 2 elements from 1 are outside");
    assertThat(refused(let(t, load(Y, at(0, -1), n(2), n(3)))))
        .contains("y: axis 1 has extent 3, 3 elements from -1 are outside");
    assertThat(refused(store(Y, at(0, 1), load(Y)))).contains("does not fit the extents [2, 3]");
    assertThat(refused(write(Y, at(0, 3), c(1))))
        .contains("y: axis 1 has extent 3, 1 elements from 3 are outside");
    assertThat(refused(let(integer("e"), Build.element(Y, ScalarType.INT, c(2), c(0)))))
        .contains("y: axis 0 has extent 2, 1 elements from 2 are outside");
  }

  @Test
  void onlyTheValidPartIsReadAndStored() {
    Tile overhanging = loadValid(Y, at(1, 1), List.of(n(4), n(8)), List.of(n(1), n(2)));
    int[] y = count(6);
    Variable t = named("t", overhanging);
    Build.run(
        kernel("test", List.of(Y), let(t, overhanging), store(Y, at(0, 0), ref(t))),
        ints("y", y, 2, 3));
    assertThat(y).isEqualTo(new int[] {4, 5, 2, 3, 4, 5});
  }

  @Test
  void validExtentsAreAtMostTheShape() {
    Tile wrong = loadValid(Y, at(0, 0), List.of(n(1), n(2)), List.of(n(1), n(3)));
    assertThat(refused(store(Y, wrong))).contains("load of y: axis 1 has 3 valid elements of 2");
  }

  @Test
  void elementsAreReadAndWrittenInTheirType() {
    Variable f = tensor("f", Element.F32, n(2));
    Variable b = tensor("b", Element.BOOL, n(2));
    Variable d = Build.number("d");
    Variable i = integer("i");
    float[] floats = {0.1f, 0};
    Build.run(
        kernel(
            "test",
            List.of(f, b),
            let(d, Build.element(f, ScalarType.DOUBLE, c(0))),
            let(i, Build.element(b, ScalarType.INT, c(1))),
            write(
                f,
                at(1),
                Build.op(BinaryScalar.ADD, read(d), new Scalar.Cast(ScalarType.DOUBLE, read(i))))),
        floats("f", floats, 2),
        Memory.tensor("b", ElementArray.of(false, true), 2));
    assertThat(floats[1]).isEqualTo((float) ((double) 0.1f + 1));
  }

  @Test
  void symbolsFollowFromArguments() {
    Variable doubled = tensor("doubled", Element.I32, R.times(n(2)).plus(n(1)));
    Variable rows = tensor("rowsOut", Element.I32, n(1));
    Function kernel = kernel("test", List.of(doubled, rows), write(rows, at(0), Build.extent(R)));
    int[] out = new int[1];
    Build.run(kernel, ints("d", new int[9], 9), ints("r", out, 1));
    assertThat(out[0]).isEqualTo(4);
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () -> Build.run(kernel, ints("d", new int[8], 8), ints("r", out, 1)));
    assertThat(e).hasMessageThat().contains("doubled: no rows gives axis 0");
  }

  @Test
  void argumentsHaveTheDeclaredShape() {
    Variable other = tensor("other", Element.I32, C);
    Function kernel = kernel("test", List.of(Y, other));
    InterpretationException extent =
        assertThrows(
            InterpretationException.class,
            () -> Build.run(kernel, ints("y", new int[6], 2, 3), ints("o", new int[4], 4)));
    assertThat(extent)
        .hasMessageThat()
        .isEqualTo("Test.java:1:5: other: axis 0 is declared columns = 3, the argument has 4");
    InterpretationException axes =
        assertThrows(
            InterpretationException.class,
            () -> Build.run(kernel, ints("y", new int[6], 6), ints("o", new int[3], 3)));
    assertThat(axes)
        .hasMessageThat()
        .contains("y is declared [rows, columns], the argument is [6]");
    InterpretationException element =
        assertThrows(
            InterpretationException.class,
            () -> Build.run(kernel, floats("y", new float[6], 2, 3), ints("o", new int[3], 3)));
    assertThat(element).hasMessageThat().contains("y is declared I32, the argument is of F32");
    InterpretationException kind =
        assertThrows(
            InterpretationException.class,
            () -> Build.run(kernel, ints("y", new int[6], 2, 3), Memory.signal("s", 1, 3)));
    assertThat(kind).hasMessageThat().contains("it cannot be SIGNAL");
  }
}
