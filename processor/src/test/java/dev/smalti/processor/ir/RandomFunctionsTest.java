package dev.smalti.processor.ir;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RandomFunctionsTest {
  private static final int SEEDS = 150;

  private static void forEachFunction(Consumer<Function> check) {
    LongStream.range(0, SEEDS)
        .forEach(
            seed -> {
              for (Function function :
                  List.of(RandomFunctions.kernel(seed), RandomFunctions.rankKernel(seed))) {
                try {
                  check.accept(function);
                } catch (AssertionError | RuntimeException failure) {
                  throw new AssertionError("seed " + seed, failure);
                }
              }
            });
  }

  @Test
  void areWellFormed() {
    forEachFunction(
        function ->
            assertWithMessage(Printer.print(function)).that(Verifier.verify(function)).isEmpty());
  }

  @Test
  void areReadBack() {
    forEachFunction(
        function -> {
          String text = Printer.print(function);
          assertWithMessage(text).that(Parser.parse(text)).isEqualTo(Unit.of(function));
        });
  }

  @Test
  void areTheSameForTheSameSeed() {
    assertThat(RandomFunctions.rankKernel(7)).isEqualTo(RandomFunctions.rankKernel(7));
    assertThat(RandomFunctions.rankKernel(7)).isNotEqualTo(RandomFunctions.rankKernel(8));
  }

  @Test
  void haveEveryStatementAndTileOfAKernel() {
    Set<Class<?>> found = new HashSet<>();
    forEachFunction(
        function ->
            new IrVisitor() {
              @Override
              public void stmt(Stmt stmt) {
                found.add(stmt.getClass());
                super.stmt(stmt);
              }

              @Override
              public void tile(Tile tile) {
                found.add(tile.getClass());
                super.tile(tile);
              }
            }.function(function));

    Set<Class<?>> all = new HashSet<>(List.of(Tile.class.getPermittedSubclasses()));
    all.remove(Tile.Axis.class);
    all.addAll(List.of(Stmt.class.getPermittedSubclasses()));
    all.removeAll(Set.of(Stmt.Call.class, Stmt.Callback.class, Stmt.ForEachRank.class));
    all.remove(Stmt.Return.class);
    all.removeAll(Set.of(Stmt.Submit.class, Stmt.PutTask.class)); // Of outer functions.
    assertThat(found).containsExactlyElementsIn(all);
  }
}
