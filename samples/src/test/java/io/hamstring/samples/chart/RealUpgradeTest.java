package io.hamstring.samples.chart;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** On a real one, by Helm itself; where there is none, all of it counts as skipped. */
class RealUpgradeTest extends UpgradeContract {

  private static RealApiServer server;
  private static KubernetesClient client;

  @Override
  @BeforeEach
  void install() {
    assumeThat(RealApiServer.isThere()).as("an API server of this kind").isTrue();
    if (server == null) {
      server = RealApiServer.start();
      client = server.client();
    }
    super.install();
  }

  @Override
  @AfterEach
  void removeAll() {
    if (server != null) {
      super.removeAll();
    }
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      client.close();
      server.close();
    }
  }

  @Override
  KubernetesClient client() {
    return client;
  }

  @Override
  void helmUpgradeInstall(Path chart) {
    new Helm(chart)
        .upgrade()
        .install()
        .withName("hamstring")
        .withNamespace("ops")
        .createNamespace()
        .withKubeConfigContents(server.kubeconfig())
        .call();
  }

  @Override
  void helmUninstall() {
    Helm.uninstall("hamstring")
        .ignoreNotFound()
        .withNamespace("ops")
        .withKubeConfigContents(server.kubeconfig())
        .call();
  }
}
