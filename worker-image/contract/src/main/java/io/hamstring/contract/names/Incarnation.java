package io.hamstring.contract.names;

import java.util.Optional;

/**
 * One start of a worker. Its ids name nothing but this start, so that no act against a dead worker
 * can hit a living one. Kubernetes names never hold an underscore, so the parts cannot run
 * together.
 *
 * @param boot how often the pod's containers have started, from 1
 */
public record Incarnation(String namespace, String pipeline, String stage, String pod, long boot) {

  public Incarnation {
    for (var part : new String[] {namespace, pipeline, stage, pod}) {
      if (part.isEmpty() || part.indexOf('_') >= 0) {
        throw new IllegalArgumentException(
            "an incarnation is named by Kubernetes names, none empty or with '_', was '"
                + part
                + "'");
      }
    }
    if (boot < 1) {
      throw new IllegalArgumentException("boot counts from 1, was " + boot);
    }
  }

  /** Both {@code group.instance.id} and {@code client.id}. */
  public String instanceId() {
    return "hamstring_" + namespace + "_" + pod + "_" + boot;
  }

  /** The {@code transactional.id}. */
  public String transactionalId() {
    return "hamstring_" + namespace + "_" + pipeline + "_" + stage + "_" + pod + "_" + boot;
  }

  /** The same pod at another start. */
  public Incarnation at(long otherBoot) {
    return new Incarnation(namespace, pipeline, stage, pod, otherBoot);
  }

  /** The incarnation that a {@link #transactionalId()} names, if it is one of ours. */
  public static Optional<Incarnation> ofTransactionalId(String id) {
    var parts = id.split("_", -1);
    if (parts.length != 6 || !parts[0].equals("hamstring")) {
      return Optional.empty();
    }
    try {
      var one = new Incarnation(parts[1], parts[2], parts[3], parts[4], Long.parseLong(parts[5]));
      // "+1" and "01" are numbers too, but no incarnation writes its boot like that.
      return one.transactionalId().equals(id) ? Optional.of(one) : Optional.empty();
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }
}
