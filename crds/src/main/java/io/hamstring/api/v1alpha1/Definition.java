package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The custom resource definition of HamstringPipeline, as it is checked in and applied. */
public final class Definition {

  private static final String RESOURCE = "/io/hamstring/api/hamstringpipelines.hamstring.io-v1.yml";

  private Definition() {}

  /** The whole definition; every call reads it anew. */
  public static JsonNode asJson() {
    try (var yaml = Definition.class.getResourceAsStream(RESOURCE)) {
      if (yaml == null) {
        throw new IllegalStateException(RESOURCE + " is not on the class path");
      }
      return new ObjectMapper(new YAMLFactory()).readTree(yaml);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", unreadable);
    }
  }

  /** The schema of the spec in this version of the API; read once, and nobody's to change. */
  public static JsonNode specSchema() {
    return Schema.FIELDS.path("spec");
  }

  /** The schema of the status, likewise. */
  public static JsonNode statusSchema() {
    return Schema.FIELDS.path("status");
  }

  private static final class Schema {
    static final JsonNode FIELDS =
        asJson().at("/spec/versions/0/schema/openAPIV3Schema/properties");
  }
}
