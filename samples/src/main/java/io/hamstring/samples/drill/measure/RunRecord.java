package io.hamstring.samples.drill.measure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.samples.drill.plan.Combination;
import io.hamstring.samples.drill.plan.Guarding;
import io.hamstring.samples.drill.plan.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/**
 * One run as it is kept: what is needed to go on with a drill, to draw the run and to look closer.
 *
 * @param at when it was done, ISO 8601
 * @param number counts the runs of the combination from 1
 * @param phaseSeconds from a steady fleet to the fault
 * @param workers all workers, in the order of their names
 * @param victim who was hit
 * @param resumedSeconds from the fault until a frozen worker went on; null if it was not frozen
 * @param endSeconds from the fault to the last record that was fed
 * @param takeoverSeconds of the partition that waited longest; null if one was never taken over
 * @param downstreamSilenceSeconds longest silence of any partition, as a read_committed reader sees
 * @param survivorSilenceSeconds longest silence of a partition whose owner was not hit
 * @param afterResumeSeconds longest silence after a frozen worker went on; null if none did
 * @param lost input records without an effect
 * @param doubled effects seen again, and effects of nothing
 * @param replayed records worked on again
 * @param survivorAborts transactions that workers which were not hit aborted
 * @param standby workers that waited beside those that worked
 * @param survivorRevocations how often partitions were taken from workers that were not hit, from
 *     the fault to the end
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RunRecord(
    String at,
    GroupProtocol protocol,
    Mode mode,
    Guarding guard,
    int number,
    long seed,
    double phaseSeconds,
    List<String> workers,
    String victim,
    Double resumedSeconds,
    double endSeconds,
    Double takeoverSeconds,
    double downstreamSilenceSeconds,
    double survivorSilenceSeconds,
    Double afterResumeSeconds,
    long lost,
    long doubled,
    long replayed,
    long survivorAborts,
    List<PartitionFindings> partitions,
    List<Strip> strips,
    int standby,
    long survivorRevocations) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** What it was about. */
  @JsonIgnore
  public Combination combination() {
    return new Combination(protocol, mode, guard, standby);
  }

  /** Whether every record had its effect once. */
  @JsonIgnore
  public boolean isExactlyOnce() {
    return lost == 0 && doubled == 0;
  }

  /** The longest of the takeovers; null if a partition of the victim was never taken over. */
  public static Double takeover(List<PartitionFindings> partitions, String victim) {
    var takeovers =
        partitions.stream()
            .filter(p -> p.owner().equals(victim))
            .map(PartitionFindings::takeover)
            .toList();
    return takeovers.stream().anyMatch(Objects::isNull)
        ? null
        : takeovers.stream().max(Double::compare).orElse(null);
  }

  /** The longest silence of the partitions that the victim did not work on. */
  public static double survivorSilence(List<PartitionFindings> partitions, String victim) {
    return partitions.stream()
        .filter(p -> !p.owner().equals(victim))
        .mapToDouble(PartitionFindings::silence)
        .max()
        .orElse(0);
  }

  /** The longest silence after a frozen worker went on; null if none did. */
  public static Double afterResume(List<PartitionFindings> partitions) {
    return partitions.stream()
        .map(PartitionFindings::afterResume)
        .filter(Objects::nonNull)
        .max(Double::compare)
        .orElse(null);
  }

  /** Reads one. */
  public static RunRecord read(Path file) throws IOException {
    return JSON.readValue(file.toFile(), RunRecord.class);
  }

  /** Writes it so that the file is there whole or not at all. */
  public void write(Path file) throws IOException {
    var next = file.resolveSibling(file.getFileName() + ".next");
    JSON.writeValue(next.toFile(), this);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
