package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The probes of one run of a container: startup first, then liveness and readiness side by side.
 * Probes other than over HTTP count as passed. Confined to the kubelet's thread.
 */
final class ContainerProbes {

  private final Container container;
  private final String podIp;
  private final Prober prober;
  private final Optional<Check> startup;
  private final Optional<Check> liveness;
  private final Optional<Check> readiness;
  private boolean started;
  private boolean ready;

  ContainerProbes(Container container, String podIp, Prober prober, Instant start) {
    this.container = container;
    this.podIp = podIp;
    this.prober = prober;
    this.startup = check(container.getStartupProbe(), start);
    this.liveness = check(container.getLivenessProbe(), start);
    this.readiness = check(container.getReadinessProbe(), start);
    this.started = startup.isEmpty();
    this.ready = started && readiness.isEmpty();
  }

  private static Optional<Check> check(Probe probe, Instant start) {
    return Optional.ofNullable(probe)
        .filter(given -> given.getHttpGet() != null)
        .map(given -> new Check(given.getHttpGet(), ProbeTrack.from(rules(given), start)));
  }

  private static ProbeTrack.Rules rules(Probe probe) {
    return new ProbeTrack.Rules(
        seconds(probe.getInitialDelaySeconds(), 0),
        seconds(probe.getPeriodSeconds(), 10),
        seconds(probe.getTimeoutSeconds(), 1),
        Optional.ofNullable(probe.getSuccessThreshold()).orElse(1),
        Optional.ofNullable(probe.getFailureThreshold()).orElse(3));
  }

  private static Duration seconds(Integer given, int otherwise) {
    return Duration.ofSeconds(Optional.ofNullable(given).orElse(otherwise));
  }

  boolean isStarted() {
    return started;
  }

  boolean isReady() {
    return ready;
  }

  /** Whether the container is to be restarted. */
  boolean haveGivenUp() {
    return started
        ? liveness.filter(check -> check.track.hasFailed()).isPresent()
        : startup.filter(check -> check.track.hasFailed()).isPresent();
  }

  /** Sends the probes that are due. */
  void look(Instant now) {
    if (!started) {
      startup.ifPresent(check -> send(check, now, this::startupAnswered));
      return;
    }
    liveness.ifPresent(check -> send(check, now, (success, then) -> {}));
    readiness.ifPresent(check -> send(check, now, this::readinessAnswered));
  }

  private void startupAnswered(boolean success, Instant now) {
    if (success) {
      started = true;
      ready = readiness.isEmpty();
    }
  }

  private void readinessAnswered(boolean success, Instant now) {
    readiness.ifPresent(
        check -> ready = ready ? !check.track.hasFailed() : check.track.hasSucceeded());
  }

  private void send(Check check, Instant now, BiConsumer<Boolean, Instant> then) {
    if (check.asked || !check.track.isDue(now)) {
      return;
    }
    check.asked = true;
    prober.probe(
        uri(check.action),
        check.track.rules().timeout(),
        success -> {
          check.asked = false;
          check.track = check.track.after(success, now);
          then.accept(success, now);
        });
  }

  private URI uri(HTTPGetAction action) {
    var scheme = Optional.ofNullable(action.getScheme()).orElse("HTTP").toLowerCase(Locale.ROOT);
    var host = Optional.ofNullable(action.getHost()).filter(h -> !h.isEmpty()).orElse(podIp);
    var path = Optional.ofNullable(action.getPath()).orElse("/");
    return URI.create(scheme + "://" + host + ":" + port(action.getPort()) + path);
  }

  private int port(IntOrString port) {
    if (port.getIntVal() != null) {
      return port.getIntVal();
    }
    return container.getPorts().stream()
        .filter(named -> port.getStrVal().equals(named.getName()))
        .map(ContainerPort::getContainerPort)
        .findFirst()
        .orElseThrow(() -> new MissingConfigException("no port is named " + port.getStrVal()));
  }

  /** One probe and what it has told so far. */
  private static final class Check {
    private final HTTPGetAction action;
    private ProbeTrack track;
    private boolean asked;

    private Check(HTTPGetAction action, ProbeTrack track) {
      this.action = action;
      this.track = track;
    }
  }
}
