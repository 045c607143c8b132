package io.hamstring.samples.chart;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A kube-apiserver with etcd, from the folder that {@value #FOLDER} names. */
final class RealApiServer implements AutoCloseable {

  private static final String FOLDER = "KUBE_API_TEST_DIR";

  /** Two loaded cores took 17 s. */
  private static final int START_MILLIS = 180_000;

  private final KubeAPIServer server =
      new KubeAPIServer(
          KubeAPIServerConfigBuilder.anAPIServerConfig()
              .withOfflineMode(true)
              .withStartupTimeout(START_MILLIS)
              .build());

  private RealApiServer() {
    server.start();
  }

  static RealApiServer start() {
    return new RealApiServer();
  }

  /** Whether this machine has one. */
  static boolean isThere() {
    return Optional.ofNullable(System.getenv(FOLDER))
        .map(folder -> Path.of(folder, "k8s"))
        .filter(Files::isDirectory)
        .isPresent();
  }

  /** A client with every right; the caller closes it. */
  KubernetesClient client() {
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig())).build();
  }

  String kubeconfig() {
    return server.getKubeConfigYaml();
  }

  @Override
  public void close() {
    server.stop();
  }
}
