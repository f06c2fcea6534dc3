package dev.smalti.processor;

import dev.smalti.processor.device.Device;
import dev.smalti.processor.device.MemoryMap;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.pass.PassPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.inject.Inject;
import javax.lang.model.element.TypeElement;

/**
 * Holds the tiles of kernels against the memory of a device, if one was named, and writes the
 * memory map of each beside its classes. Looks at the tiles that the author wrote, before any is
 * fused with another: what is generated for this machine needs fewer.
 */
final class DeviceCheck {
  /** Products have their transposed factors then, and nothing is fused. */
  private static final String LAST_PASS = "fold-transposes";

  /** Of how many tiles a report tells. */
  private static final int TOLD = 8;

  private final Optional<Device> device;
  private final PassPipeline passes;
  private final Functions functions;
  private final SourceWriter writer;
  private final Timings timings;

  @Inject
  DeviceCheck(
      Options options,
      PassPipeline passes,
      Functions functions,
      SourceWriter writer,
      Timings timings) {
    this.device = options.device();
    this.passes = passes;
    this.functions = functions;
    this.writer = writer;
    this.timings = timings;
  }

  /**
   * Gives whether a function fits; if not, why has been reported.
   *
   * @param owner the class of the method
   * @param method where reports stand
   * @param read the function as it was read
   */
  boolean fits(TypeElement owner, AnnotatedMethod method, Function read) {
    return device.isEmpty()
        || read.kind() != FunctionKind.INCORE
        || timings.in("device check", () -> fits(owner, method, read, device.get()));
  }

  private boolean fits(TypeElement owner, AnnotatedMethod method, Function read, Device on) {
    MemoryMap map = MemoryMap.of(passes.runThrough(LAST_PASS, read), on);
    writer.writeText(read.id(), "memory", map.text(), owner);
    map.missing().forEach(tile -> report(method, tile));
    map.misaligned().forEach(tile -> report(method, tile));
    map.excesses().forEach(excess -> report(method, read, excess));
    report(method, read, map.unknown());
    return map.missing().isEmpty() && map.misaligned().isEmpty() && map.excesses().isEmpty();
  }

  private void report(AnnotatedMethod method, MemoryMap.Missing tile) {
    functions.error(
        Code.DEVICE_ELEMENT,
        method,
        tile.span(),
        "%s is a tile of %s, which %s does not have"
            .formatted(tile.name(), tile.type(), device.orElseThrow().display()));
  }

  private void report(AnnotatedMethod method, MemoryMap.Misaligned tile) {
    functions.error(
        Code.DEVICE_ALIGNMENT,
        method,
        tile.span(),
        "%s of %s, %s %s, is %d bytes; on %s it is a multiple of 32"
            .formatted(
                tile.isColumn() ? "the column" : "a row",
                tile.name(),
                tile.shape(),
                tile.type(),
                tile.rowBytes(),
                device.orElseThrow().display()),
        remedy(tile));
  }

  private static String remedy(MemoryMap.Misaligned tile) {
    return switch (tile.source()) {
      case LOAD ->
          "Make the tile %s, of which %s are valid: x.load(at, shape, valid)."
              .formatted(tile.padded(), tile.shape());
      case FILL ->
          "Make the tile %s, of which %s are valid: narrow(valid)."
              .formatted(tile.padded(), tile.shape());
      case OPERANDS ->
          "Compute it from tiles of %d %s, %d of them valid: x.load(at, shape, valid)."
              .formatted(tile.paddedLength(), tile.isColumn() ? "rows" : "columns", tile.length());
    };
  }

  private void report(AnnotatedMethod method, Function read, MemoryMap.Excess excess) {
    List<String> details = new ArrayList<>();
    details.add("needed at the same time:");
    excess.tiles().stream()
        .limit(TOLD)
        .map(
            tile ->
                "  %s takes %d bytes, %s"
                    .formatted(
                        tile.shape().isEmpty()
                            ? tile.name()
                            : tile.name() + " " + tile.shape() + " " + tile.type(),
                        tile.bytes(),
                        tile.lines()))
        .forEach(details::add);
    if (excess.tiles().size() > TOLD) {
      details.add("  and %d more".formatted(excess.tiles().size() - TOLD));
    }
    if (excess.gaps() > 0) {
      details.add("  and %d bytes lie between them".formatted(excess.gaps()));
    }
    details.add(remedy(excess));
    functions.error(
        Code.DEVICE_CAPACITY,
        method,
        excess.span(),
        String.format(
            Locale.ROOT,
            "%s takes %d bytes of %s, %s has %d",
            read.id().display(),
            excess.used(),
            excess.space().display(),
            device.orElseThrow().display(),
            excess.capacity()),
        details.toArray(String[]::new));
  }

  private static String remedy(MemoryMap.Excess excess) {
    return switch (excess.space()) {
      case VEC, MAT -> Code.DEVICE_CAPACITY.help();
      case ACC -> "Compute the product in blocks of fewer rows or columns.";
      case BIAS -> "Compute the product in blocks of fewer columns.";
      case LEFT, RIGHT ->
          excess.depth().isPresent()
              ? slices(excess.depth().getAsLong())
              : "Compute the product in blocks of fewer rows or columns.";
    };
  }

  private static String slices(long depth) {
    return "Its depth, %d, is no multiple of 16: with %d, of which %d are valid, the factors go"
            .formatted(depth, Math.ceilDiv(depth, 16) * 16, depth)
        + " through in slices.";
  }

  /** One note a kernel. */
  private void report(AnnotatedMethod method, Function read, List<MemoryMap.Unknown> unknown) {
    if (unknown.isEmpty()) {
      return;
    }
    List<String> details = new ArrayList<>();
    unknown.stream()
        .limit(TOLD)
        .map(
            tile ->
                "  %s %s %s, line %d"
                    .formatted(tile.name(), tile.shape(), tile.type(), tile.span().line()))
        .forEach(details::add);
    if (unknown.size() > TOLD) {
      details.add("  and %d more".formatted(unknown.size() - TOLD));
    }
    details.add(Code.DEVICE_UNKNOWN_SIZE.help());
    functions.note(
        Code.DEVICE_UNKNOWN_SIZE,
        method,
        read.span(),
        "%s was held against the memory of %s without the tiles whose size is known at run time"
            .formatted(read.id().display(), device.orElseThrow().display()),
        details.toArray(String[]::new));
  }
}
