package io.hamstring.samples.chart;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A kube-apiserver with etcd, from the folder that {@value #FOLDER} names. Where there is none,
 * nothing here is proved, and all of it counts as skipped.
 */
class RealApiServerContractTest extends ApiServerContract {

  private static final String FOLDER = "KUBE_API_TEST_DIR";

  /** Two loaded cores took 17 s. */
  private static final int START_MILLIS = 180_000;

  private KubeAPIServer server;
  private KubernetesClient client;

  @Override
  @BeforeAll
  void define() throws IOException {
    if (!isThere()) {
      return;
    }
    server =
        new KubeAPIServer(
            KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withOfflineMode(true)
                .withStartupTimeout(START_MILLIS)
                .build());
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(server.getKubeConfigYaml()))
            .build();
    super.define();
  }

  @Override
  boolean isThere() {
    return Optional.ofNullable(System.getenv(FOLDER))
        .map(folder -> Path.of(folder, "k8s"))
        .filter(Files::isDirectory)
        .isPresent();
  }

  @AfterAll
  void stop() {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.stop();
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
