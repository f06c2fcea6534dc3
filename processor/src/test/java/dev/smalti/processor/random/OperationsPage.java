package dev.smalti.processor.random;

import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * The manual's table of operations: each of them alone in a kernel, on every element type. What the
 * language has is compiled, run in every way and looked into; what it has not is refused.
 */
final class OperationsPage {
  private static final String HEAD =
      """
      # Operations

      The tests write this page. Each cell is a kernel that loads, does this one thing and stores:
      `a`, `b` and `c` are tiles `[rows, columns]` of the element type `T`, `i` is one of indices,
      `x` and `m` are memory that is read and `y` memory that is written. `W` is the type in which
      products of `T` are summed, `OP` an operator that `T` has. What an operation means, and its
      error, says [the language](../language.md#tiles).

      | cell | the language has it | vector tier | scalar tier |
      |---|---|---|---|
      | `V` | yes | a loop in vectors of 256 bits | a plain loop |
      | `P` | yes | a plain loop, or a copy | the same |
      | `-` | no: an error of the compiler | | |

      Every kernel of a cell `V` or `P` is called with several sizes, some no multiple of anything,
      eagerly and in both tiers, on the heap and on native memory: the bits are the same. A chain
      of operations is one loop; it is in vectors if all of its operations are and its elements are
      computed in one width, and with F16 in it if it has an elementary function.
      """;

  private final Catalogue catalogue = Catalogue.all();

  /** One cell. */
  private record Cell(SingleOperation operation, Element element, String method) {
    RandomKernelText kernel() {
      return operation.kernel(method, element);
    }
  }

  /** All names of {@link Catalogue} that have no line. */
  List<String> missing() {
    List<String> named =
        SingleOperations.bySection().values().stream()
            .flatMap(List::stream)
            .map(SingleOperation::operation)
            .toList();
    return catalogue.cells().stream()
        .map(dev.smalti.processor.random.Cell::operation)
        .distinct()
        .filter(name -> !named.contains(name))
        .toList();
  }

  /**
   * The page.
   *
   * @throws AssertionError if a cell is not what {@link Catalogue} says
   */
  String text() throws InterruptedException, ExecutionException {
    StringBuilder page = new StringBuilder(HEAD);
    try (ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (Map.Entry<String, List<SingleOperation>> section :
          SingleOperations.bySection().entrySet()) {
        page.append("\n## ").append(section.getKey()).append("\n\n").append(columns());
        List<Callable<String>> lines = new ArrayList<>();
        for (SingleOperation operation : section.getValue()) {
          if (!elements(operation).isEmpty()) {
            lines.add(() -> line(operation));
          }
        }
        Set<String> different = new LinkedHashSet<>();
        for (Future<String> line : threads.invokeAll(lines)) {
          different.add(line.get());
        }
        different.forEach(page::append);
      }
    }
    return page.toString();
  }

  private static String columns() {
    String names =
        Arrays.stream(Element.values()).map(Element::name).collect(Collectors.joining(" | "));
    return "| | " + names + " |\n|---|" + "---|".repeat(Element.values().length) + "\n";
  }

  private List<Element> elements(SingleOperation operation) {
    return Arrays.stream(Element.values()).filter(e -> has(operation, e)).toList();
  }

  /**
   * What the catalogue says of the type that it counts an operation by: a mask comes of comparisons
   * of every type, and a product may be summed in the type of its factors.
   */
  private boolean has(SingleOperation operation, Element element) {
    String name = operation.operation();
    return name.startsWith("mask ")
        || name.endsWith(" wider") && Catalogue.WIDE.contains(element)
        || catalogue.operation(name).elements().contains(element);
  }

  private String line(SingleOperation operation) {
    List<Cell> legal = new ArrayList<>();
    for (Element element : elements(operation)) {
      legal.add(new Cell(operation, element, "of" + element));
    }
    CompiledKernels compiled = compiled(legal);
    StringBuilder line = new StringBuilder("| `" + operation.shown() + "` |");
    for (Element element : Element.values()) {
      Cell cell = new Cell(operation, element, "of" + element);
      line.append(' ').append(legal.contains(cell) ? tier(cell, compiled) : refused(cell));
      line.append(" |");
    }
    return line.append('\n').toString();
  }

  private static CompiledKernels compiled(List<Cell> cells) {
    try {
      return CompiledKernels.of(cells.stream().map(Cell::kernel).toList());
    } catch (CompiledKernels.RejectedException e) {
      throw new AssertionError(cells.getFirst().operation() + ": " + e.getMessage(), e);
    }
  }

  private static String tier(Cell cell, CompiledKernels compiled) {
    RandomKernelText kernel = cell.kernel();
    new Comparison(compiled)
        .differenceOfGenerated(kernel, 1)
        .ifPresent(
            difference -> {
              throw new AssertionError(cell + ": " + difference);
            });
    return compiled.hasVectorClass(kernel) ? "V" : "P";
  }

  private static String refused(Cell cell) {
    if (cell.operation().hasOneType()) {
      return "-";
    }
    try {
      CompiledKernels.of(List.of(cell.kernel()));
    } catch (CompiledKernels.RejectedException e) {
      if (e.getCause() == null && String.valueOf(e.getMessage()).contains("[SML-")) {
        return "-";
      }
      throw new AssertionError(cell + " is refused without a code: " + e.getMessage(), e);
    }
    throw new AssertionError(cell + " is accepted");
  }
}
