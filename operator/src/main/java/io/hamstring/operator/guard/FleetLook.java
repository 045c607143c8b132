package io.hamstring.operator.guard;

import io.hamstring.contract.names.InstanceId;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.StageObservation;
import io.hamstring.operator.telemetry.WorkerObservation;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One look at a stage: its pods, ending ones too, and what a sweep saw. The group is what it was
 * before the pods were read.
 */
public record FleetLook(GuardedStage stage, Map<String, PodSight> pods, StageObservation seen) {

  /** A look at these pods. */
  public static FleetLook of(GuardedStage stage, Collection<PodSight> pods, StageObservation seen) {
    return new FleetLook(
        stage,
        pods.stream().collect(Collectors.toMap(PodSight::pod, Function.identity(), (a, b) -> b)),
        seen);
  }

  public FleetLook {
    pods = Map.copyOf(pods);
  }

  /** A member that has an id which a worker of the stage would have. */
  record Ours(GroupMember member, InstanceId id) {}

  /** When it was. */
  public Instant at() {
    return seen.at();
  }

  /** The members that could be workers of the stage; a group may have others. */
  List<Ours> ours() {
    return seen.group().members().stream()
        .flatMap(
            member -> InstanceId.of(member.instanceId()).stream().map(id -> new Ours(member, id)))
        .filter(one -> one.id().namespace().equals(stage.key().pipeline().namespace()))
        .filter(one -> one.id().pod().startsWith(stage.podPrefix()))
        .toList();
  }

  /** Whether nothing that lives will ever use the member's id. */
  boolean isDead(Ours one) {
    var pod = pods.get(one.id().pod());
    return pod == null || one.id().boot() <= pod.deadBoot() || isSuperseded(one);
  }

  /** Whether the worker says itself that it has a newer id. */
  boolean isSuperseded(Ours one) {
    return answerOf(one.id().pod()).filter(report -> report.boot() > one.id().boot()).isPresent();
  }

  /** What a worker said in this very look. */
  Optional<WorkerReport> answerOf(String pod) {
    return seen.workers().stream()
        .filter(worker -> worker.pod().equals(pod) && isAnswer(worker))
        .map(WorkerObservation::report)
        .findFirst();
  }

  private boolean isAnswer(WorkerObservation worker) {
    return worker.report() != null && !worker.heardAt().isBefore(seen.at());
  }

  /** Pods that should be answering. */
  Set<String> running() {
    return running(worker -> true);
  }

  /** Those of them that there was time to ask. */
  Set<String> asked() {
    return running(worker -> !worker.isPassedOver());
  }

  /** The others, of which this look says nothing. */
  Set<String> passedOver() {
    return running(WorkerObservation::isPassedOver);
  }

  private Set<String> running(Predicate<WorkerObservation> which) {
    return seen.workers().stream()
        .filter(WorkerObservation::isRunning)
        .filter(which)
        .map(WorkerObservation::pod)
        .filter(pod -> isRunning(pods.get(pod)))
        .collect(Collectors.toSet());
  }

  /** Those that were asked and did not answer. */
  Set<String> silent() {
    return asked().stream().filter(pod -> answerOf(pod).isEmpty()).collect(Collectors.toSet());
  }

  private static boolean isRunning(PodSight pod) {
    return pod != null && pod.worker() == PodSight.Container.RUNNING;
  }
}
