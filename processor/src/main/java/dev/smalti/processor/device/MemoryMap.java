package dev.smalti.processor.device;

import dev.smalti.processor.device.FirstFit.Placed;
import dev.smalti.processor.device.Layouts.Shape;
import dev.smalti.processor.device.Uses.Made;
import dev.smalti.processor.device.Uses.Value;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.TileType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where the tiles of one kernel lie in the memories of a device, and what is wrong with that.
 *
 * <p>Only tiles whose shape is known while compiling have a place. The valid box may be known
 * later: a tile takes the memory of its shape.
 */
public final class MemoryMap {
  /**
   * A tile in a memory.
   *
   * @param name of the tile, with what part of it this is; or what else it is
   * @param shape {@code [16, 1024]}; empty if it is no tile
   * @param type the element type; empty if it is no tile
   * @param bytes what it takes
   * @param space where
   * @param address in bytes from the start of the memory
   * @param firstLine where it starts to be needed, in the source
   * @param lastLine where it is needed last
   */
  public record Row(
      String name,
      String shape,
      String type,
      long bytes,
      Space space,
      long address,
      String firstLine,
      String lastLine) {
    /** {@code line 9}, or {@code lines 9 to 12}. */
    public String lines() {
      return firstLine.equals(lastLine)
          ? "line " + firstLine
          : "lines " + firstLine + " to " + lastLine;
    }
  }

  /**
   * A memory that is too small.
   *
   * @param space which
   * @param used what is needed, in bytes
   * @param capacity what there is
   * @param span of the statement where the most is needed
   * @param tiles what is needed there, the largest first
   * @param depth of the product there whose factors cannot go through in slices, since it is no
   *     multiple of 16
   */
  public record Excess(
      Space space, long used, long capacity, Span span, List<Row> tiles, OptionalLong depth) {
    public Excess {
      tiles = List.copyOf(tiles);
    }

    /** What lies between the tiles and is of no use to them. */
    public long gaps() {
      return used - tiles.stream().mapToLong(Row::bytes).sum();
    }
  }

  /**
   * A tile whose rows do not end where the vector unit needs it.
   *
   * @param name of the tile
   * @param shape its shape
   * @param type its element type
   * @param rowBytes the bytes of a row, or of a column that is the whole tile
   * @param isColumn whether it is one
   * @param source where it comes from, and with it its shape
   * @param length of the row or column, in elements
   * @param paddedLength the length with which it is right
   * @param padded the shape with which it is right
   * @param span where it is made
   */
  public record Misaligned(
      String name,
      String shape,
      String type,
      long rowBytes,
      boolean isColumn,
      Source source,
      long length,
      long paddedLength,
      String padded,
      Span span) {
    /** What gives a tile its shape. */
    public enum Source {
      /** The author, who loads it. */
      LOAD,
      /** The author, who fills it. */
      FILL,
      /** The tiles that it is computed from. */
      OPERANDS
    }
  }

  /**
   * A tile of an element type that the device does not have.
   *
   * @param name of the tile
   * @param type its element type
   * @param span where it is made
   */
  public record Missing(String name, String type, Span span) {}

  /**
   * A tile of which the size is known at run time only, so that it has no place.
   *
   * @param name of the tile
   * @param shape its shape
   * @param type its element type
   * @param span where it is made
   */
  public record Unknown(String name, String shape, String type, Span span) {}

  private final Function function;
  private final Device device;
  private final Uses uses;
  private final Map<Space, List<Placed>> placed = new LinkedHashMap<>();
  private final Set<Value> misaligned = new HashSet<>();

  private MemoryMap(Function function, Device device) {
    this.function = function;
    this.device = device;
    this.uses = Uses.of(function);
    List<Buffer> buffers = Buffers.of(function, uses, device);
    for (Space space : Space.values()) {
      List<Buffer> here = buffers.stream().filter(b -> b.space() == space).toList();
      placed.put(space, FirstFit.place(here, device.capacity(space)));
    }
  }

  /**
   * The map of a kernel.
   *
   * @param kernel with its calls inlined, one operation a statement
   * @param device whose memories
   */
  public static MemoryMap of(Function kernel, Device device) {
    return new MemoryMap(kernel, device);
  }

  public Device device() {
    return device;
  }

  /** What has a place, memory by memory, in the order in which it is needed. */
  public List<Row> rows() {
    return placed.values().stream().flatMap(List::stream).map(this::row).toList();
  }

  /** How much of a memory is needed, in bytes. */
  public long used(Space space) {
    return FirstFit.used(placed(space));
  }

  List<Placed> placed(Space space) {
    return placed.getOrDefault(space, List.of());
  }

  private Row row(Placed placed) {
    Buffer buffer = placed.buffer();
    return new Row(
        buffer.name(),
        buffer.shape(),
        buffer.type(),
        buffer.bytes(),
        buffer.space(),
        placed.address(),
        line(uses.place(buffer.life().from())),
        line(uses.place(buffer.life().to())));
  }

  /** With the file where it is not that of the kernel. */
  private String line(Origin origin) {
    Span span = origin.first();
    return span.file().equals(function.span().file())
        ? Integer.toString(span.line())
        : span.file() + ":" + span.line();
  }

  /** The memories that are too small. */
  public List<Excess> excesses() {
    List<Excess> excesses = new ArrayList<>();
    for (Space space : Space.values()) {
      if (used(space) > device.capacity(space)) {
        excesses.add(excess(space));
      }
    }
    return List.copyOf(excesses);
  }

  private Excess excess(Space space) {
    List<Placed> all = placed(space);
    int worst =
        all.stream()
            .map(p -> p.buffer().life().from())
            .max(
                Comparator.comparingLong((Integer at) -> FirstFit.used(at(all, at)))
                    .thenComparingLong(at -> bytes(at(all, at))))
            .orElseThrow();
    List<Row> there =
        at(all, worst).stream()
            .sorted(Comparator.comparingLong((Placed p) -> p.buffer().bytes()).reversed())
            .map(this::row)
            .toList();
    return new Excess(
        space,
        used(space),
        device.capacity(space),
        uses.place(worst).first(),
        there,
        space == Space.LEFT || space == Space.RIGHT ? depth(worst) : OptionalLong.empty());
  }

  private static List<Placed> at(List<Placed> all, int moment) {
    return all.stream().filter(placed -> placed.buffer().life().contains(moment)).toList();
  }

  private static long bytes(List<Placed> placed) {
    return placed.stream().mapToLong(each -> each.buffer().bytes()).sum();
  }

  private OptionalLong depth(int moment) {
    return uses.products().stream()
        .filter(product -> product.at() / 2 == moment / 2)
        .flatMapToLong(product -> product.depth().stream())
        .filter(depth -> depth % Device.FRACTAL != 0)
        .findFirst();
  }

  /** The tiles of which the size is not known. */
  public List<Unknown> unknown() {
    return uses.values().stream()
        .filter(value -> value.shape().isEmpty())
        .map(
            value ->
                new Unknown(value.name(), shape(value.type()), type(value), value.origin().first()))
        .toList();
  }

  /** The tiles of an element type that is not there; of each chain of operations the first. */
  public List<Missing> missing() {
    return uses.values().stream()
        .filter(this::isMissing)
        .filter(value -> value.operands().stream().noneMatch(this::isMissing))
        .map(value -> new Missing(value.name(), type(value), value.origin().first()))
        .toList();
  }

  private boolean isMissing(Value value) {
    return value.type().element() instanceof Element element && !device.has(element);
  }

  /**
   * The tiles of the vector unit whose rows are no multiple of 32 bytes; of each chain of
   * operations the first. A mask that is computed is none: how it lies in memory is not the
   * author's affair.
   */
  public List<Misaligned> misaligned() {
    Set<String> vectors = new HashSet<>();
    placed(Space.VEC).forEach(each -> vectors.add(each.buffer().name()));
    List<Misaligned> found = new ArrayList<>();
    for (Value value : uses.values()) {
      boolean mask = value.type().element() == Element.BOOL && !value.is(Made.LOADED);
      if (!mask && vectors.contains(value.name())) {
        value
            .shape()
            .filter(shape -> shape.rowBytes() % Device.ROW != 0)
            .ifPresent(
                shape -> {
                  if (value.operands().stream().noneMatch(misaligned::contains)) {
                    found.add(misaligned(value, shape));
                  }
                  misaligned.add(value);
                });
      }
    }
    return List.copyOf(found);
  }

  private static Misaligned misaligned(Value value, Shape shape) {
    boolean column = shape.columns() == 1;
    long padded = FirstFit.roundUp(shape.rowBytes(), Device.ROW) / shape.element().bytes();
    long length = shape.lengthOfRow();
    return new Misaligned(
        value.name(),
        shape.toString(),
        shape.element().name(),
        shape.rowBytes(),
        column,
        source(value),
        length,
        padded,
        column ? "[" + padded + ", 1]" : "[" + shape.rows() + ", " + padded + "]",
        value.origin().first());
  }

  private static Misaligned.Source source(Value value) {
    if (!value.operands().isEmpty()) {
      return Misaligned.Source.OPERANDS;
    }
    return value.is(Made.LOADED) ? Misaligned.Source.LOAD : Misaligned.Source.FILL;
  }

  private static String shape(TileType type) {
    return "[" + type.rows() + ", " + type.columns() + "]";
  }

  private static String type(Value value) {
    return value.type().element() instanceof Element element
        ? element.name()
        : value.type().element().toString();
  }

  /** The map as a table, with a line for each memory that is used. */
  public String text() {
    return new MapText(function, this).text();
  }
}
