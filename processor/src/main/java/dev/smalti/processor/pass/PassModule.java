package dev.smalti.processor.pass;

import dagger.Module;
import dagger.Provides;
import dev.smalti.processor.ir.FunctionTable;
import java.util.List;

/** The passes, in order. Needs a {@link FunctionTable} in which inline functions are found. */
@Module
public final class PassModule {
  private PassModule() {}

  @Provides
  public static List<Pass> passes(FunctionTable functions) {
    return List.of(
        new InlineCalls(functions),
        new SplitVariables(),
        new FoldConstants(),
        new LowerBarriers(),
        new DropAnnouncements(),
        new FoldTransposes(),
        new Widen(),
        new RepeatLoads(),
        new FuseRows(),
        new FuseElementwise(),
        new StripMine());
  }
}
