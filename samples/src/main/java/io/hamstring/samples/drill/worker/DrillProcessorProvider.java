package io.hamstring.samples.drill.worker;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.StageProcessorProvider;

/** Makes the drill's processor; a pipeline names this class. */
public final class DrillProcessorProvider implements StageProcessorProvider {

  @Override
  public String name() {
    return "drill";
  }

  @Override
  public StageProcessor<?> processor(WorkerSettings settings) {
    return new DrillProcessor(settings);
  }
}
