package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;

/** The one node: this machine. */
final class LocalNode {

  static final String NAME = "local";

  private LocalNode() {}

  /** Makes it known as ready. */
  static void register(KubernetesClient client) {
    var node =
        new NodeBuilder()
            .withNewMetadata()
            .withName(NAME)
            .addToLabels("kubernetes.io/hostname", NAME)
            .endMetadata()
            .build();
    if (client.nodes().withName(NAME).get() == null) {
      client.resource(node).create();
    }
    client
        .nodes()
        .withName(NAME)
        .editStatus(
            live ->
                new NodeBuilder(live)
                    .editOrNewStatus()
                    .withConditions()
                    .addNewCondition()
                    .withType("Ready")
                    .withStatus("True")
                    .withReason("KubeletReady")
                    .endCondition()
                    .endStatus()
                    .build());
  }
}
