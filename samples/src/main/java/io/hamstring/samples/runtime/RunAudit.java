package io.hamstring.samples.runtime;

import io.hamstring.contract.StageType;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.samples.audit.Audit;
import io.hamstring.samples.audit.AuditReport;
import io.hamstring.samples.audit.AuditedStage;
import io.hamstring.samples.audit.Detection;
import io.hamstring.samples.audit.SinkFindings;
import io.hamstring.samples.audit.TopicReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Audits a run that has ended from what its topics hold. */
final class RunAudit {

  private final TopicReader reader;
  private final List<WorkerSettings> settings;
  private final LocalSink sink;

  /**
   * @param sink the ClickHouse of the run, or null
   */
  RunAudit(String bootstrapServers, List<WorkerSettings> settings, LocalSink sink) {
    reader = new TopicReader(bootstrapServers);
    this.settings = List.copyOf(settings);
    this.sink = sink;
  }

  /**
   * What was fed.
   *
   * @param topic where to
   * @param acknowledged records that the broker acknowledged
   * @param seed of generated traffic, or null
   * @param planted planted clients, or null for a file
   */
  record Fed(String topic, long acknowledged, Long seed, Map<String, String> planted) {}

  /**
   * Reads every topic back.
   *
   * @throws IOException if a topic cannot be read to its end
   */
  AuditReport report(Fed fed, Duration took, List<String> killed) throws IOException {
    var audit = new Audit(settings.stream().map(s -> AuditedStage.of(s.stage())).toList());
    reader.show(audit, PipelineFile.AUDIT_TOPIC);
    var input = new long[1];
    var seen = new AlertsSeen();
    reader.read(
        Set.of(fed.topic()),
        record -> {
          input[0]++;
          seen.line(record.value());
        });
    reader.read(alertTopics(settings), record -> seen.alert(record.value()));
    var planted = fed.planted();
    return new AuditReport(
        fed.acknowledged(),
        took.toMillis() / 1_000.0,
        Math.max(0, fed.acknowledged() - input[0]),
        seen.alerts(),
        fed.seed(),
        killed,
        planted == null ? null : Detection.of(planted, seen.clients()),
        planted,
        seen.domains(),
        audit.findings(),
        sink == null ? null : sinkFindings());
  }

  private SinkFindings sinkFindings() throws IOException {
    var expected = new long[1];
    reader.read(new TreeSet<>(MonitoringTopics.all()), record -> expected[0]++);
    var letters =
        settings.stream()
            .map(WorkerSettings::stage)
            .filter(stage -> stage.type() == StageType.MONITORING)
            .map(stage -> stage.onPoison().deadLetterTopic())
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    reader.read(letters, record -> expected[0]--);
    return new SinkFindings(
        expected[0],
        sink.rows().values().stream().mapToLong(Long::longValue).sum(),
        MonitoringTopics.tables().stream().mapToLong(sink::rowsFinal).sum());
  }

  /** The topics by which alerts leave: what alerters write, or detectors if there is none. */
  static Set<String> alertTopics(List<WorkerSettings> settings) {
    var ofAlerters = outputs(settings, StageType.ALERTER);
    return ofAlerters.isEmpty() ? outputs(settings, StageType.DETECTOR) : ofAlerters;
  }

  private static Set<String> outputs(List<WorkerSettings> settings, StageType type) {
    return settings.stream()
        .map(WorkerSettings::stage)
        .filter(stage -> stage.type() == type)
        .flatMap(stage -> stage.outputs().stream())
        .map(WorkerSettings.Output::topic)
        .collect(Collectors.toSet());
  }
}
