package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.processor.SmaltiProcessor;
import dev.smalti.processor.random.InMemoryClasses;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the comments of generated kernels say: the golden file is what a reader sees, and the
 * numbers are those that are counted when the kernels run. With the system property {@code
 * smalti.golden} set to the folder of the golden files of this package it is written anew.
 */
final class KernelHeaderTest {
  private static final Pattern COMMENT =
      Pattern.compile(
          "Generated from \\{@code Kernels\\.(\\w+)}.*?<pre>\\n(.*?) \\* </pre>", Pattern.DOTALL);

  private static Map<String, String> headers;
  private static InMemoryClasses classes;

  @BeforeAll
  static void compile() throws IOException {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .compile(JavaFileObjects.forSourceString("Kernels", resource("Kernels.java")));
    assertThat(compilation.errors()).isEmpty();
    classes = new InMemoryClasses(compilation);
    headers = new TreeMap<>();
    for (JavaFileObject file : compilation.generatedSourceFiles()) {
      Matcher comment = COMMENT.matcher(file.getCharContent(false));
      if (comment.find()) {
        headers.put(comment.group(1), comment.group(2).replaceAll("(?m)^ \\* ", ""));
      }
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = KernelHeaderTest.class.getResourceAsStream("header/" + name)) {
      assertWithMessage(name).that(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void areAsTheGoldenFileSays() throws IOException {
    StringBuilder text = new StringBuilder();
    headers.forEach((name, header) -> text.append(name).append("\n").append(header.indent(2)));
    String folder = System.getProperty("smalti.golden", "");
    if (!folder.isEmpty()) {
      Files.writeString(Path.of(folder, "header", "headers.txt"), text);
    }
    assertThat(headers.size()).isAtLeast(40);
    assertThat(text.toString()).isEqualTo(resource("headers.txt"));
  }

  static Iterable<String> kernels() {
    return headers.keySet();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theNumbersAreThoseOfARun(String kernel) throws Exception {
    HeaderRun run = HeaderRun.of(headers.getOrDefault(kernel, ""));
    Tally tally = run.counted(new CountingLoader(classes).loadClass("KernelsKernels"), kernel);
    run.compare(tally);
  }
}
