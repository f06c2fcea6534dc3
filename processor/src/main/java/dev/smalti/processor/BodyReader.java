package dev.smalti.processor;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.lower.FrontEnd.Located;
import dev.smalti.processor.lower.HelperForm;
import dev.smalti.processor.model.Variant;
import dev.smalti.processor.resolve.Resolutions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Turns annotated methods of source files into functions. Good for one round: elements change. */
interface BodyReader {
  /** The function; empty if something is wrong with the method, which has been reported. */
  Optional<Function> read(ExecutableElement method);

  /** Whether the method comes from a source file of this compilation. */
  boolean hasSource(ExecutableElement method);

  /** The helpers of a class in source, for other compilations; empty if it has none for others. */
  Optional<HelperForm> helpers(TypeElement owner);

  /**
   * Where a report about a place of a function that this reader has read, or its callees, stands.
   */
  Optional<Located> locate(FunctionId function, Span span);

  /** Kernels that the programs read so far need beside the user's own, such as host barriers. */
  Collection<Function> companions();

  /** The instances of generic kernels that what was read so far calls. */
  Collection<Function> instances();

  /** The variants of generic kernels that were asked for and are right, of what was read so far. */
  Map<FunctionId, List<Variant>> variants();

  /** The values for which functions are compiled once more, by the function for all values. */
  Map<FunctionId, List<SpecialCase>> specialCases();

  /** What names were taken to mean so far. */
  Resolutions resolutions();

  /** Opens a reader for a round. */
  interface Factory {
    /**
     * A new reader.
     *
     * @param compiled functions of classes that are only class files
     */
    BodyReader open(FunctionTable compiled);
  }
}
