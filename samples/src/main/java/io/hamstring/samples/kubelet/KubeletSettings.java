package io.hamstring.samples.kubelet;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How pods are run.
 *
 * @param folder where volumes and logs of pods are kept
 * @param look how often processes and probes are looked at when nothing happens
 * @param frozen what becomes of a container that does not answer its liveness probe
 */
public record KubeletSettings(
    Path folder, ContainerImages images, RestartBackOff backOff, Duration look, Frozen frozen) {

  private static final Duration LOOK = Duration.ofMillis(50);

  /** What becomes of a container that does not answer its liveness probe. */
  public enum Frozen {
    /** It is restarted, as in a cluster. */
    RESTARTED,
    /** It stays as it is, so that one can see what it does when it goes on. */
    LEFT
  }

  public KubeletSettings {
    folder = folder.toAbsolutePath();
  }

  /** With quick restarts. */
  public static KubeletSettings of(Path folder, ContainerImages images) {
    return new KubeletSettings(folder, images, RestartBackOff.QUICK, LOOK, Frozen.RESTARTED);
  }

  /** The same with another back-off. */
  public KubeletSettings with(RestartBackOff other) {
    return new KubeletSettings(folder, images, other, look, frozen);
  }

  /** The same with containers that may freeze. */
  public KubeletSettings with(Frozen other) {
    return new KubeletSettings(folder, images, backOff, look, other);
  }
}
