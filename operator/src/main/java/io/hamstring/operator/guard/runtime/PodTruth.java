package io.hamstring.operator.guard.runtime;

import io.hamstring.operator.guard.GuardedStage;
import io.hamstring.operator.guard.PodSight;
import java.util.List;

/** Where the guard learns of pods. */
public interface PodTruth {

  /** The pods of a stage, ending ones too, from memory. */
  List<PodSight> podsOf(GuardedStage stage);

  /**
   * Asks the API server whether a pod is gone; may take its time.
   *
   * @return false too when nobody answered
   */
  boolean isGone(String namespace, String pod);
}
