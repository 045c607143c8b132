package io.hamstring.samples.drill.runtime;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.samples.drill.plan.Combination;
import io.hamstring.samples.drill.plan.Guarding;
import io.hamstring.samples.drill.worker.DrillProcessorProvider;
import io.hamstring.samples.drill.worker.DrillWork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The pipeline of one run: one stage with three workers, six partitions, 5 ms of work for a record.
 * All client and broker settings are the product's and Kafka's own.
 */
record DrillPipeline(String name) {

  static final String NAMESPACE = "drill";
  static final String STAGE = "work";
  static final int WORKERS = 3;
  static final int PARTITIONS = 6;
  static final int RECORDS_PER_SECOND = 300;
  static final Duration WORK = Duration.ofMillis(5);

  private static final String VERSION = "hamstring.io/v1alpha1";
  private static final String KIND = "HamstringPipeline";

  String input() {
    return name + "-in";
  }

  String output() {
    return name + "-out";
  }

  String audit() {
    return name + "-audit";
  }

  /** Creates it. */
  void create(KubernetesClient client, String bootstrap, Combination about, Path folder) {
    if (client.namespaces().withName(NAMESPACE).get() == null) {
      var namespace =
          new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build();
      client.namespaces().resource(namespace).create();
    }
    var object = new GenericKubernetesResource();
    object.setApiVersion(VERSION);
    object.setKind(KIND);
    object.setMetadata(new ObjectMetaBuilder().withName(name).withNamespace(NAMESPACE).build());
    object.setAdditionalProperty("spec", spec(bootstrap, about, folder));
    client.resource(object).create();
  }

  /** Deletes it; its workers end. */
  void delete(KubernetesClient client) {
    client.genericKubernetesResources(VERSION, KIND).inNamespace(NAMESPACE).withName(name).delete();
  }

  private Map<String, Object> spec(String bootstrap, Combination about, Path folder) {
    var kafka =
        Map.of(
            "bootstrapServers", bootstrap,
            "groupProtocol", about.protocol().id(),
            "topics", Map.of("partitions", PARTITIONS, "replicationFactor", 1));
    var stage =
        Map.of(
            "name", STAGE,
            "type", "custom",
            "processor", Map.of("className", DrillProcessorProvider.class.getName()),
            "inputs", Map.of("topics", List.of(input())),
            "outputs", Map.of("topics", List.of(output())),
            "config", DrillWork.config(WORK, folder),
            "replicas", WORKERS,
            "standby", about.standby());
    return Map.of(
        "kafka", kafka,
        "audit", Map.of("recordIds", true, "topic", audit()),
        "guard", Map.of("enabled", about.guard() == Guarding.ON),
        "stages", List.of(stage));
  }
}
