package io.hamstring.samples.audit;

import io.hamstring.contract.settings.WorkerSettings;
import java.util.Set;

/**
 * A stage as the audit sees it.
 *
 * @param inputs topics it reads
 * @param outputs topics it writes
 */
public record AuditedStage(String name, String type, Set<String> inputs, Set<String> outputs) {

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
        Set.copyOf(settings.outputs().stream().map(WorkerSettings.Output::topic).toList()));
  }
}
