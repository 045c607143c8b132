package io.hamstring.operator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.api.v1alpha1.Definition;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether an upgrade that left the definition out is noticed. */
class InstalledDefinitionTest {

  private final ObjectNode document = new JsonMapper().createObjectNode();
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private ObjectNode spec;
  private ObjectNode status;

  @BeforeEach
  void asThisReleaseHasIt() {
    var schemas = document.putObject("components").putObject("schemas");
    schemas.putObject("io.hamstring.v1alpha1.HamstringPipelineList").put("type", "object");
    var schema = schemas.putObject("io.hamstring.v1alpha1.HamstringPipeline");
    schema.putArray("x-kubernetes-group-version-kind").addObject().put("kind", "HamstringPipeline");
    spec = Definition.specSchema().deepCopy();
    status = Definition.statusSchema().deepCopy();
    schema.putObject("properties").<ObjectNode>set("spec", spec).set("status", status);
  }

  private InstalledDefinition installed() {
    return InstalledDefinition.watch(document::toString, registry);
  }

  private double lacking() {
    return registry.get("hamstring_operator_definition_lacks").gauge().value();
  }

  @Test
  void nothingIsMissingInTheDefinitionOfThisRelease() {
    try (var definition = installed()) {
      assertThat(definition.complaint()).isEmpty();
      assertThat(lacking()).isZero();
    }
  }

  @Test
  void whatAnOlderOneLacksIsNamedUntilItIsThere() {
    var whole = spec.deepCopy();
    ((ObjectNode) spec.at("/properties/stages/items/properties")).remove("standby");
    ((ObjectNode) spec.at("/properties")).remove("guard");
    ((ObjectNode) status.at("/properties")).remove("memory");
    try (var definition = installed()) {
      assertThat(definition.complaint().orElseThrow())
          .contains("hamstringpipelines.hamstring.io", "apply the one of this release")
          .contains("spec.stages[].standby", "spec.guard", "status.memory");
      assertThat(lacking()).isEqualTo(3);

      spec.setAll(whole);
      status.setAll((ObjectNode) Definition.statusSchema().deepCopy());
      definition.look();

      assertThat(definition.complaint()).isEmpty();
      assertThat(lacking()).isZero();
    }
  }

  @Test
  void aNewerOneMayHaveMore() {
    ((ObjectNode) spec.at("/properties")).putObject("later").put("type", "string");

    try (var definition = installed()) {
      assertThat(definition.complaint()).isEmpty();
    }
  }

  @Test
  void aServerThatDoesNotSayIsNobodysBusiness() {
    try (var refusing =
            InstalledDefinition.watch(
                () -> {
                  throw new KubernetesClientException("forbidden");
                },
                registry);
        var silent = InstalledDefinition.watch(() -> null, registry)) {
      assertThat(refusing.complaint()).isEmpty();
      assertThat(silent.complaint()).isEmpty();
    }
  }
}
