package io.hamstring.contract.names;

import java.util.Optional;

/**
 * The parts of an {@link Incarnation#instanceId()}: which start of which pod a group member is.
 *
 * @param boot how often the pod's containers had started, from 1
 */
public record InstanceId(String namespace, String pod, long boot) {

  private static final String PREFIX = "hamstring_";

  /** The parts of {@code id} if an incarnation would write it exactly so. */
  public static Optional<InstanceId> of(String id) {
    var parts = id.split("_", -1);
    if (parts.length != 4 || parts[1].isEmpty() || parts[2].isEmpty()) {
      return Optional.empty();
    }
    try {
      var one = new InstanceId(parts[1], parts[2], Long.parseLong(parts[3]));
      return one.boot >= 1 && one.toString().equals(id) ? Optional.of(one) : Optional.empty();
    } catch (NumberFormatException notOurs) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return PREFIX + namespace + "_" + pod + "_" + boot;
  }
}
