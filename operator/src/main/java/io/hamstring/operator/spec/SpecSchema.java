package io.hamstring.operator.spec;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.api.v1alpha1.Definition;

/**
 * The schema of a pipeline's spec, from the definition that is checked in with the API. The only
 * place that defaults, bounds and patterns are written down in.
 */
final class SpecSchema {

  private final JsonNode schema;

  private SpecSchema(JsonNode schema) {
    this.schema = schema;
  }

  /** The schema of this version of the API. */
  static SpecSchema ofApi() {
    return new SpecSchema(Definition.specSchema());
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
