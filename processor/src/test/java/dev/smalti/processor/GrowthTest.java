package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Work grows as the number of kernels does. It is counted, not timed: what a compilation allocates,
 * how often it asks for the place of a file, how many classes it writes.
 */
class GrowthTest {
  private static final int FEW = 12;

  /**
   * A source file that counts how often the processor asks for its place. Javac itself asks for all
   * of them whenever a class is to be written.
   */
  private static final class CountedFile extends SimpleJavaFileObject {
    private final String text;
    private final AtomicInteger asked;

    CountedFile(String name, String text, AtomicInteger asked) {
      super(URI.create("mem:///app/" + name + ".java"), Kind.SOURCE);
      this.text = text;
      this.asked = asked;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }

    @Override
    public URI toUri() {
      if (isOurs()) {
        asked.incrementAndGet();
      }
      return super.toUri();
    }

    private static boolean isOurs() {
      return StackWalker.getInstance()
          .walk(
              frames ->
                  frames
                      .map(StackWalker.StackFrame::getClassName)
                      .filter(name -> !name.startsWith(CountedFile.class.getName()))
                      .filter(name -> !name.startsWith("javax.tools."))
                      .filter(name -> !name.startsWith("com.sun.tools.javac.api."))
                      .findFirst()
                      .orElseThrow()
                      .startsWith("dev.smalti.processor."));
    }
  }

  /** Two kernels, of which the second gets a hint: it has no loop in vectors. */
  private static String kernels(int number) {
    return """
    package app;
    import static dev.smalti.lang.Smalti.*;
    import dev.smalti.lang.*;
    final class K%1$d {
      @InCore
      static void softmax(@Shape("n, m") Tensor<F32> x, @Shape("n, m") @Out Tensor<F32> y) {
        Tile<F32> t = x.load().mul(%1$d.25);
        Tile<F32> e = t.sub(t.rowMax()).exp();
        y.store(e.div(e.rowSum()));
      }
      @InCore
      static void narrow(@Shape("n, m") Tensor<F64> x, @Shape("n, m") @Out Tensor<F32> y) {
        y.store(x.load().mul(%1$d.5).cast(F32));
      }
    }
    """
        .formatted(number);
  }

  /** What one compilation took. */
  private record Work(long bytes, int asked, int written, int hints) {}

  private static Work compile(int classes) {
    AtomicInteger asked = new AtomicInteger();
    List<JavaFileObject> files = new ArrayList<>();
    for (int i = 0; i < classes; i++) {
      files.add(new CountedFile("K" + i, kernels(i), asked));
    }
    Compiler compiler =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector", "-Asmalti.hints");
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadAllocatedBytes();
    Compilation compilation = compiler.compile(files);
    long bytes = thread.getCurrentThreadAllocatedBytes() - before;
    assertThat(compilation.errors()).isEmpty();
    return new Work(
        bytes, asked.get(), compilation.generatedSourceFiles().size(), compilation.notes().size());
  }

  @Test
  @DisplayName("four times the kernels take four times the work")
  void isLinear() {
    compile(FEW); // Classes are loaded, and javac has read those of the library.
    Work few = compile(FEW);
    Work more = compile(2 * FEW);
    Work most = compile(4 * FEW);
    assertThat(few.hints()).isEqualTo(FEW);
    assertThat(most.hints()).isEqualTo(4 * FEW);
    assertThat(most.asked()).isAtMost(4 * few.asked() + FEW);
    assertWithMessage("%s, %s, %s", few, more, most)
        .that((double) (most.bytes() - more.bytes()))
        .isAtMost(2.4 * (more.bytes() - few.bytes()));
  }

  @Test
  @DisplayName("a kernel that communicates nothing has one class, or two with vectors")
  void classes() {
    Work work = compile(2);
    assertThat(work.written()).isEqualTo(2 * (1 + 2 + 1)); // Entry points, softmax, narrow.
  }
}
