package io.hamstring.operator.spec;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One stage as it is to run.
 *
 * @param settings everything its workers are told
 * @param standby warm workers beyond those that work
 * @param objectName the name of its Deployment, ConfigMap and PodDisruptionBudget
 * @param selector the labels by which its pods are found; the same for ever
 * @param template what the spec overrides of its pods
 * @param secretsHash changes exactly when what its pods see of Secrets does; empty when they see
 *     nothing, or until the Secrets are read
 * @param secretFiles files of its workers beside those for Kafka, and where each comes from
 * @param rollout whether workers of an older template may be replaced now
 */
public record PipelineStage(
    WorkerSettings settings,
    Workers workers,
    int standby,
    String objectName,
    Map<String, String> selector,
    PodTemplate template,
    String secretsHash,
    SortedMap<String, SecretKey> secretFiles,
    Rollout rollout) {

  public PipelineStage {
    selector = Map.copyOf(selector);
    secretFiles = Collections.unmodifiableSortedMap(new TreeMap<>(secretFiles));
  }

  /** Whether a rollout may take its next worker. */
  public enum Rollout {
    FREE,
    HALTED
  }

  PipelineStage with(PodTemplate other) {
    return with(workers, other, secretsHash, rollout);
  }

  PipelineStage withSecrets(String hash) {
    return with(workers, template, hash, rollout);
  }

  /** The same with as many workers as {@code others} says. */
  public PipelineStage with(Workers others) {
    return with(others, template, secretsHash, rollout);
  }

  /** The same without workers that wait. */
  public PipelineStage withoutStandby() {
    return new PipelineStage(
        settings.startingWarm(false),
        workers,
        0,
        objectName,
        selector,
        template,
        secretsHash,
        secretFiles,
        rollout);
  }

  /** How many pods it has with so many workers that work; a stage that rests has none. */
  public int podsFor(int active) {
    return active == 0 ? 0 : active + standby;
  }

  /** How many workers are to work when it has so many pods: whoever works comes first. */
  public int activeOf(int pods) {
    return activeOf(pods, standby);
  }

  /** The same of a stage with so many standbys. */
  public static int activeOf(int pods, int standby) {
    return standby == 0 ? pods : Math.max(Math.min(pods, 1), pods - standby);
  }

  /** Whether it keeps workers that wait to be told to join. */
  public boolean keepsStandbys() {
    return standby > 0;
  }

  /** The same with its rollout free or halted. */
  public PipelineStage with(Rollout other) {
    return with(workers, template, secretsHash, other);
  }

  private PipelineStage with(Workers others, PodTemplate pods, String hash, Rollout pace) {
    return new PipelineStage(
        settings, others, standby, objectName, selector, pods, hash, secretFiles, pace);
  }

  public String name() {
    return settings.stage().name();
  }

  public StageType type() {
    return settings.stage().type();
  }

  /** The consumer group. */
  public String group() {
    return settings.stage().group();
  }

  /** Topics it reads, at least one. */
  public List<String> inputTopics() {
    return settings.stage().inputs();
  }

  /** Topics it writes results to; dead letters not counted. */
  public List<String> outputTopics() {
    return settings.stage().outputs().stream().map(WorkerSettings.Output::topic).toList();
  }
}
