package io.hamstring.operator.guard.runtime;

import static org.awaitility.Awaitility.await;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.GuardedPipeline;
import io.hamstring.operator.guard.GuardedStage;
import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.spec.Guard;
import io.hamstring.operator.telemetry.ClusterReach;
import io.hamstring.operator.telemetry.CommittedOffset;
import io.hamstring.operator.telemetry.Figure;
import io.hamstring.operator.telemetry.Looks;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.PartitionFigures;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.StageObservation;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.WorkerObservation;
import io.hamstring.operator.telemetry.watch.Cluster;
import io.hamstring.operator.telemetry.watch.Members;
import io.hamstring.operator.telemetry.watch.TelemetryWatch;
import io.hamstring.operator.telemetry.watch.WatchedPipeline;
import io.hamstring.operator.telemetry.watch.WatchedStage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;

/** A stage of two partitions at a real broker, with a guard and the pods that it is shown. */
final class GuardedGroup implements AutoCloseable {

  static final PipelineKey PIPELINE = new PipelineKey("security", "dns");

  final TelemetryBoard board = new TelemetryBoard();
  final List<PodSight> pods = new CopyOnWriteArrayList<>();
  final Set<String> gone = ConcurrentHashMap.newKeySet();
  final List<Eviction> ended = new CopyOnWriteArrayList<>();
  final String name = "s" + Long.toString(System.nanoTime(), 36);
  private final String servers;
  private final Cluster cluster;
  private final Admin admin;
  private final Guard rules;
  private final Duration session;
  private volatile GuardWatch guard;
  private TelemetryWatch watch;

  private GuardedGroup(
      String servers, Cluster cluster, Admin admin, Guard rules, Duration session) {
    this.servers = servers;
    this.cluster = cluster;
    this.admin = admin;
    this.rules = rules;
    this.session = session;
  }

  static GuardedGroup of(String servers, Admin admin, boolean enabled, Duration session)
      throws Exception {
    return of(servers, new Cluster(servers, Map.of()), admin, enabled, session);
  }

  /**
   * The same with a guard that is not who everybody else is.
   *
   * @param cluster how the guard reaches the broker
   */
  static GuardedGroup of(
      String servers, Cluster cluster, Admin admin, boolean enabled, Duration session)
      throws Exception {
    var rules = new Guard(enabled, Duration.ofSeconds(10), false);
    var group = new GuardedGroup(servers, cluster, admin, rules, session);
    admin
        .createTopics(
            List.of(
                new NewTopic(group.input(), 2, (short) 1),
                new NewTopic(group.output(), 1, (short) 1)))
        .all()
        .get();
    group.startGuard();
    return group;
  }

  /** A guard, as an operator that has just started would have it. */
  void startGuard() {
    var fresh =
        new GuardWatch(
            board,
            new PodTruth() {
              @Override
              public List<PodSight> podsOf(GuardedStage stage) {
                return List.copyOf(pods);
              }

              @Override
              public boolean isGone(String namespace, String pod) {
                return gone.contains(pod);
              }
            },
            new GuardListener() {
              @Override
              public void count(Eviction eviction, Duration took) {
                ended.add(eviction);
              }

              @Override
              public void tell(Eviction eviction, Duration took) {}
            },
            Clock.systemUTC());
    fresh.guard(cluster, new GuardedPipeline(PIPELINE, List.of(stage())));
    guard = fresh;
  }

  GuardWatch guard() {
    return guard;
  }

  /** Sweeps from now on, and has the guard look. */
  void sweep() {
    watch =
        new TelemetryWatch(
            board,
            stage -> List.of(),
            swept -> guard.looked(swept),
            Clock.systemUTC(),
            Duration.ofMillis(200));
    watch.watch(
        new WatchedPipeline(
            PIPELINE,
            new Cluster(servers, Map.of()),
            List.of(),
            List.of(
                new WatchedStage(
                    key(),
                    group(),
                    OffsetReset.EARLIEST,
                    List.of(input()),
                    List.of(output()),
                    Duration.ofMinutes(10)))));
  }

  StageKey key() {
    return PIPELINE.stage(name);
  }

  String group() {
    return "group-" + name;
  }

  String input() {
    return "in-" + name;
  }

  String output() {
    return "out-" + name;
  }

  private GuardedStage stage() {
    return new GuardedStage(
        key(), group(), new PodHome("security", "dns", name), "dns-" + name + "-", session, rules);
  }

  String pod(String suffix) {
    return "dns-" + name + "-" + suffix;
  }

  Incarnation incarnation(String suffix, long boot) {
    return new Incarnation("security", "dns", name, pod(suffix), boot);
  }

  PodSight sight(String suffix, PodSight.Container container, long deadBoot) {
    return new PodSight(stage().home(), pod(suffix), container, deadBoot, true, true);
  }

  /** A pod of which the kubelet says that its worker is not ready. */
  PodSight unready(String suffix) {
    return new PodSight(stage().home(), pod(suffix), PodSight.Container.RUNNING, 0, false, false);
  }

  /** Has the guard look at the group as it is now, as if it were {@code at}: one pod answers. */
  void looked(Instant at, String answering, String silent) throws Exception {
    var description =
        admin.describeConsumerGroups(List.of(group())).describedGroups().get(group()).get();
    var figures =
        new PartitionFigures(CommittedOffset.NONE, Figure.of(0), Figure.of(9), Figure.of(9));
    var report = Looks.Report.of(pod(answering), 1).report();
    board.record(
        key(),
        Duration.ofMinutes(10),
        new StageObservation(
            at,
            ClusterReach.REACHED,
            OffsetReset.EARLIEST,
            new TreeMap<>(
                Map.of(new Partition(input(), 0), figures, new Partition(input(), 1), figures)),
            new TreeMap<>(),
            List.of(),
            Members.of(description),
            List.of(
                new WorkerObservation(pod(answering), "Running", true, 0, report, at, null),
                new WorkerObservation(pod(silent), "Running", false, 0, null, null, "timed out"))));
    guard.looked(Set.of(PIPELINE));
  }

  /** The grants that the guard lacks, as the latest look has them. */
  List<String> refusals() {
    return board.of(key()).map(window -> window.latest().guard().refusals()).orElse(List.of());
  }

  Mortal join(String protocol, String suffix, long boot) {
    return Mortal.join(servers, protocol, group(), incarnation(suffix, boot), input());
  }

  /** Both are members and have one partition each. */
  static void settle(Mortal one, Mortal other) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> one.poll().size() == 1 & other.poll().size() == 1);
  }

  static void takesOver(Mortal survivor) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> survivor.poll().size() == 2);
  }

  /** Partitions in which an offset is committed and none is pending. */
  Set<TopicPartition> stableOffsets() throws Exception {
    var options = new ListConsumerGroupOffsetsOptions();
    options.requireStable(true);
    return admin
        .listConsumerGroupOffsets(group(), options)
        .partitionsToOffsetAndMetadata()
        .get()
        .keySet();
  }

  int members() throws Exception {
    return admin
        .describeConsumerGroups(List.of(group()))
        .describedGroups()
        .get(group())
        .get()
        .members()
        .size();
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
    guard.close();
  }
}
