package dev.smalti.bench;

import dev.smalti.runtime.Tier;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The loops that generated kernels run. Both are measured in a JVM that has the Vector API, since
 * what was written by hand needs it.
 */
final class Tiers {
  private Tiers() {}

  /** As it stands in tables. */
  static String name(Tier tier) {
    return tier.name().toLowerCase(Locale.ROOT) + " tier";
  }

  /** What a JVM is told. */
  static List<String> options(Tier tier) {
    return List.of("-Dsmalti.tier=" + tier.name().toLowerCase(Locale.ROOT));
  }

  /** Stops a JVM that runs another tier than it should measure. */
  static void check(String name) {
    if (!name.equals(name(Tier.current()))) {
      throw new IllegalStateException("this JVM runs the " + name(Tier.current()));
    }
  }

  /** Why a tier is not here, if it is not. */
  static Optional<String> missing(Tier tier) {
    return tier == Tier.VECTOR && Tier.current() != Tier.VECTOR
        ? Optional.of("this machine has no vectors of 256 bits")
        : Optional.empty();
  }

  /** Why a kernel cannot run in a tier, if it cannot. */
  static Optional<String> missing(Tier tier, Class<?> owner, String kernel) {
    Optional<String> machine = missing(tier);
    if (machine.isPresent()) {
      return machine;
    }
    String file = owner.getSimpleName() + "_" + kernel + (tier == Tier.VECTOR ? "_Vector" : "");
    return owner.getResource(file + ".class") == null
        ? Optional.of("the compiler wrote no " + name(tier) + " of it")
        : Optional.empty();
  }
}
