package dev.smalti.processor.ir.run;

import java.util.List;
import java.util.stream.Collectors;

/** Every rank waits or has finished, and no wait can end. */
public final class StalledRunException extends InterpretationException {
  private static final long serialVersionUID = 1;

  private final transient List<BlockedRank> blocked;

  StalledRunException(List<BlockedRank> blocked) {
    super(
        blocked.getFirst().origin(),
        "no wait can end\n  "
            + blocked.stream().map(BlockedRank::toString).collect(Collectors.joining("\n  ")));
    this.blocked = List.copyOf(blocked);
  }

  /** Who waits, in the order of ranks. */
  public List<BlockedRank> blocked() {
    return blocked;
  }
}
