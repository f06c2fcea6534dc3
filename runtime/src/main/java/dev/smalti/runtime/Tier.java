package dev.smalti.runtime;

import java.util.Arrays;
import java.util.Locale;

/**
 * Which form of their loops generated kernels run. Both give the same bits.
 *
 * <p>The system property {@code smalti.tier} chooses: {@code scalar} or {@code vector}; without it
 * the vector tier runs where this JVM has what it needs.
 */
public enum Tier {
  /** Plain loops, which HotSpot makes vector code of where it can. */
  SCALAR,

  /**
   * Loops of the Vector API. Needs the module {@code jdk.incubator.vector} in the running JVM and
   * vectors of 256 bits or more; a kernel has them only if the module was there when it was
   * compiled.
   */
  VECTOR;

  private static final String PROPERTY = "smalti.tier";
  private static final String MODULE = "jdk.incubator.vector";

  /** What was chosen when the first kernel ran, or why nothing could be. */
  record Choice(Tier tier, String fault) {}

  private static final class Chosen {
    static final Choice CHOICE = choose(System.getProperty(PROPERTY, ""), missing());
  }

  /**
   * The tier of kernels that have both.
   *
   * @return the same in all of one JVM's life
   * @throws IllegalStateException if {@code smalti.tier} names no tier, or one that cannot run here
   */
  public static Tier current() {
    if (!Chosen.CHOICE.fault().isEmpty()) {
      throw new IllegalStateException(Chosen.CHOICE.fault());
    }
    return Chosen.CHOICE.tier();
  }

  static Choice choose(String wanted, String missing) {
    return switch (wanted.toLowerCase(Locale.ROOT)) {
      case "" -> new Choice(missing.isEmpty() ? VECTOR : SCALAR, "");
      case "scalar" -> new Choice(SCALAR, "");
      case "vector" ->
          new Choice(VECTOR, missing.isEmpty() ? "" : "-Dsmalti.tier=vector: " + missing);
      default ->
          new Choice(
              SCALAR,
              "-Dsmalti.tier="
                  + wanted
                  + " is no tier; there are "
                  + Arrays.toString(values()).toLowerCase(Locale.ROOT));
    };
  }

  /** What the vector tier needs and is not there; empty if nothing. */
  private static String missing() {
    if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
      return "this JVM runs without the module; start it with --add-modules " + MODULE;
    }
    int bits = preferredBits();
    return bits >= 256 ? "" : "the vectors of this machine have " + bits + " bits, it needs 256";
  }

  /** By reflection: a class that names the Vector API cannot be loaded without the module. */
  private static int preferredBits() {
    try {
      Object shape =
          Class.forName(MODULE + ".VectorShape").getMethod("preferredShape").invoke(null);
      return (int) shape.getClass().getMethod("vectorBitSize").invoke(shape);
    } catch (ReflectiveOperationException e) {
      return 0;
    }
  }
}
