package dev.smalti.processor;

import com.sun.source.util.Trees;
import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dev.smalti.processor.lower.FrontEnd;
import dev.smalti.processor.message.Report;
import javax.annotation.processing.ProcessingEnvironment;

/** The front end and the emitters. */
@Module
abstract class PartsModule {
  private PartsModule() {}

  @Provides
  static BodyReader.Factory readers(
      ProcessingEnvironment javac, Trees trees, Report report, CompiledForms forms) {
    CallReport calls = new CallReport(report, forms);
    return compiled -> new FrontEndReader(new FrontEnd(javac, trees, calls, compiled, forms));
  }

  @Binds
  abstract Emitter emitter(EmittedClasses classes);
}
