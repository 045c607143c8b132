package io.hamstring.worker.stage;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.processing.StageProcessor;

/**
 * Makes a user's processor from its settings. It is found by {@link java.util.ServiceLoader}, or
 * named as the stage's class; then it needs a public constructor without arguments.
 */
public interface StageProcessorProvider {

  /** The name under which a stage asks for it as its class. */
  String name();

  /**
   * Makes a processor.
   *
   * @throws io.hamstring.contract.settings.InvalidSettings naming every problem at once
   */
  StageProcessor<?> processor(WorkerSettings settings);
}
