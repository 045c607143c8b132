package io.hamstring.operator.guard;

import static io.hamstring.operator.telemetry.Looks.T0;

import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.operator.spec.Guard;
import io.hamstring.operator.telemetry.ClusterReach;
import io.hamstring.operator.telemetry.CommittedOffset;
import io.hamstring.operator.telemetry.Figure;
import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.GroupView;
import io.hamstring.operator.telemetry.Looks;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.PartitionFigures;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.StageObservation;
import io.hamstring.operator.telemetry.TransactionView;
import io.hamstring.operator.telemetry.WorkerObservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Looks at a fleet, built for tests: worker n is the pod {@code dns-n} and reads partition n. */
final class FleetLooks {

  static final StageKey STAGE = new PipelineKey("security", "dns").stage("detector");
  static final Duration SESSION = Duration.ofSeconds(45);

  private final long second;
  private final List<PodSight> pods = new ArrayList<>();
  private final List<GroupMember> members = new ArrayList<>();
  private final List<WorkerObservation> workers = new ArrayList<>();
  private final List<String> lingering = new ArrayList<>();
  private final TreeMap<Partition, PartitionFigures> partitions = new TreeMap<>();
  private boolean lostNodes;
  private boolean groupKnown = true;

  private FleetLooks(long second) {
    this.second = second;
  }

  static FleetLooks at(long second) {
    return new FleetLooks(second);
  }

  static String pod(int number) {
    return "dns-" + number;
  }

  static String instance(int number, long boot) {
    return "hamstring_security_dns-" + number + "_" + boot;
  }

  FleetLooks lostNodesCount() {
    lostNodes = true;
    return this;
  }

  FleetLooks groupUnknown() {
    groupKnown = false;
    return this;
  }

  FleetLooks committed(int number, long offset) {
    partitions.put(
        new Partition("in", number),
        new PartitionFigures(
            CommittedOffset.at(offset), Figure.of(0), Figure.of(1000), Figure.of(1000)));
    return this;
  }

  FleetLooks member(String memberId, String instanceId, int... reads) {
    var assigned = new ArrayList<Partition>();
    for (int partition : reads) {
      assigned.add(new Partition("in", partition));
    }
    members.add(
        new GroupMember(memberId, instanceId, instanceId, "/10.0.0.7", Set.copyOf(assigned)));
    return this;
  }

  FleetLooks pod(int number, PodSight.Container container, long deadBoot, boolean ready) {
    return pod(number, container, deadBoot, ready, ready);
  }

  FleetLooks pod(
      int number, PodSight.Container container, long deadBoot, boolean kubelet, boolean pod) {
    pods.add(
        new PodSight(
            new PodHome("security", "dns", "detector"),
            pod(number),
            container,
            deadBoot,
            kubelet,
            pod));
    return this;
  }

  /** A worker that is well, as a member. */
  FleetLooks well(int number, long boot) {
    return member("m" + number, instance(number, boot), number)
        .pod(number, PodSight.Container.RUNNING, boot - 1, true)
        .answers(number, boot)
        .committed(number, 10 * second);
  }

  /** A worker that is a member and shows no sign of life. */
  FleetLooks stiff(int number, long boot) {
    return member("m" + number, instance(number, boot), number)
        .pod(number, PodSight.Container.RUNNING, boot - 1, false)
        .silent(number)
        .committed(number, 5);
  }

  /** A worker as stiff, if anybody had asked. */
  FleetLooks stiffAndPassedOver(int number, long boot) {
    return member("m" + number, instance(number, boot), number)
        .pod(number, PodSight.Container.RUNNING, boot - 1, false)
        .passedOver(number)
        .committed(number, 5);
  }

  FleetLooks answers(int number, long boot) {
    var report = Looks.Report.of(pod(number), boot).report();
    workers.add(
        new WorkerObservation(
            pod(number), "Running", true, 0, report, T0.plusSeconds(second), null));
    return this;
  }

  FleetLooks silent(int number) {
    var report = Looks.Report.of(pod(number), 1).report();
    workers.add(
        new WorkerObservation(
            pod(number), "Running", false, 0, report, T0.minusSeconds(1), "timed out"));
    return this;
  }

  /** There was no time to ask it. */
  FleetLooks passedOver(int number) {
    var report = Looks.Report.of(pod(number), 1).report();
    workers.add(
        new WorkerObservation(
            pod(number),
            "Running",
            false,
            0,
            report,
            T0.minusSeconds(1),
            WorkerObservation.PASSED_OVER));
    return this;
  }

  FleetLooks lingering(String transactionalId) {
    lingering.add(transactionalId);
    return this;
  }

  FleetLook look() {
    var stage =
        new GuardedStage(
            STAGE,
            "group",
            new PodHome("security", "dns", "detector"),
            "dns-",
            SESSION,
            new Guard(true, Duration.ofSeconds(10), lostNodes));
    return FleetLook.of(
        stage,
        pods,
        new StageObservation(
                T0.plusSeconds(second),
                ClusterReach.REACHED,
                OffsetReset.EARLIEST,
                partitions,
                new TreeMap<>(),
                List.of(),
                groupKnown ? GroupView.of(members) : GroupView.unknown("no answer in time"),
                workers)
            .with(new TransactionView(List.of(), lingering)));
  }
}
