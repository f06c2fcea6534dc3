package dev.smalti.lang.spi;

import java.util.List;
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
 * @param collective the collective that is called there, {@code allReduce}, if what happens is a
 *     step of one; else empty
 */
public record Site(String method, String file, int line, String collective) {
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
   * A place that is no step of a collective.
   *
   * @param method the class and method
   * @param file the file
   * @param line the line
   */
  public Site(String method, String file, int line) {
    this(method, file, line, "");
  }

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
   * own, and behind those of a collective that it calls.
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
                of(frames.dropWhile(language.negate()).dropWhile(language).toList(), language));
  }

  /** Of the frames from the caller on. */
  private static Site of(
      List<StackWalker.StackFrame> frames, Predicate<StackWalker.StackFrame> language) {
    if (frames.isEmpty()) {
      return new Site("unknown", "", 0);
    }
    if (frames.getFirst().getClassName().startsWith(CollectiveNames.PACKAGE)) {
      List<StackWalker.StackFrame> outside = frames.stream().dropWhile(language.negate()).toList();
      int user = (int) outside.stream().takeWhile(language).count();
      if (user > 0 && user < outside.size()) {
        return of(outside.get(user), outside.get(user - 1).getMethodName());
      }
    }
    return of(frames.getFirst(), "");
  }

  private static Site of(StackWalker.StackFrame frame, String collective) {
    String owner = frame.getClassName();
    String simple = owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.');
    String file = frame.getFileName();
    return new Site(
        simple + "." + frame.getMethodName(),
        file == null ? "" : file,
        Math.max(0, frame.getLineNumber()),
        collective);
  }

  /**
   * The place behind what happens there.
   *
   * @return {@code at RingSum.java:23}, or {@code in allReduce at RingSum.java:23}
   */
  public String at() {
    return (collective.isEmpty() ? "at " : "in " + collective + " at ") + this;
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
