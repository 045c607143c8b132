package io.hamstring.samples.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.samples.runtime.LocalCluster;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A pipeline of one stage in a local cluster, its input, and what its conditions say. */
record Stage(LocalCluster cluster, Admin admin, String name) {

  static final String NAMESPACE = "default";

  // Worker processes start next to each other on whatever machine this is, and what a worker says
  // of the last minute is over after one.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String SPEC =
      """
      kafka: {bootstrapServers: '%s', topics: {partitions: 2, replicationFactor: 1}}
      stages:
        - name: work
          type: custom
          processor: {className: io.hamstring.samples.scenario.ToldProcessor}
          inputs: {topics: [%s-in]}
          outputs: {topics: [%s-out]}
          replicas: 1
      guard: {enabled: false}
      """;

  KubernetesClient client() {
    return cluster.client();
  }

  String input() {
    return name + "-in";
  }

  /** Its consumer group, unless the spec names another. */
  String group() {
    return "hamstring_" + NAMESPACE + "_" + name + "_work";
  }

  /** Makes, or changes, a Secret of its name with that password. */
  Stage password(String password) {
    client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withData(
                    Map.of(
                        "password",
                        Base64.getEncoder()
                            .encodeToString(password.getBytes(StandardCharsets.UTF_8))))
                .build())
        .serverSideApply();
    return this;
  }

  /** Creates it; {@code edits} are merged into a plain spec. */
  Stage create(String... edits) {
    var spec = client().getKubernetesSerialization().unmarshal(plain(), Map.class);
    var object = new GenericKubernetesResource();
    object.setApiVersion("hamstring.io/v1alpha1");
    object.setKind("HamstringPipeline");
    object.setMetadata(new ObjectMetaBuilder().withName(name).withNamespace(NAMESPACE).build());
    object.setAdditionalProperty("spec", spec);
    for (var edit : edits) {
      merge(object, edit);
    }
    client().resource(object).create();
    return this;
  }

  private String plain() {
    return SPEC.formatted(cluster.bootstrapServers(), name, name);
  }

  @SuppressWarnings("unchecked")
  private void merge(GenericKubernetesResource object, String edit) {
    var more = client().getKubernetesSerialization().unmarshal(edit, Map.class);
    merge((Map<String, Object>) object.getAdditionalProperties().get("spec"), more);
  }

  @SuppressWarnings("unchecked")
  private static void merge(Map<String, Object> into, Map<String, Object> more) {
    more.forEach(
        (key, value) -> {
          var there = into.get(key);
          if (key.equals("stage")) {
            merge((Map<String, Object>) ((List<?>) into.get("stages")).get(0), cast(value));
          } else if (there instanceof Map && value instanceof Map) {
            merge((Map<String, Object>) there, cast(value));
          } else if (value == null) {
            into.remove(key);
          } else {
            into.put(key, value);
          }
        });
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> cast(Object map) {
    return (Map<String, Object>) map;
  }

  /** Edits its spec, again if the operator wrote its status meanwhile. */
  void edit(String edit) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> isEdited(edit));
  }

  private boolean isEdited(String edit) {
    client()
        .genericKubernetesResources("hamstring.io/v1alpha1", "HamstringPipeline")
        .inNamespace(NAMESPACE)
        .withName(name)
        .edit(
            object -> {
              merge(object, edit);
              return object;
            });
    return true;
  }

  void delete() {
    client()
        .genericKubernetesResources("hamstring.io/v1alpha1", "HamstringPipeline")
        .inNamespace(NAMESPACE)
        .withName(name)
        .delete();
  }

  HamstringPipeline pipeline() {
    return client().resources(HamstringPipeline.class).inNamespace(NAMESPACE).withName(name).get();
  }

  Deployment deployment() {
    return client().apps().deployments().inNamespace(NAMESPACE).withName(name + "-work").get();
  }

  /** The names of its pods. */
  List<String> pods() {
    return client()
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("app.kubernetes.io/instance", name)
        .list()
        .getItems()
        .stream()
        .map(pod -> pod.getMetadata().getName())
        .toList();
  }

  private Optional<Condition> condition(String type) {
    return Optional.ofNullable(pipeline()).map(HamstringPipeline::getStatus).stream()
        .flatMap(status -> status.getConditions().stream())
        .filter(condition -> condition.getType().equals(type))
        .findFirst();
  }

  private String said() {
    return Optional.ofNullable(pipeline()).map(HamstringPipeline::getStatus).stream()
        .flatMap(status -> status.getConditions().stream())
        .map(c -> c.getType() + "=" + c.getStatus() + " " + c.getReason() + ": " + c.getMessage())
        .reduce("", (a, b) -> a + "\n  " + b);
  }

  /** Waits until a condition says so; its message holds every one of {@code words}. */
  Stage says(String type, String status, String reason, String... words) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .untilAsserted(
            () ->
                assertThat(condition(type).map(c -> c.getStatus() + " " + c.getReason()))
                    .as(type + " of " + name + said())
                    .contains(status + " " + reason));
    for (var word : words) {
      assertThat(condition(type).orElseThrow().getMessage()).contains(word);
    }
    return this;
  }

  /** Waits until a condition is false. */
  Stage isWell(String type) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .untilAsserted(
            () ->
                assertThat(condition(type).map(Condition::getStatus))
                    .as(type + " of " + name + said())
                    .contains("False"));
    return this;
  }

  /** Waits until nothing is left to read. */
  void isCaughtUp() {
    await()
        .atMost(PATIENCE)
        .until(() -> Long.valueOf(0).equals(pipeline().getStatus().getSummary().getLag()));
  }

  /** Makes a topic of two partitions. */
  void makeTopic(String topic) throws Exception {
    admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
  }

  /** Sends records to a partition of its input. */
  void feed(int partition, Stream<String> values) {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      values.forEach(
          value -> producer.send(new ProducerRecord<>(input(), partition, null, value.getBytes())));
    }
  }

  /** What its output holds for whoever reads it committed. */
  List<String> outputs() {
    try (var consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var partitions =
          consumer.partitionsFor(name + "-out").stream()
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      var values = new ArrayList<String>();
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(record -> values.add(new String(record.value(), StandardCharsets.UTF_8)));
      }
      return values;
    }
  }
}
