package io.hamstring.operator.reconcile;

import io.hamstring.operator.guard.PodSight;

/** Is told of every change of a worker's pod, at once. Must be quick: it keeps the informer. */
interface PodListener {

  void changed(PodSight before, PodSight now);

  void gone(PodSight last);
}
