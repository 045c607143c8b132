package io.hamstring.operator.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The schema of a pipeline's spec, from the definition that is checked in with the API. The only
 * place that defaults, bounds and patterns are written down in.
 */
final class SpecSchema {

  private static final String DEFINITION =
      "/io/hamstring/api/hamstringpipelines.hamstring.io-v1.yml";

  private final JsonNode schema;

  private SpecSchema(JsonNode schema) {
    this.schema = schema;
  }

  /** The schema of this version of the API. */
  static SpecSchema ofApi() {
    try (var yaml = HamstringPipeline.class.getResourceAsStream(DEFINITION)) {
      if (yaml == null) {
        throw new IllegalStateException(DEFINITION + " is not on the class path");
      }
      var definition = new ObjectMapper(new YAMLFactory()).readTree(yaml);
      return new SpecSchema(
          definition.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(DEFINITION + " cannot be read", unreadable);
    }
  }

  /**
   * The spec with every default filled in and everything that the schema refuses left out or
   * replaced by its default, so that whoever reads on finds the types it expects.
   */
  JsonNode complete(JsonNode written, Findings findings) {
    return new SchemaWalk(findings).complete(FieldPath.SPEC, schema, written);
  }

  /** The schema as it is written. */
  JsonNode asJson() {
    return schema.deepCopy();
  }
}
