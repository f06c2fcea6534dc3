package dev.smalti.processor.random;

import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A method that is being written: its lines, and the memory that they turned out to need. */
final class MethodText {
  /** What memory is for: the letter that its name begins with. */
  enum Role {
    /** Read. */
    X,
    /** Written. */
    Y,
    /** Both, at positions that overlap. */
    M
  }

  /** What is done with memory. */
  enum Use {
    READ,
    WRITTEN
  }

  /** Memory of a method. */
  record Memory(Role role, Element element) {
    String name() {
      return role.name().toLowerCase(java.util.Locale.ROOT) + element;
    }
  }

  private final Optional<Element> open;
  private final StringBuilder lines = new StringBuilder();
  private final Map<Memory, Set<Use>> memory = new LinkedHashMap<>();
  private final List<String> tiles = new ArrayList<>();

  /**
   * A method without a line.
   *
   * @param open the element type that it leaves open, as {@code T}
   */
  MethodText(Optional<Element> open) {
    this.open = open;
  }

  Optional<Element> open() {
    return open;
  }

  void line(int depth, String text) {
    lines.append("  ".repeat(depth)).append(text).append('\n');
  }

  String lines() {
    return lines.toString();
  }

  /** The name of memory that is used from now on. */
  String use(Role role, Element element, Use use) {
    Memory used = new Memory(role, element);
    memory.computeIfAbsent(used, _ -> EnumSet.noneOf(Use.class)).add(use);
    return used.name();
  }

  /** All that another method uses, which this one calls. */
  void useAll(MethodText callee) {
    callee.memory.forEach(
        (used, uses) -> uses.forEach(use -> use(used.role(), used.element(), use)));
  }

  Map<Memory, Set<Use>> memory() {
    return memory;
  }

  /** The element type in a type position. */
  String type(Element element) {
    return open.filter(element::equals).isPresent() ? "T" : element.name();
  }

  /** A tile as a parameter; gives its name. */
  void tile(String name, Element element) {
    tiles.add("Tile<" + type(element) + "> " + name);
  }

  List<String> tiles() {
    return tiles;
  }
}
