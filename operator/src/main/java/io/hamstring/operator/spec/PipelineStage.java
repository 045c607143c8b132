package io.hamstring.operator.spec;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings;
import java.util.List;
import java.util.Map;

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
 */
public record PipelineStage(
    WorkerSettings settings,
    Workers workers,
    int standby,
    String objectName,
    Map<String, String> selector,
    PodTemplate template,
    String secretsHash) {

  public PipelineStage {
    selector = Map.copyOf(selector);
  }

  PipelineStage with(PodTemplate other) {
    return new PipelineStage(settings, workers, standby, objectName, selector, other, secretsHash);
  }

  PipelineStage withSecrets(String hash) {
    return new PipelineStage(settings, workers, standby, objectName, selector, template, hash);
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
