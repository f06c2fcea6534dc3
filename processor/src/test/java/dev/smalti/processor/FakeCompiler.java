package dev.smalti.processor;

import dagger.BindsInstance;
import dagger.Component;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.inject.Singleton;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** The real order of work with {@link FakeParts}. */
@Singleton
@Component(modules = {EnvironmentModule.class, FakeParts.class})
interface FakeCompiler {
  CompilationSteps rounds();

  /** Builds one. */
  @Component.Factory
  interface Factory {
    FakeCompiler create(
        @BindsInstance ProcessingEnvironment javac,
        @BindsInstance Filer filer,
        @BindsInstance Options options);
  }

  /** Runs it. */
  final class FakeProcessor extends AbstractProcessor {
    private CompilationRounds rounds;

    @Override
    public Set<String> getSupportedAnnotationTypes() {
      return Annotations.NAMES;
    }

    @Override
    public Set<String> getSupportedOptions() {
      return Options.NAMES;
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
      super.init(environment);
      rounds =
          DaggerFakeCompiler.factory()
              .create(environment, environment.getFiler(), Options.of(environment))
              .rounds();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      rounds.next(round);
      return false;
    }
  }
}
