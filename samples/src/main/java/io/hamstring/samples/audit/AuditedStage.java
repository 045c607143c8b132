package io.hamstring.samples.audit;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings;
import java.util.Set;

/**
 * A stage as the audit sees it.
 *
 * @param inputs topics it reads
 * @param outputs topics it writes
 * @param spread which of them a record's effect is on
 * @param deadLetterTopic where it sends records that it gives up, or null
 */
public record AuditedStage(
    String name,
    String type,
    Set<String> inputs,
    Set<String> outputs,
    Spread spread,
    String deadLetterTopic) {

  private static final String SIDECAR = "sidecar";

  /** On which output topics the effect of a record is to be found. */
  public enum Spread {
    /** On every one: each has a reader that is to see all. */
    EVERY_TOPIC,
    /** On at least one: the stage's own code decides. */
    SOME_TOPIC
  }

  public AuditedStage {
    inputs = Set.copyOf(inputs);
    outputs = Set.copyOf(outputs);
  }

  /** The stage that {@code settings} describe. */
  public static AuditedStage of(WorkerSettings.Stage settings) {
    return new AuditedStage(
        settings.name(),
        settings.type().id(),
        Set.copyOf(settings.inputs()),
        Set.copyOf(settings.outputs().stream().map(WorkerSettings.Output::topic).toList()),
        spread(settings),
        settings.onPoison().deadLetterTopic());
  }

  // Every built-in stage writes what it makes of a record to each of its topics.
  private static Spread spread(WorkerSettings.Stage settings) {
    boolean ownCode =
        settings.type() == StageType.CUSTOM
            || settings.className() != null
            || settings.config().containsKey(SIDECAR);
    return ownCode ? Spread.SOME_TOPIC : Spread.EVERY_TOPIC;
  }
}
