package dev.smalti.processor;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.lower.FrontEnd;
import dev.smalti.processor.lower.HelperForm;
import dev.smalti.processor.model.Variant;
import dev.smalti.processor.resolve.Resolutions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** The front end as the order of work sees it. */
record FrontEndReader(FrontEnd frontEnd) implements BodyReader {
  @Override
  public Optional<Function> read(ExecutableElement method) {
    return frontEnd.lower(method);
  }

  @Override
  public boolean hasSource(ExecutableElement method) {
    return frontEnd.hasSource(method);
  }

  @Override
  public Optional<HelperForm> helpers(TypeElement owner) {
    return frontEnd.helpers(owner);
  }

  @Override
  public Optional<FrontEnd.Located> locate(FunctionId function, Span span) {
    return frontEnd.locate(function, span);
  }

  @Override
  public Collection<Function> companions() {
    return frontEnd.companions().values();
  }

  @Override
  public Collection<Function> instances() {
    return frontEnd.instances();
  }

  @Override
  public Map<FunctionId, List<Variant>> variants() {
    return frontEnd.variants();
  }

  @Override
  public Map<FunctionId, List<SpecialCase>> specialCases() {
    return frontEnd.specialCases();
  }

  @Override
  public Resolutions resolutions() {
    return frontEnd.resolutions();
  }
}
