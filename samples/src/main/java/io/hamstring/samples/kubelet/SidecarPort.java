package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.hamstring.contract.names.WorkerPod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

/**
 * The port of a pod's sidecar. The containers of a pod have a loopback address to themselves in a
 * cluster; here all pods share one, so each gets a port that nobody else has.
 */
final class SidecarPort {

  private SidecarPort() {}

  /** The variables that say it to all containers of {@code pod}; none if it has no sidecar. */
  static Map<String, String> variables(Pod pod) {
    boolean asked =
        pod.getSpec().getContainers().stream()
            .flatMap(container -> container.getEnv().stream())
            .anyMatch(variable -> variable.getName().equals(WorkerPod.SIDECAR_PORT_VARIABLE));
    return asked ? Map.of(WorkerPod.SIDECAR_PORT_VARIABLE, String.valueOf(free())) : Map.of();
  }

  // The system hands out such ports in turn, so the same one is not given again soon.
  private static int free() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no loopback port is free for a sidecar", e);
    }
  }
}
