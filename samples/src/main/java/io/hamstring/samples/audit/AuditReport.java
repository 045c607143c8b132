package io.hamstring.samples.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The audit of a whole run, as it is written to the report file.
 *
 * @param records input records that the broker acknowledged to the feed
 * @param seconds from the first record fed to the last one worked off
 * @param missing acknowledged records that are not on the input topic
 * @param alerts records that the pipeline's alerters wrote
 * @param seed of the generated traffic, or null when a file was fed
 * @param killed workers that were killed on request
 * @param detection how well the alerts found them, or null when a file was fed
 * @param planted the family of names of each planted client, or null when a file was fed
 * @param domains what the alerts say of registered domains
 * @param sink what the monitoring tables hold, or null without ClickHouse
 */
@JsonPropertyOrder({"records", "seconds", "lost", "doubled", "alerts", "detection"})
public record AuditReport(
    long records,
    double seconds,
    long missing,
    long alerts,
    Long seed,
    List<String> killed,
    Detection detection,
    Map<String, String> planted,
    MaliciousDomains domains,
    List<StageFindings> stages,
    @JsonInclude(JsonInclude.Include.NON_NULL) SinkFindings sink) {

  public AuditReport {
    killed = List.copyOf(killed);
    planted = planted == null ? null : new TreeMap<>(planted);
    stages = List.copyOf(stages);
  }

  /** A report of a run without ClickHouse. */
  public AuditReport(
      long records,
      double seconds,
      long missing,
      long alerts,
      Long seed,
      List<String> killed,
      Detection detection,
      Map<String, String> planted,
      MaliciousDomains domains,
      List<StageFindings> stages) {
    this(
        records, seconds, missing, alerts, seed, killed, detection, planted, domains, stages, null);
  }

  /** Records lost on any stage or on the way to the input topic. */
  @JsonProperty
  public long lost() {
    return missing + stages.stream().mapToLong(StageFindings::lost).sum();
  }

  /** Effects doubled on any stage. */
  @JsonProperty
  public long doubled() {
    return stages.stream().mapToLong(StageFindings::doubled).sum();
  }

  /** Whether every record had its effect once. */
  @JsonProperty
  public boolean exactlyOnce() {
    return missing == 0
        && stages.stream().allMatch(StageFindings::exactlyOnce)
        && (sink == null || sink.isWhole());
  }

  /**
   * Writes the report as JSON.
   *
   * @throws IOException if the file cannot be written
   */
  public void writeTo(Path file) throws IOException {
    var folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
  }

  /** The findings of one stage. */
  public Optional<StageFindings> stage(String name) {
    return stages.stream().filter(stage -> stage.name().equals(name)).findFirst();
  }
}
