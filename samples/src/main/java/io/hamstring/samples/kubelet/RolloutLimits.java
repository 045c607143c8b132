package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;
import java.util.Optional;

/** What a Deployment allows while its pods are replaced. */
final class RolloutLimits {

  private static final IntOrString DEFAULT = new IntOrString("25%");
  private static final double PERCENT = 100.0;

  private RolloutLimits() {}

  static Rollout of(Deployment deployment) {
    var spec = deployment.getSpec();
    var replicas = Optional.ofNullable(spec.getReplicas()).orElse(1);
    var paused = Boolean.TRUE.equals(spec.getPaused());
    var strategy = Optional.ofNullable(spec.getStrategy());
    if (strategy.filter(s -> "Recreate".equals(s.getType())).isPresent()) {
      return new Rollout(replicas, 0, replicas, paused);
    }
    var rolling = strategy.map(s -> s.getRollingUpdate());
    var surge = share(rolling.map(RollingUpdateDeployment::getMaxSurge).orElse(DEFAULT), replicas);
    var unavailable =
        share(rolling.map(RollingUpdateDeployment::getMaxUnavailable).orElse(DEFAULT), replicas);
    // A share of a pod counts as a whole one for surge and as none for what may be missing.
    return new Rollout(replicas, (int) Math.ceil(surge), (int) Math.floor(unavailable), paused);
  }

  private static double share(IntOrString value, int replicas) {
    if (value.getIntVal() != null) {
      return value.getIntVal();
    }
    return Integer.parseInt(value.getStrVal().replace("%", "")) * replicas / PERCENT;
  }
}
