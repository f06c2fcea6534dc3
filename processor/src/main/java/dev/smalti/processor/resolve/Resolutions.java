package dev.smalti.processor.resolve;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;

/** Which element each name in the bodies was taken to mean, in the order of reading. */
public final class Resolutions {
  /**
   * One answer.
   *
   * @param unit the source file
   * @param tree an identifier or member selection
   * @param element what it was taken to mean
   */
  public record Resolution(CompilationUnitTree unit, Tree tree, Element element) {}

  private final List<Resolution> all = new ArrayList<>();

  public void add(CompilationUnitTree unit, Tree tree, Element element) {
    all.add(new Resolution(unit, tree, element));
  }

  public List<Resolution> all() {
    return List.copyOf(all);
  }

  /** How many there are; what comes later is {@link #since} this number. */
  public int size() {
    return all.size();
  }

  /** Those after the first {@code size}. */
  public List<Resolution> since(int size) {
    return List.copyOf(all.subList(size, all.size()));
  }
}
