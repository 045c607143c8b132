package io.hamstring.operator.telemetry;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerReport.Counters;
import io.hamstring.contract.report.WorkerReport.HeldBecause;
import io.hamstring.contract.report.WorkerReport.Latencies;
import io.hamstring.contract.report.WorkerReport.Rebalances;
import io.hamstring.contract.report.WorkerReport.Recovering;
import io.hamstring.contract.report.WorkerReport.RecoveryReport;
import io.hamstring.contract.report.WorkerRole;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Looks at a stage, built for tests: a healthy one with lag 0 unless told otherwise. */
public final class Looks {

  /** When every test begins. */
  public static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private final Instant at;
  private final TreeMap<Partition, PartitionFigures> partitions = new TreeMap<>();
  private final TreeMap<String, TopicProblem> problems = new TreeMap<>();
  private final List<String> refusals = new ArrayList<>();
  private final List<WorkerObservation> workers = new ArrayList<>();
  private final List<GroupMember> members = new ArrayList<>();
  private ClusterReach cluster = ClusterReach.REACHED;

  private Looks(Instant at) {
    this.at = at;
  }

  public static Looks at(long second) {
    return new Looks(T0.plusSeconds(second));
  }

  public Looks partition(int number, long committed, long end) {
    partitions.put(
        new Partition("in", number),
        new PartitionFigures(
            CommittedOffset.at(committed), Figure.of(0), Figure.of(end), Figure.of(end)));
    return this;
  }

  public Looks unknown(int number) {
    var nothing = Figure.unknown("no leader");
    partitions.put(
        new Partition("in", number),
        new PartitionFigures(CommittedOffset.unknown("no leader"), nothing, nothing, nothing));
    return this;
  }

  public Looks unreachable() {
    cluster = new ClusterReach(ClusterReach.State.UNREACHABLE, "no node answered");
    return this;
  }

  public Looks refused(String grant) {
    refusals.add(grant);
    return this;
  }

  public Looks missing(String topic) {
    problems.put(
        topic,
        new TopicProblem(TopicProblem.Kind.MISSING, TopicProblem.Role.INPUT, "does not exist"));
    return this;
  }

  public Looks worker(WorkerReport report) {
    workers.add(new WorkerObservation(report.pod(), "Running", true, 0, report, at, null));
    return this;
  }

  public Looks silentWorker(String pod) {
    workers.add(new WorkerObservation(pod, "Running", false, 0, null, null, "timed out"));
    return this;
  }

  public Looks readyButSilent(String pod) {
    workers.add(new WorkerObservation(pod, "Running", true, 0, null, null, "timed out"));
    return this;
  }

  public Looks member(String instance) {
    members.add(new GroupMember("m-" + instance, instance, instance, "/127.0.0.1", Set.of()));
    return this;
  }

  public StageObservation look() {
    return new StageObservation(
        at,
        cluster,
        OffsetReset.EARLIEST,
        partitions,
        problems,
        refusals,
        GroupView.of(members),
        workers);
  }

  /** A worker's report, built for tests. */
  public static final class Report {

    private final String pod;
    private final long boot;
    private Instant startedAt = T0.minusSeconds(3600);
    private long commits;
    private long aborts;
    private long deadLettered;
    private Recovering recovering;
    private final List<RecoveryReport> recoveries = new ArrayList<>();
    private final List<WorkerReport.PartitionReport> partitions = new ArrayList<>();
    private WorkerRole role = WorkerRole.ACTIVE;
    private Duration pollIntervalMax = Duration.ofMillis(20);
    private Duration batchP99 = Duration.ofMillis(20);
    private long recordsIn = 1;
    private String memberId = "m";

    private Report(String pod, long boot) {
      this.pod = pod;
      this.boot = boot;
    }

    public static Report of(String pod, long boot) {
      return new Report(pod, boot);
    }

    public Report startedAt(long second) {
      startedAt = T0.plusSeconds(second);
      return this;
    }

    public Report commits(long count) {
      commits = count;
      return this;
    }

    public Report aborts(long count) {
      aborts = count;
      return this;
    }

    public Report deadLettered(long count) {
      deadLettered = count;
      return this;
    }

    public Report recovering(FailureKind cause, long since) {
      return recovering(cause, since, "as the client said");
    }

    public Report recovering(FailureKind cause, long since, String detail) {
      recovering = new Recovering(cause, detail, List.of("BackOff"), 4, T0.plusSeconds(since));
      return this;
    }

    public Report recovered(FailureKind cause, long at) {
      return recovered(cause, at, null);
    }

    public Report recovered(FailureKind cause, long at, String detail) {
      recoveries.add(
          new RecoveryReport(T0.plusSeconds(at), cause, detail, 1, Duration.ofMillis(700)));
      return this;
    }

    public Report holding(int partition, HeldBecause because) {
      partitions.add(
          new WorkerReport.PartitionReport(
              "in", partition, 1, 5, 5, 1, 0, false, true, null, because));
      return this;
    }

    public Report owning(int partition) {
      partitions.add(
          new WorkerReport.PartitionReport(
              "in", partition, 1, 5, 5, 1, 0, false, false, null, null));
      return this;
    }

    /** It has committed where its partitions start, and nothing of what is in them. */
    public Report workedOnNothing() {
      recordsIn = 0;
      return this;
    }

    public Report outside() {
      memberId = null;
      return this;
    }

    public Report role(WorkerRole other) {
      role = other;
      return this;
    }

    public Report pollIntervalMax(Duration longest) {
      pollIntervalMax = longest;
      return this;
    }

    public Report batchP99(Duration slow) {
      batchP99 = slow;
      return this;
    }

    public WorkerReport report() {
      return new WorkerReport(
          WorkerReport.VERSION,
          "security",
          "dns",
          "detector",
          pod,
          boot,
          "hamstring_security_" + pod + "_" + boot,
          "hamstring_security_dns_detector_" + pod + "_" + boot,
          T0,
          startedAt,
          WorkerReport.WorkerState.RUNNING,
          true,
          true,
          recovering,
          1,
          memberId,
          1,
          partitions,
          new Rebalances(1, 0, 0, T0.minusSeconds(60), "assigned"),
          new Latencies(
              pollIntervalMax, Duration.ZERO, Duration.ZERO, Duration.ZERO, batchP99, batchP99),
          new Counters(recordsIn, 0, 0, commits, aborts, 0, 0, 0, 0, deadLettered, 0, Map.of()),
          T0,
          recoveries,
          role);
    }
  }
}
