package dev.smalti.processor;

import com.sun.source.util.Trees;
import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.message.Diagnostics;
import dev.smalti.processor.message.Report;
import javax.annotation.processing.ProcessingEnvironment;
import javax.inject.Singleton;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** What javac gives. */
@Module
abstract class EnvironmentModule {
  private EnvironmentModule() {}

  @Provides
  static Elements elements(ProcessingEnvironment javac) {
    return javac.getElementUtils();
  }

  @Provides
  static Types types(ProcessingEnvironment javac) {
    return javac.getTypeUtils();
  }

  @Provides
  @Singleton
  static Trees trees(ProcessingEnvironment javac) {
    return Trees.instance(javac);
  }

  @Provides
  @Singleton
  static Diagnostics diagnostics(ProcessingEnvironment javac, Trees trees) {
    return new Diagnostics(trees, javac.getMessager());
  }

  @Binds
  abstract FunctionTable functions(Functions functions);

  @Binds
  abstract Report report(Diagnostics diagnostics);
}
