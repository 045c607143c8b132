package io.hamstring.samples.chart;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Where there is no real server, nothing here is proved, and all of it counts as skipped. */
class RealApiServerContractTest extends ApiServerContract {

  private RealApiServer server;
  private KubernetesClient client;

  @Override
  @BeforeAll
  void define() throws IOException {
    if (!isThere()) {
      return;
    }
    server = RealApiServer.start();
    client = server.client();
    super.define();
  }

  @Override
  boolean isThere() {
    return RealApiServer.isThere();
  }

  @AfterAll
  void stop() {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @Override
  KubernetesClient client() {
    return client;
  }

  @Override
  Set<Ability> abilities() {
    return all();
  }

  @Override
  void forgetOldVersions() {
    // Its memory begins when it learnt of the definition.
  }
}
