package dev.smalti.processor.random;

import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.processor.SmaltiProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The examples and the files of the manual with random edits: each is compiled and its kernels
 * compute what they mean, or it is rejected where the edit is. The compiler never fails and always
 * ends.
 */
@Tag("vector-tier")
final class MutatedSourcesTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Path FOLDER = Path.of("target", "mutations");
  private static final int SECONDS = 60;

  /** A file of the project. */
  private record Source(String name, String text) {}

  private final Map<String, Integer> outcomes = new TreeMap<>();

  @Test
  void everyEditIsCompiledRightOrRejectedWhereItIs() throws Exception {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "both tiers are compared where the module of the vector tier is");
    long seed = Long.getLong("smalti.fuzz.seed", 1);
    int edits = Integer.getInteger("smalti.fuzz.mutations", 50);
    int first = Integer.getInteger("smalti.fuzz.first", 0);
    List<Source> sources = sources();
    List<String> faults = new ArrayList<>();
    try (ExecutorService thread = Executors.newCachedThreadPool(MutatedSourcesTest::daemon)) {
      for (int number = first; number < first + edits; number++) {
        Random random = new Random(seed * 1_000_003 + number);
        Source source = sources.get(random.nextInt(sources.size()));
        Mutation mutation = Mutation.of(source.text(), random);
        Optional<String> fault = inTime(thread, source, mutation, number);
        if (fault.isPresent()) {
          String what = number + ", " + source.name() + ", " + mutation.what() + "\n  ";
          faults.add(what + fault.orElseThrow());
          save(number, source, mutation, faults.getLast());
        }
      }
      thread.shutdownNow();
    }
    System.out.printf("tried %d edits of %d sources: %s%n", edits, sources.size(), outcomes);
    assertWithMessage("edits, see %s", FOLDER.toAbsolutePath()).that(faults).isEmpty();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "edited source");
    thread.setDaemon(true);
    return thread;
  }

  private Optional<String> inTime(
      ExecutorService thread, Source source, Mutation mutation, int number)
      throws InterruptedException {
    Future<Optional<String>> running = thread.submit(() -> fault(source, mutation, number));
    try {
      return running.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      running.cancel(true);
      return Optional.of("does not end within " + SECONDS + " s");
    } catch (ExecutionException e) {
      return Optional.of("the compiler crashed: " + e.getCause());
    }
  }

  /** What is wrong with how the compiler takes an edit. */
  private Optional<String> fault(Source source, Mutation mutation, int number) throws IOException {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector")
            .compile(JavaFileObjects.forSourceString(source.name(), mutation.source()));
    if (compilation.status() != Compilation.Status.SUCCESS) {
      count(smalti(compilation.errors()) ? "rejected by Smalti" : "rejected by javac");
      return misplaced(compilation.errors(), mutation);
    }
    count("compiled");
    return CalledKernels.of(compilation).difference(number);
  }

  private synchronized void count(String outcome) {
    outcomes.merge(outcome, 1, Integer::sum);
  }

  private static boolean smalti(List<Diagnostic<? extends JavaFileObject>> errors) {
    return errors.stream().anyMatch(e -> e.getMessage(null).startsWith("[SML-"));
  }

  /** An error of ours that is elsewhere; javac's own are where javac wants them. */
  private static Optional<String> misplaced(
      List<Diagnostic<? extends JavaFileObject>> errors, Mutation mutation) {
    for (Diagnostic<? extends JavaFileObject> error : errors) {
      String message = error.getMessage(null);
      if (message.contains("SML-001") || message.contains("Exception")) {
        return Optional.of("the compiler failed: " + message);
      }
      boolean ofFile =
          error.getSource() != null && !error.getSource().getName().startsWith("/SOURCE_OUTPUT");
      if (error.getSource() != null && !ofFile) {
        return Optional.of("generated source is wrong: " + error);
      }
    }
    boolean near =
        errors.stream()
            .anyMatch(e -> mutation.concerns(e.getLineNumber()) || isOfRuns(e.getMessage(null)));
    return near || !smalti(errors)
        ? Optional.empty()
        : Optional.of("rejected elsewhere: " + errors);
  }

  /** What ranks do to each other is seen where one waits, whoever should have notified it. */
  private static boolean isOfRuns(String message) {
    return message.startsWith("[SML-7");
  }

  private static void save(int number, Source source, Mutation mutation, String what)
      throws IOException {
    Files.createDirectories(FOLDER);
    String simple = source.name().substring(source.name().lastIndexOf('.') + 1);
    Files.writeString(
        FOLDER.resolve(number + "-" + simple + ".java"),
        mutation.source() + "\n/*\n" + what.replace("*/", "* /") + "\n*/\n");
  }

  // ---- what is edited

  private static List<Source> sources() throws IOException {
    List<Source> sources = new ArrayList<>();
    Path examples = PROJECT.resolve("examples/src/main/java/dev/smalti/examples");
    for (String name : List.of("Softmax", "RingSum")) {
      String text = Files.readString(examples.resolve(name + ".java"));
      sources.add(new Source("dev.smalti.examples." + name, text));
    }
    for (String page : List.of("README.md", "docs/en/language.md", "docs/en/quickstart.md")) {
      addBlocks(Files.readString(PROJECT.resolve(page)), sources);
    }
    sources.removeIf(source -> !compiles(source));
    return sources;
  }

  /** Whole files of a page, each in a block. */
  private static void addBlocks(String page, List<Source> sources) {
    Matcher block =
        Pattern.compile("```java\\n// (\\w+)\\.java\\n(.*?)```", Pattern.DOTALL).matcher(page);
    while (block.find()) {
      sources.add(new Source(block.group(1), block.group(2)));
    }
  }

  private static boolean compiles(Source source) {
    return javac()
            .withProcessors(new SmaltiProcessor())
            .compile(JavaFileObjects.forSourceString(source.name(), source.text()))
            .status()
        == Compilation.Status.SUCCESS;
  }
}
