package dev.smalti.processor.message;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;

/**
 * Keeps what is found until it may be printed.
 *
 * <p>An error that is printed during a processing round ends the compilation before javac has
 * looked at any body, so javac's own errors would stay hidden. Everything found is therefore kept,
 * and printed class by class when javac has analysed the class ({@link #printClass}); what is left
 * is printed at the end ({@link #printRest}).
 */
public final class Diagnostics implements Report {
  /** Without a tree it is printed without a position. */
  private record Found(Kind kind, Code code, Place place, String text, List<String> details) {
    String message() {
      StringBuilder message = new StringBuilder("[").append(code.id()).append("] ").append(text);
      List<String> below = details.isEmpty() ? List.of(code.help()) : details;
      below.forEach(line -> message.append('\n').append(line));
      return message.toString();
    }
  }

  private sealed interface Place {}

  /** {@code file} is asked for once: a path that becomes a URI looks at the disk. */
  private record At(CompilationUnitTree unit, Tree tree, String file, long start)
      implements Place {}

  /** Of the command line, or of a class that has no source. */
  private record Nowhere() implements Place {}

  private record Key(Code code, String file, long start, String text) {}

  private static final Comparator<Found> ORDER =
      Comparator.comparing((Found found) -> file(found))
          .thenComparingLong(found -> start(found))
          .thenComparing(Found::code)
          .thenComparing(Found::text);

  private final Trees trees;
  private final Messager messager;
  private final Rejections rejections;

  /** All that was found, in that order. */
  private final List<Found> found = new ArrayList<>();

  /** What is not printed yet, by file: javac asks after each of its classes, generated ones too. */
  private final Map<String, List<Found>> kept = new HashMap<>();

  private final Set<Key> known = new HashSet<>();
  private boolean leftToJavac;

  public Diagnostics(Trees trees, Messager messager) {
    this.trees = trees;
    this.messager = messager;
    this.rejections = new Rejections(trees);
  }

  @Override
  public void error(Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
    keep(Kind.ERROR, code, place(unit, at), text, details);
  }

  @Override
  public void note(Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
    keep(Kind.NOTE, code, place(unit, at), text, details);
  }

  /** An error at a declaration; without a position if the declaration has no source. */
  public void error(Code code, Element element, String text, String... details) {
    keep(Kind.ERROR, code, place(element), text, details);
  }

  /** A note at a declaration; without a position if the declaration has no source. */
  public void note(Code code, Element element, String text, String... details) {
    keep(Kind.NOTE, code, place(element), text, details);
  }

  private Place place(Element element) {
    TreePath path = trees.getPath(element);
    return path == null ? new Nowhere() : place(path.getCompilationUnit(), path.getLeaf());
  }

  /** An error that belongs to no source file. */
  public void error(Code code, String text, String... details) {
    keep(Kind.ERROR, code, new Nowhere(), text, details);
  }

  private Place place(CompilationUnitTree unit, Tree at) {
    return new At(unit, at, file(unit), trees.getSourcePositions().getStartPosition(unit, at));
  }

  /** The same finding, reached twice (a helper that is read for two callers), is kept once. */
  private void keep(Kind kind, Code code, Place place, String text, String... details) {
    Found one = new Found(kind, code, place, text, List.of(details));
    if (known.add(key(one))) {
      found.add(one);
      kept.computeIfAbsent(file(one), _ -> new ArrayList<>()).add(one);
    }
  }

  private static Key key(Found found) {
    return new Key(found.code(), file(found), start(found), found.text());
  }

  private static String file(CompilationUnitTree unit) {
    return unit.getSourceFile().toUri().toString();
  }

  /** Empty if it has no position. */
  private static String file(Found found) {
    return found.place() instanceof At at ? at.file() : "";
  }

  private static long start(Found found) {
    return found.place() instanceof At at ? at.start() : -1;
  }

  /**
   * Whether an error was found, or something was left to javac, which reports it itself: there is a
   * reason for a method without code.
   */
  public boolean hasReported() {
    return leftToJavac || hasErrorsSince(0);
  }

  @Override
  public void leaveToJavac() {
    leftToJavac = true;
  }

  /** How many findings there are; what comes later can be taken back to here. */
  public int size() {
    return found.size();
  }

  /** Whether an error was found after the first {@code size} findings. */
  public boolean hasErrorsSince(int size) {
    return found.subList(size, found.size()).stream().anyMatch(one -> one.kind() == Kind.ERROR);
  }

  /** Forgets what was found after the first {@code size} findings: it will be looked at again. */
  public void forgetSince(int size) {
    List<Found> later = found.subList(size, found.size());
    for (Found one : later) {
      known.remove(key(one));
      kept.computeIfPresent(file(one), (_, inFile) -> without(one, inFile));
    }
    later.clear();
  }

  private static List<Found> without(Found one, List<Found> inFile) {
    inFile.remove(one);
    return inFile;
  }

  /**
   * Prints what was found in a class that javac has analysed, apart from what javac has rejected
   * itself; with it what has no position.
   */
  public void printClass(CompilationUnitTree unit, ClassTree type) {
    if (kept.isEmpty()) {
      return;
    }
    print(Objects.requireNonNullElse(kept.remove(""), List.of()), _ -> false);
    List<Found> inFile = kept.get(file(unit));
    if (inFile != null) {
      long start = trees.getSourcePositions().getStartPosition(unit, type);
      long end = trees.getSourcePositions().getEndPosition(unit, type);
      Predicate<Found> inside = one -> start(one) >= start && start(one) <= end;
      List<Found> now = inFile.stream().filter(inside).toList();
      inFile.removeIf(inside);
      if (inFile.isEmpty()) {
        kept.remove(file(unit));
      }
      print(now, this::isRejected);
    }
  }

  /** A failure of ours in a method that javac rejects is a consequence, wherever it points. */
  private boolean isRejected(Found found) {
    return found.place() instanceof At at
        && (found.code() == Code.INTERNAL
            ? rejections.containInside(at.unit(), at.tree())
            : rejections.contain(at.unit(), at.tree()));
  }

  /** Prints everything that is kept. */
  public void printRest() {
    print(kept.values().stream().flatMap(List::stream).toList(), _ -> false);
    kept.clear();
  }

  private void print(List<Found> now, Predicate<Found> dropped) {
    now.stream().filter(dropped.negate()).sorted(ORDER).forEach(this::print);
  }

  private void print(Found one) {
    switch (one.place()) {
      case At at -> trees.printMessage(one.kind(), one.message(), at.tree(), at.unit());
      case Nowhere() -> messager.printMessage(one.kind(), one.message());
    }
  }
}
