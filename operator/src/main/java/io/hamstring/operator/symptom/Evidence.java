package io.hamstring.operator.symptom;

import io.hamstring.contract.Durations;
import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.operator.telemetry.StageObservation;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.WorkerObservation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a rule may look at: a stage's window at one moment. */
record Evidence(String stage, StageWindow window, Thresholds thresholds, Instant now) {

  StageObservation latest() {
    return window.latest();
  }

  /** The fresh reports. */
  List<WorkerReport> reports() {
    return latest().workers().stream()
        .filter(worker -> worker.isFresh(now, thresholds.fresh()))
        .map(WorkerObservation::report)
        .toList();
  }

  /** Fresh reports of workers that are recovering from one of {@code causes}. */
  List<WorkerReport> recoveringFrom(Set<FailureKind> causes) {
    return reports().stream()
        .filter(report -> report.recovery() != null && causes.contains(report.recovery().cause()))
        .toList();
  }

  /** Healthy if every running worker was heard lately and there is one; else unknown. */
  Verdict healthyIfHeard(SymptomType type) {
    var running = latest().workers().stream().filter(WorkerObservation::isRunning).toList();
    if (running.isEmpty()) {
      return Verdict.unknown("NoWorkers", "stage " + stage + ": no pod is running");
    }
    var silent =
        running.stream().filter(worker -> !worker.isFresh(now, thresholds.fresh())).toList();
    return silent.isEmpty() ? type.healthy() : Verdict.unknown("WorkersSilent", silence(silent));
  }

  /** The operator's own trouble with Kafka as the reason why something is unknown. */
  Optional<Verdict> unlessUnreachable() {
    return latest().cluster().isReached()
        ? Optional.empty()
        : Optional.of(
            Verdict.unknown(
                "KafkaNotAnswering",
                "stage "
                    + stage
                    + ": the operator cannot ask Kafka: "
                    + latest().cluster().detail()));
  }

  /** Whether Kafka answered the operator and every topic is there. */
  boolean seesAllTopics() {
    return latest().cluster().isReached() && latest().topicProblems().isEmpty();
  }

  /** {@code pod-a, pod-b and 3 more}. */
  static String pods(List<WorkerReport> reports) {
    return named(reports.stream().map(WorkerReport::pod).toList());
  }

  static String named(List<String> names) {
    var most = 3;
    return names.stream().limit(most).collect(Collectors.joining(", "))
        + (names.size() > most ? " and " + (names.size() - most) + " more" : "");
  }

  /** A duration for a person, to the second when it is longer than one. */
  static String text(Duration duration) {
    return Durations.format(
        duration.compareTo(Duration.ofSeconds(1)) < 0
            ? duration.truncatedTo(ChronoUnit.MILLIS)
            : duration.truncatedTo(ChronoUnit.SECONDS));
  }

  private String silence(List<WorkerObservation> silent) {
    var worker = silent.get(0);
    return "stage "
        + stage
        + ": no report from "
        + named(silent.stream().map(WorkerObservation::pod).toList())
        + (worker.silentBecause() == null ? "" : " (" + worker.silentBecause() + ")");
  }
}
