package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import java.io.IOException;

/**
 * Reads any spec, however wrong, and writes it back unharmed. Fields that do not parse are left out
 * of the Java object, but the spec as it was written stays with it: one stored object with a bad
 * field must not keep a client from listing all the others, and the field must still be there for
 * those who judge the spec.
 */
final class SpecJson {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addMixIn(HamstringPipelineSpec.class, ByFields.class)
          .addHandler(new LeaveOut())
          .build();

  private SpecJson() {}

  /** What the Java object alone says. */
  static JsonNode understood(HamstringPipelineSpec spec) {
    return MAPPER.valueToTree(spec);
  }

  /** Keeps what was written beside what was understood of it. */
  static final class Reader extends JsonDeserializer<HamstringPipelineSpec> {

    @Override
    public HamstringPipelineSpec deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      JsonNode written = parser.readValueAsTree();
      var spec = understoodOf(written);
      spec.remember(written, understood(spec));
      return spec;
    }

    private static HamstringPipelineSpec understoodOf(JsonNode written) {
      try {
        var spec = MAPPER.treeToValue(written, HamstringPipelineSpec.class);
        return spec == null ? new HamstringPipelineSpec() : spec;
      } catch (IOException | IllegalArgumentException nothingOfIt) {
        return new HamstringPipelineSpec();
      }
    }
  }

  /** Writes what {@link HamstringPipelineSpec#tree} says; its schema is that of the fields. */
  static final class Writer extends JsonSerializer<HamstringPipelineSpec> {

    @Override
    public void serialize(
        HamstringPipelineSpec spec, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      generator.writeTree(spec.tree());
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type)
        throws JsonMappingException {
      visitor
          .getProvider()
          .findValueSerializer(Fields.class)
          .acceptJsonFormatVisitor(visitor, type);
    }
  }

  /** The same fields, written by Jackson's own rules. */
  @JsonSerialize(using = JsonSerializer.None.class)
  private static final class Fields extends HamstringPipelineSpec {}

  @JsonDeserialize(using = JsonDeserializer.None.class)
  @JsonSerialize(using = JsonSerializer.None.class)
  private interface ByFields {}

  private static final class LeaveOut extends DeserializationProblemHandler {

    @Override
    public Object handleWeirdStringValue(
        DeserializationContext context, Class<?> target, String value, String why) {
      return null;
    }

    @Override
    public Object handleWeirdNumberValue(
        DeserializationContext context, Class<?> target, Number value, String why) {
      return null;
    }

    @Override
    public Object handleUnexpectedToken(
        DeserializationContext context,
        JavaType target,
        JsonToken token,
        JsonParser parser,
        String why)
        throws IOException {
      parser.skipChildren();
      return null;
    }

    @Override
    public Object handleMissingInstantiator(
        DeserializationContext context,
        Class<?> target,
        ValueInstantiator instantiator,
        JsonParser parser,
        String why)
        throws IOException {
      parser.skipChildren();
      return null;
    }
  }
}
