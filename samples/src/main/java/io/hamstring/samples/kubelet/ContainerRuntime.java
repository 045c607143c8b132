package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.hamstring.broker.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One container: its process, its probes and its life. Confined to the kubelet's thread, but for
 * the process itself.
 */
final class ContainerRuntime {

  private static final Duration CONFIG_RETRY = Duration.ofSeconds(1);

  private final Container container;
  private final PodSite site;
  private final AtomicReference<ChildProcess> process = new AtomicReference<>();
  private ContainerLife life;
  private Optional<ContainerProbes> probes = Optional.empty();
  private Optional<String> trouble = Optional.empty();
  private Instant started = Instant.EPOCH;
  private boolean unwanted;
  private String waitingFor = "ContainerCreating";

  ContainerRuntime(Container container, PodSite site, Instant now) {
    this.container = container;
    this.site = site;
    this.life = ContainerLife.dueAt(now);
  }

  Container container() {
    return container;
  }

  ContainerLife life() {
    return life;
  }

  /** Why it waits, in Kubernetes' words. */
  String waitingFor() {
    return waitingFor;
  }

  /** What keeps it from being started. */
  Optional<String> trouble() {
    return trouble;
  }

  /** When its present or latest run began. */
  Instant started() {
    return started;
  }

  boolean isStarted() {
    return life.phase() == ContainerLife.Phase.RUNNING
        && probes.filter(ContainerProbes::isStarted).isPresent();
  }

  boolean isReady() {
    return isStarted() && probes.filter(ContainerProbes::isReady).isPresent();
  }

  /** Its process, if it lives. Safe for use by any thread. */
  Optional<ChildProcess> process() {
    return Optional.ofNullable(process.get()).filter(ChildProcess::isAlive);
  }

  /** The output of its present run, or of the one before. */
  Path log(boolean previous) {
    return site.folder().log(container.getName(), life.restarts() - (previous ? 1 : 0));
  }

  /** Does what is due. */
  void look(Instant now) {
    if (life.hasProcess() && !process.get().isAlive()) {
      end(now);
    }
    if (life.isDue(now)) {
      start(now);
    }
    if (life.isOverdue(now)) {
      process.get().kill();
      life = life.killed();
    }
    if (life.phase() == ContainerLife.Phase.RUNNING) {
      probes.ifPresent(present -> lookAtProbes(present, now));
    }
  }

  private void lookAtProbes(ContainerProbes present, Instant now) {
    present.look(now);
    boolean left = site.settings().frozen() == KubeletSettings.Frozen.LEFT && present.isStarted();
    if (present.haveGivenUp() && !left) {
      endProcess(now, site.grace());
    }
  }

  /** Ends it for good; its process is killed after {@code grace}. */
  void stop(Instant now, Duration grace) {
    unwanted = true;
    endProcess(now, grace);
  }

  private void endProcess(Instant now, Duration grace) {
    var before = life.phase();
    life = life.stopping(now, grace);
    if (before == ContainerLife.Phase.RUNNING) {
      process.get().terminate();
    }
  }

  private void end(Instant now) {
    var termination =
        new Termination(
            process.get().exitValue().orElseThrow(),
            started,
            now,
            site.folder().terminationMessage(container));
    probes = Optional.empty();
    var restart = !unwanted && site.restarts(termination);
    life = life.ended(termination, restart, site.settings().backOff());
    waitingFor = "CrashLoopBackOff";
  }

  private void start(Instant now) {
    try {
      var command = command();
      site.folder().prepare(container, site.config());
      var run = life.last().isPresent() ? life.restarts() + 1 : 0;
      var log = site.folder().log(container.getName(), run).toFile();
      var builder =
          new ProcessBuilder(command)
              .directory(site.folder().workingFolder(container).toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.to(log));
      builder.environment().clear();
      builder.environment().putAll(environment());
      var child = ChildProcess.start(builder);
      child.ended().thenRun(site.wake());
      process.set(child);
      started = now;
      trouble = Optional.empty();
      life = life.started(now);
      probes = Optional.of(new ContainerProbes(container, site.podIp(), site.prober(), now));
    } catch (MissingConfigException missing) {
      postpone("CreateContainerConfigError", missing.getMessage(), now);
    } catch (IOException failed) {
      postpone("RunContainerError", failed.getMessage(), now);
    }
  }

  private void postpone(String reason, String message, Instant now) {
    waitingFor = reason;
    trouble = Optional.of(message);
    life = life.postponed(now.plus(CONFIG_RETRY));
  }

  private List<String> command() {
    var command = new ArrayList<String>();
    if (container.getCommand().isEmpty()) {
      command.addAll(
          site.settings()
              .images()
              .entryPoint(container.getImage())
              .orElseThrow(
                  () ->
                      new MissingConfigException(
                          "nothing on this machine stands for image " + container.getImage())));
    } else {
      container.getCommand().forEach(part -> command.add(localised(part)));
    }
    container.getArgs().forEach(part -> command.add(localised(part)));
    return command;
  }

  private String localised(String text) {
    return site.folder().localised(PodEnvironment.expanded(text, declared()), container);
  }

  private Map<String, String> declared() {
    return site.environment().of(container);
  }

  private Map<String, String> environment() {
    var variables = site.baseEnvironment();
    declared()
        .forEach((name, value) -> variables.put(name, site.folder().localised(value, container)));
    return variables;
  }
}
