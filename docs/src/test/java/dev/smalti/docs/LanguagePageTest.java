package dev.smalti.docs;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.DType;
import dev.smalti.lang.Mask;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import dev.smalti.lang.Window;
import dev.smalti.processor.ir.MathFunction;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of the language has all of it, and the numbers that the definitions state. */
final class LanguagePageTest {
  /** For runtimes and generated code, not for kernels. */
  private static final Set<String> NOT_IN_KERNELS =
      Set.of(
          "dtype",
          "axes",
          "extent",
          "lane",
          "shape",
          "offset",
          "stride",
          "storage",
          "instance",
          "memory",
          "name",
          "cells",
          "over",
          "of",
          "zeros",
          "undefined",
          "toString");

  private static final Page PAGE = Page.of("docs/en/language.md");

  @ParameterizedTest
  @ValueSource(classes = {Tile.class, Mask.class, Tensor.class, Window.class, Signal.class})
  void everyOperationIsThere(Class<?> type) {
    Set<String> operations =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isBridge())
            .map(Method::getName)
            .filter(name -> !NOT_IN_KERNELS.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(operations).isNotEmpty();
    for (String operation : operations) {
      assertWithMessage("%s.%s on %s", type.getSimpleName(), operation, PAGE)
          .that(PAGE.text())
          .containsMatch("[`.]" + operation + "[`(]");
    }
  }

  @Test
  void everyElementTypeIsThere() {
    for (Class<?> type : Smalti.class.getDeclaredClasses()) {
      assertThat(DType.class.isAssignableFrom(type)).isTrue();
      assertThat(section("## Parameters")).contains("`" + type.getSimpleName() + "`");
    }
  }

  @Test
  void theMethodsOfMathAreThoseThatTheCompilerKnows() {
    List<String> named =
        Pattern.compile("`Math\\.(\\w+)`")
            .matcher(PAGE.text())
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(named)
        .containsExactlyElementsIn(
            Arrays.stream(MathFunction.values()).map(MathFunction::method).toList());
  }

  @ParameterizedTest
  @CsvSource({"exp, Exponential", "log, Logarithm"})
  void theErrorsAreThoseOfTheDefinitions(String operation, String definition) throws IOException {
    Path source =
        Page.PROJECT.resolve(
            "annotations/src/main/java/dev/smalti/lang/reference/" + definition + ".java");
    List<MatchResult> stated =
        Pattern.compile("in \\{@code (F\\d\\d)}; at most \\{@code ([\\d.]+)} ulp")
            .matcher(Files.readString(source))
            .results()
            .toList();
    assertThat(stated).hasSize(2);
    String row = row(operation);
    for (MatchResult each : stated) {
      assertThat(row).contains(each.group(1) + " " + each.group(2));
    }
  }

  private static String row(String operation) {
    Matcher row = Pattern.compile("(?m)^\\| `" + operation + "` .*$").matcher(PAGE.text());
    assertWithMessage("the row of %s", operation).that(row.find()).isTrue();
    return row.group();
  }

  private static String section(String title) {
    int start = PAGE.text().indexOf("\n" + title + "\n");
    assertWithMessage("the section %s", title).that(start).isAtLeast(0);
    int end = PAGE.text().indexOf("\n## ", start + 1);
    return PAGE.text().substring(start, end < 0 ? PAGE.text().length() : end);
  }
}
