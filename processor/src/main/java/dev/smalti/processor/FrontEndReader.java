package dev.smalti.processor;

import com.sun.source.util.Trees;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.lower.FrontEnd;
import dev.smalti.processor.resolve.Resolutions.Resolution;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;

/** The front end as the order of work sees it. */
record FrontEndReader(FrontEnd frontEnd, Trees trees) implements BodyReader {
  @Override
  public Optional<Function> read(ExecutableElement method) {
    return frontEnd.lower(method);
  }

  @Override
  public boolean hasSource(ExecutableElement method) {
    return trees.getPath(method) != null;
  }

  @Override
  public Optional<FrontEnd.Located> locate(Span span) {
    return frontEnd.locate(span);
  }

  @Override
  public Collection<Function> companions() {
    return frontEnd.companions().values();
  }

  @Override
  public List<Resolution> resolutions() {
    return frontEnd.resolutions().all();
  }
}
