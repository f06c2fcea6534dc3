package dev.smalti.lang.spi;

import java.util.Set;
import java.util.function.Predicate;

/**
 * A place in the user's source.
 *
 * <p>Generated code knows its sites and names them. A method that runs as it stands does not: it
 * passes {@link #caller()}, and who makes a report asks for {@link #resolved()} on the thread that
 * made the call, before that thread blocks.
 *
 * @param method the class and method, {@code RingSum.reduceStep}; empty if the caller is meant
 * @param file the file, {@code RingSum.java}; empty if it is not known
 * @param line the line, from 1; 0 if it is not known
 */
public record Site(String method, String file, int line) {
  private static final Site CALLER = new Site("", "", 0);

  /** The language's own methods through which a user reaches windows and signals. */
  private static final Set<String> LANGUAGE =
      Set.of(
          "dev.smalti.lang.Signal",
          "dev.smalti.lang.Window",
          "dev.smalti.lang.Tensor",
          "dev.smalti.lang.Domain",
          "dev.smalti.lang.World");

  /**
   * The place that called the language, not looked up yet.
   *
   * @return a site that {@link #resolved()} looks up on the stack
   */
  public static Site caller() {
    return CALLER;
  }

  /**
   * This site, or for {@link #caller()} the first frame of the calling thread behind the language's
   * own.
   *
   * @return a site with names, as far as the class file has them
   */
  public Site resolved() {
    if (this != CALLER) {
      return this;
    }
    Predicate<StackWalker.StackFrame> language = frame -> LANGUAGE.contains(frame.getClassName());
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .dropWhile(language.negate())
                    .dropWhile(language)
                    .findFirst()
                    .map(Site::of)
                    .orElse(new Site("unknown", "", 0)));
  }

  private static Site of(StackWalker.StackFrame frame) {
    String owner = frame.getClassName();
    String simple = owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.');
    String file = frame.getFileName();
    return new Site(
        simple + "." + frame.getMethodName(),
        file == null ? "" : file,
        Math.max(0, frame.getLineNumber()));
  }

  /**
   * The place as reports write it: {@code RingSum.java:23}, or the method where no file is known.
   */
  @Override
  public String toString() {
    if (this == CALLER) {
      return "the caller";
    }
    return file.isEmpty() ? method : line == 0 ? file : file + ":" + line;
  }
}
