package io.hamstring.operator.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.desired.Desired;
import io.hamstring.operator.desired.WorkerImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is stored, the operator has an answer. A spec is a function of its seed: to debug a
 * failure, call the test with the seed that the report names.
 */
class AnySpecTest {

  private static final String FULL =
      """
      suspend: false
      kafka:
        bootstrapServers: kafka:9092
        groupProtocol: consumer
        topics: {create: true, partitions: 6, replicationFactor: 3, config: {retention.ms: 1000}}
        consumerConfig: {fetch.max.wait.ms: 50}
        producerConfig: {linger.ms: 5, compression.type: zstd}
      timeouts: {maxPollInterval: 5m, session: 45s, transaction: 30s, message: 20s, shutdown: 30s}
      batch:
        size: 50
        timeout: 50ms
        stages: {detector: {size: 10}}
        topics: {hamstring_input-dns: {size: 3, timeout: 25ms}}
        groupCommit: {enabled: true, maxRecords: 10, maxBytes: 16Mi, maxDelay: 100ms}
      stages:
        - {name: in, type: logserver, config: {keyBy: subnet}}
        - {name: collect, type: collector, inputs: {stages: [in]}, replicas: 2}
        - {name: filter, type: prefilter, inputs: {stages: [collect]}}
        - {name: inspect, type: inspector, inputs: {stages: [filter]}}
        - name: detect
          type: detector
          inputs: {stages: [inspect], topics: [more]}
          outputs: {topics: [out]}
          autoscaling: {minReplicas: 1, maxReplicas: 3, targetDrain: 60s}
          onPoison: {maxAttempts: 3, deadLetterTopic: dlt}
          processor: {className: a.B}
          template:
            env: [{name: A, value: b}]
            resources: {limits: {cpu: 1}}
            volumes: [{name: v, emptyDir: {}}]
        - {name: alert, type: alerter, inputs: {stages: [detect]}}
      alerts: {membershipLoss: {count: 3, window: 10m}, outputSilence: 5m}
      guard: {enabled: true, unresponsiveAfter: 10s}
      audit: {recordIds: true, topic: trail}
      """;

  private static final List<String> JUNK =
      List.of(
          "null",
          "[]",
          "{}",
          "''",
          "0",
          "-1",
          "3000000000",
          "1.5",
          "true",
          "text",
          "[null]",
          "[[]]",
          "{a: {b: c}}",
          "'0s'",
          "'5m'",
          "99999h",
          "'0'",
          "[in]",
          "[detect, detect]",
          "classic",
          "custom",
          "logserver",
          "'9999999999Gi'",
          "..",
          "{size: 0}",
          "{name: null}",
          "[{name: A, value: {}}]",
          "1e40",
          "'\\u0000'");

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everySpecIsEitherResolvedOrRefusedWithProblems(long seed) {
    var spec = (ObjectNode) Specs.tree(FULL);
    var random = new Random(seed);
    for (int i = 0; i <= random.nextInt(4); i++) {
      spoil(spec, random);
    }

    var resolution = SpecResolver.create().resolve(spec, Specs.IDENTITY);

    assertThat(resolution.pipeline().isPresent()).isEqualTo(resolution.problems().isEmpty());
    resolution
        .pipeline()
        .ifPresent(pipeline -> assertThat(Desired.of(pipeline, WorkerImage.of("a"))).isNotEmpty());
    assertThat(SpecResolver.create().resolve(stored(spec)).problems())
        .isEqualTo(resolution.problems());
  }

  /** The same spec as a client hands it over. */
  private static HamstringPipeline stored(ObjectNode spec) {
    var serialization = new KubernetesSerialization();
    var resource = spec.objectNode();
    resource
        .putObject("metadata")
        .put("name", Specs.IDENTITY.name())
        .put("namespace", Specs.IDENTITY.namespace());
    resource.set("spec", spec);
    return serialization.clone(
        serialization.unmarshal(resource.toString(), HamstringPipeline.class));
  }

  private static void spoil(ObjectNode spec, Random random) {
    var changes = new ArrayList<Consumer<JsonNode>>();
    collect(spec, changes);
    changes
        .get(random.nextInt(changes.size()))
        .accept(Specs.tree(JUNK.get(random.nextInt(JUNK.size()))));
  }

  private static void collect(JsonNode node, List<Consumer<JsonNode>> changes) {
    if (node instanceof ObjectNode object) {
      object.fieldNames().forEachRemaining(name -> changes.add(value -> object.set(name, value)));
    }
    if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        var index = i;
        changes.add(value -> array.set(index, value));
      }
    }
    node.forEach(inner -> collect(inner, changes));
  }
}
