package io.hamstring.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.api.v1alpha1.Definition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether an upgrade that left the definition out is noticed. */
class InstalledDefinitionTest {

  private final ObjectNode document = new JsonMapper().createObjectNode();
  private ObjectNode spec;

  @BeforeEach
  void asThisReleaseHasIt() {
    var schemas = document.putObject("components").putObject("schemas");
    schemas.putObject("io.hamstring.v1alpha1.HamstringPipelineList").put("type", "object");
    var schema = schemas.putObject("io.hamstring.v1alpha1.HamstringPipeline");
    schema.putArray("x-kubernetes-group-version-kind").addObject().put("kind", "HamstringPipeline");
    spec = (ObjectNode) Definition.specSchema().deepCopy();
    schema.putObject("properties").set("spec", spec);
  }

  @Test
  void nothingIsMissingInTheDefinitionOfThisRelease() throws Exception {
    assertThat(InstalledDefinition.missing(document.toString())).isEmpty();
  }

  @Test
  void whatAnOlderOneLacksIsNamed() throws Exception {
    ((ObjectNode) spec.at("/properties/stages/items/properties")).remove("standby");
    ((ObjectNode) spec.at("/properties")).remove("guard");

    assertThat(InstalledDefinition.missing(document.toString()))
        .containsExactlyInAnyOrder("spec.stages[].standby", "spec.guard");
  }

  @Test
  void aNewerOneMayHaveMore() throws Exception {
    ((ObjectNode) spec.at("/properties")).putObject("later").put("type", "string");

    assertThat(InstalledDefinition.missing(document.toString())).isEmpty();
  }
}
