package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.TensorType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the comment of a generated kernel says of it: its parameters, how often it goes over each
 * memory, what it keeps in scratch, and how much it moves and computes.
 */
final class KernelHeader {
  /** More than so many letters say nothing to anybody. */
  private static final int LEGIBLE = 100;

  private static final int MOST_PASSES = 16;

  private final Function kernel;
  private final CostReader.Counted counted;

  KernelHeader(Function kernel) {
    this.kernel = kernel;
    this.counted = CostReader.of(kernel);
  }

  /** One line a parameter, then scratch and work. */
  String text() {
    List<String> lines = new ArrayList<>();
    for (Parameter parameter : kernel.parameters()) {
      String described = Entry.describe(parameter);
      if (!described.isEmpty()) {
        lines.add(described + passes(parameter));
      }
    }
    lines.addAll(scratch());
    work().ifPresent(lines::add);
    return String.join("\n", lines);
  }

  // ---- memory

  private String passes(Parameter parameter) {
    if (!(parameter.type() instanceof TensorType type)) {
      return "";
    }
    Dim whole = TensorType.count(type.shape()).orElse(Dim.ZERO);
    Cost cost = counted.cost();
    String read = passes("read", of(cost.read(), parameter), whole);
    String written = passes("written", of(cost.written(), parameter), whole);
    return read + written;
  }

  private static Dim of(Map<String, Dim> elements, Parameter memory) {
    return elements.getOrDefault(memory.name(), Dim.ZERO);
  }

  private String passes(String verb, Dim elements, Dim whole) {
    if (elements.isConstant(0)) {
      return "";
    }
    for (int passes = 1; passes <= MOST_PASSES; passes++) {
      if (elements.equals(whole.times(Dim.of(passes)))) {
        return ", " + verb + " " + times(passes);
      }
    }
    return ", " + legible(elements).map(n -> n + " " + verb).orElse(verb + " in part");
  }

  private static String times(int passes) {
    return switch (passes) {
      case 1 -> "once";
      case 2 -> "twice";
      default -> passes + " times";
    };
  }

  private List<String> scratch() {
    return counted.scratch().stream()
        .map(t -> "scratch %s [%s, %s] %s".formatted(t.name(), t.rows(), t.columns(), t.element()))
        .toList();
  }

  // ---- work

  private Optional<String> work() {
    Cost cost = counted.cost();
    List<String> parts = new ArrayList<>();
    part(bytes(), "bytes", parts);
    part(cost.flops(), "flops", parts);
    part(cost.operations(), "integer operations", parts);
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    String work = (cost.atMost() ? "at most " : "") + String.join(", ", parts);
    return Optional.of(work + rounds(work));
  }

  private void part(Dim number, String unit, List<String> parts) {
    if (!number.isConstant(0)) {
      legible(number).ifPresent(text -> parts.add(text + " " + unit));
    }
  }

  private Dim bytes() {
    Dim sum = Dim.ZERO;
    Cost cost = counted.cost();
    for (Parameter parameter : kernel.parameters()) {
      if (parameter.type() instanceof TensorType type) {
        Element element = Api.concrete(type.element());
        Dim elements = of(cost.read(), parameter).plus(of(cost.written(), parameter));
        sum = sum.plus(elements.times(Dim.of(element.bytes())));
      }
    }
    return sum;
  }

  /** Explains the names that the text has of numbers of rounds. */
  private String rounds(String text) {
    return counted.uncounted().stream()
        .filter(text::contains)
        .map(
            name ->
                "\n%s: rounds of the loop of line %s"
                    .formatted(name, name.substring("rounds".length())))
        .collect(Collectors.joining());
  }

  /** A number of what a caller knows. */
  private Optional<String> legible(Dim number) {
    Set<String> known = new HashSet<>(kernel.symbols());
    known.add(Function.RANKS);
    kernel.parameters().forEach(parameter -> known.add(parameter.name()));
    known.addAll(counted.uncounted());
    return Optional.of(number.toString())
        .filter(text -> known.containsAll(number.names()) && text.length() <= LEGIBLE);
  }
}
