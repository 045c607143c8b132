package io.hamstring.samples.chart;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * On the API server of the local run, which keeps what a definition does not have, and does not
 * read what Helm writes about its releases: what Helm renders is applied here as Helm 4 applies it.
 */
class LocalUpgradeTest extends UpgradeContract {

  private static LocalApiServer server;
  private static KubernetesClient client;

  private List<ObjectNode> release = List.of();

  @BeforeAll
  static void start() {
    server = LocalApiServer.start();
    server.createNamespace("ops");
    client = server.client();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Override
  KubernetesClient client() {
    return client;
  }

  @Override
  void helmUpgradeInstall(Path chart) {
    release = Chart.objects(Chart.rendered(chart, ""));
    for (var object : release) {
      client.resource(read(object)).fieldManager("helm").forceConflicts().serverSideApply();
    }
  }

  @Override
  void helmUninstall() {
    for (var object : release) {
      var policy = object.at("/metadata/annotations/helm.sh~1resource-policy").asText();
      if (!policy.equals("keep")) {
        client.resource(read(object)).delete();
      }
    }
  }

  private static HasMetadata read(ObjectNode object) {
    return client.getKubernetesSerialization().convertValue(object, HasMetadata.class);
  }
}
