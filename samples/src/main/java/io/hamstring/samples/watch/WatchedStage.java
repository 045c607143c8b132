package io.hamstring.samples.watch;

import io.hamstring.contract.settings.WorkerSettings;
import java.util.Set;

/**
 * A stage whose progress is watched.
 *
 * @param group its consumer group
 */
public record WatchedStage(String name, String group, Set<String> inputs, Set<String> outputs) {

  public WatchedStage {
    inputs = Set.copyOf(inputs);
    outputs = Set.copyOf(outputs);
  }

  /** The stage that {@code settings} describe. */
  public static WatchedStage of(WorkerSettings.Stage settings) {
    return new WatchedStage(
        settings.name(),
        settings.group(),
        Set.copyOf(settings.inputs()),
        Set.copyOf(settings.outputs().stream().map(WorkerSettings.Output::topic).toList()));
  }
}
