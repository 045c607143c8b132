package io.hamstring.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.hamstring.operator.OperatorSettings.Leadership;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whose turn it is among several operators. One that loses its lease ends its JVM at once: nothing
 * else stops its writes before a successor begins. One that is told to stop gives the lease back.
 */
final class Election {

  private static final Logger LOG = LoggerFactory.getLogger(Election.class);

  private static final String LEASE = "hamstring-operator";

  private final KubernetesClient client;
  private final Leadership leadership;
  private volatile boolean resigning;

  Election(KubernetesClient client, Leadership leadership) {
    this.client = client;
    this.leadership = leadership;
  }

  LeaderElectionConfiguration configuration() {
    return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(LEASE)
        .withLeaseNamespace(leadership.namespace())
        .withIdentity(leadership.identity())
        // The framework would call System.exit when it is stopped too, and in the JVM's shutdown
        // that waits for itself.
        .withExitOnStopLeading(false)
        .withLeaderCallbacks(new LeaderCallbacks(() -> {}, this::over, leader -> {}))
        .build();
  }

  private void over() {
    if (!resigning) {
      LOG.error("the lease is lost, so this operator ends before another one writes");
      Runtime.getRuntime().halt(1);
    }
  }

  /** From now on the end of the lease is wanted. */
  void resigns() {
    resigning = true;
  }

  /** Gives the lease back, so that nobody waits until it runs out. */
  void resigned() {
    if (!leadership.isElected()) {
      return;
    }
    try {
      var lease = client.leases().inNamespace(leadership.namespace()).withName(LEASE).get();
      if (lease != null && leadership.identity().equals(lease.getSpec().getHolderIdentity())) {
        lease.getSpec().setHolderIdentity("");
        lease.getSpec().setLeaseDurationSeconds(1);
        client.resource(lease).lockResourceVersion().update();
      }
    } catch (KubernetesClientException unanswered) {
      LOG.atWarn().setCause(unanswered).log("the lease runs out by itself");
    }
  }
}
