package io.hamstring.samples.chart;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;

/** The API server of the local run. */
class LocalApiServerContractTest extends ApiServerContract {

  private final LocalApiServer server = LocalApiServer.start();
  private final KubernetesClient client = server.client();

  @AfterAll
  void stop() {
    client.close();
    server.close();
  }

  @Override
  KubernetesClient client() {
    return client;
  }

  @Override
  Set<Ability> abilities() {
    return Set.of();
  }

  @Override
  void forgetOldVersions() {
    server.compact();
  }
}
