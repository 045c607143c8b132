package io.hamstring.samples.kubelet;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How pods are run.
 *
 * @param folder where volumes and logs of pods are kept
 * @param look how often processes and probes are looked at when nothing happens
 */
public record KubeletSettings(
    Path folder, ContainerImages images, RestartBackOff backOff, Duration look) {

  private static final Duration LOOK = Duration.ofMillis(50);

  public KubeletSettings {
    folder = folder.toAbsolutePath();
  }

  /** With quick restarts. */
  public static KubeletSettings of(Path folder, ContainerImages images) {
    return new KubeletSettings(folder, images, RestartBackOff.QUICK, LOOK);
  }

  /** The same with another back-off. */
  public KubeletSettings with(RestartBackOff other) {
    return new KubeletSettings(folder, images, other, look);
  }
}
