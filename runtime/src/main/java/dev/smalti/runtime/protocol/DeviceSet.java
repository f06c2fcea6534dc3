package dev.smalti.runtime.protocol;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Some devices of a world, ranked in ascending order. Immutable. */
public final class DeviceSet {
  /** The device of each rank. */
  private final int[] devices;

  private DeviceSet(int[] devices) {
    this.devices = devices;
  }

  /**
   * All devices of a world.
   *
   * @param world how many there are
   * @return the set
   */
  public static DeviceSet all(int world) {
    return new DeviceSet(IntStream.range(0, world).toArray());
  }

  /**
   * The devices from one up to another.
   *
   * @param from the first one
   * @param to where they end
   * @param world how many devices there are
   * @return the set
   * @throws IllegalArgumentException if there is none, or one is no device of the world
   */
  public static DeviceSet range(int from, int to, int world) {
    if (from < 0 || to > world || from >= to) {
      throw new IllegalArgumentException(
          "devices(%d, %d): the world has %d, and a domain at least one"
              .formatted(from, to, world));
    }
    return new DeviceSet(IntStream.range(from, to).toArray());
  }

  /**
   * Single devices.
   *
   * @param world how many devices there are
   * @param devices which, ascending
   * @return the set
   * @throws IllegalArgumentException if there is none, one is no device of the world, or they do
   *     not ascend
   */
  public static DeviceSet pick(int world, int... devices) {
    boolean ascends = devices.length > 0 && devices[0] >= 0 && devices[devices.length - 1] < world;
    for (int i = 1; i < devices.length; i++) {
      ascends &= devices[i - 1] < devices[i];
    }
    if (!ascends) {
      throw new IllegalArgumentException(
          "pick%s: devices ascend, and the world has %d"
              .formatted(Arrays.toString(devices), world));
    }
    return new DeviceSet(devices.clone());
  }

  /**
   * How many ranks.
   *
   * @return at least 1
   */
  public int size() {
    return devices.length;
  }

  /**
   * The device of a rank.
   *
   * @param rank from 0 to {@code size() - 1}
   * @return the device
   */
  public int device(int rank) {
    return devices[rank];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || other instanceof DeviceSet set && Arrays.equals(devices, set.devices);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(devices);
  }

  /** The devices. */
  @Override
  public String toString() {
    return Arrays.toString(devices);
  }
}
