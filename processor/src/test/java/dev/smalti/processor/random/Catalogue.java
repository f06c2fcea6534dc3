package dev.smalti.processor.random;

import com.google.common.collect.Sets;
import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every operation of the language that random kernels have. */
final class Catalogue {
  static final Set<Element> ALL = Sets.immutableEnumSet(EnumSet.allOf(Element.class));
  static final Set<Element> NUMBERS = Sets.difference(ALL, Set.of(Element.BOOL)).immutableCopy();
  static final Set<Element> FLOATS = Sets.filter(ALL, Element::isFloating);
  static final Set<Element> INTEGERS = Sets.filter(ALL, Element::isInteger);
  static final Set<Element> BITS = Sets.union(INTEGERS, Set.of(Element.BOOL)).immutableCopy();
  static final Set<Element> NARROW = Sets.filter(ALL, Element::isNarrow);
  static final Set<Element> WIDE = Sets.difference(NUMBERS, NARROW).immutableCopy();

  /** Everywhere, with operands of one shape. */
  static final Set<Surrounding> EQUAL =
      Sets.immutableEnumSet(EnumSet.complementOf(EnumSet.of(Surrounding.STRETCHED)));

  static final Set<Surrounding> EVERYWHERE =
      Sets.immutableEnumSet(EnumSet.allOf(Surrounding.class));

  /** Of whole tiles only. */
  static final Set<Surrounding> WHOLE =
      Sets.difference(EQUAL, Set.of(Surrounding.RAGGED)).immutableCopy();

  private final Map<String, Operation> operations = new LinkedHashMap<>();

  private Catalogue() {}

  /** All of them. */
  static Catalogue all() {
    Catalogue catalogue = new Catalogue();
    ElementwiseRecipes.addTo(catalogue);
    WholeRecipes.addTo(catalogue);
    MemoryRecipes.addTo(catalogue);
    return catalogue;
  }

  void add(String name, Set<Element> elements, Set<Surrounding> where, Operation.Recipe recipe) {
    if (operations.put(name, new Operation(name, elements, where, recipe)) != null) {
      throw new IllegalArgumentException(name + " twice");
    }
  }

  Operation operation(String name) {
    Operation operation = operations.get(name);
    if (operation == null) {
      throw new IllegalArgumentException("no operation " + name);
    }
    return operation;
  }

  /** Whether a cell is counted. */
  boolean has(Cell cell) {
    Operation operation = operations.get(cell.operation());
    return operation != null
        && operation.elements().contains(cell.element())
        && operation.surroundings().contains(cell.surrounding());
  }

  /** Each operation on each type everywhere the language has it. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Operation operation : operations.values()) {
      for (Element element : operation.elements()) {
        for (Surrounding surrounding : operation.surroundings()) {
          cells.add(new Cell(operation.name(), element, surrounding));
        }
      }
    }
    return cells;
  }
}
