package io.hamstring.operator.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Specs for tests: a good one, and changes of it. */
public final class Specs {

  /** A spec of which nothing can be left out. */
  public static final String GOOD =
      """
      kafka: {bootstrapServers: 'kafka:9092'}
      stages:
        - {name: in, type: logserver}
        - {name: collect, type: collector, inputs: {stages: [in]}}
        - {name: filter, type: prefilter, inputs: {stages: [collect]}}
        - {name: inspect, type: inspector, inputs: {stages: [filter]}}
        - {name: detect, type: detector, inputs: {stages: [inspect]}}
        - {name: alert, type: alerter, inputs: {stages: [detect]}}
      """;

  public static final PipelineIdentity IDENTITY =
      new PipelineIdentity("security", "dns", "0b5c4f7e-6d0e-4a53-9d57-5d2a4c3e8f10", 1);

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final SpecResolver RESOLVER = SpecResolver.create();

  private Specs() {}

  /** What becomes of a whole spec. */
  public static Resolution resolve(String yaml) {
    return RESOLVER.resolve(tree(yaml), IDENTITY);
  }

  /** What becomes of the good spec once {@code pointer} has the value that {@code yaml} says. */
  public static Resolution with(String pointer, String yaml) {
    var spec = (ObjectNode) tree(GOOD);
    set(spec, pointer, tree(yaml));
    return RESOLVER.resolve(spec, IDENTITY);
  }

  /** A sample as its user would apply it. */
  public static HamstringPipeline sample(String name) {
    try {
      return new KubernetesSerialization()
          .unmarshal(
              Files.readString(Path.of("../samples", name + ".yaml")), HamstringPipeline.class);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  public static JsonNode tree(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (IOException noYaml) {
      throw new UncheckedIOException(noYaml);
    }
  }

  private static void set(ObjectNode root, String pointer, JsonNode value) {
    var steps = pointer.split("/");
    JsonNode at = root;
    for (int i = 1; i < steps.length - 1; i++) {
      var next = at.isArray() ? at.get(Integer.parseInt(steps[i])) : at.get(steps[i]);
      at = next == null ? ((ObjectNode) at).putObject(steps[i]) : next;
    }
    ((ObjectNode) at).set(steps[steps.length - 1], value);
  }
}
