package io.hamstring.samples.kubelet;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A pod on this machine, as it was at the moment of asking.
 *
 * @param address its loopback address
 * @param pid process of its first container; empty while that does not run
 * @param log what that container prints
 */
public record LocalPod(
    String namespace,
    String name,
    Map<String, String> labels,
    String address,
    Optional<Long> pid,
    Path log) {

  /** The label that holds a worker's stage. */
  public static final String STAGE_LABEL = "app.kubernetes.io/component";

  public LocalPod {
    labels = Map.copyOf(labels);
  }

  /** The stage it works for; empty for a pod that is no worker. */
  public String stage() {
    return labels.getOrDefault(STAGE_LABEL, "");
  }
}
