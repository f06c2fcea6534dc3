package dev.smalti.processor;

import dagger.BindsInstance;
import dagger.Component;
import dev.smalti.processor.pass.PassModule;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.inject.Singleton;

/** The compiler, wired for one compilation. */
@Singleton
@Component(modules = {EnvironmentModule.class, PartsModule.class, PassModule.class})
interface Compiler {
  CompilationSteps rounds();

  /** Builds a compiler. */
  @Component.Factory
  interface Factory {
    /**
     * A compiler for one compilation.
     *
     * @param javac javac's own environment, not a wrapper
     * @param filer writes the classes; may be a wrapper
     */
    Compiler create(
        @BindsInstance ProcessingEnvironment javac,
        @BindsInstance Filer filer,
        @BindsInstance Options options);
  }
}
