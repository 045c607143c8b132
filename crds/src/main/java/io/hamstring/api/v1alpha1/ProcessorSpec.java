package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** The user's own code in place of the built-in of the type. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "has(self.className) != has(self.container)",
    message = "give either className or container")
public class ProcessorSpec {

  @JsonPropertyDescription(
      "A class on the worker's class path that implements the processor " + "interface.")
  @Pattern(Syntax.JAVA_CLASS)
  @Size(min = 1, max = 512)
  private String className;

  @JsonPropertyDescription(
      "A container beside the worker that answers its batches over "
          + "localhost: image, command, args, env, resources and the other "
          + "fields of a container.")
  @PreserveUnknownFields
  private JsonNode container;

  public String getClassName() {
    return className;
  }

  public void setClassName(String className) {
    this.className = className;
  }

  public JsonNode getContainer() {
    return container;
  }

  public void setContainer(JsonNode container) {
    this.container = container;
  }
}
