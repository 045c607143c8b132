package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;

/** The kinds of patch that change an object as it is, whoever owns its fields. */
final class Patches {

  static final String APPLY = "application/apply-patch+yaml";
  private static final String JSON = "application/json-patch+json";
  private static final String MERGE = "application/merge-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";

  private Patches() {}

  /** {@code live} with {@code patch} carried out; {@code live} is not changed. */
  static ObjectNode patched(ObjectNode live, String mediaType, JsonNode patch, ResourceType type) {
    return switch (mediaType) {
      case JSON -> json(live, patch);
      case MERGE -> Json.asObject(merged(live.deepCopy(), patch));
      case STRATEGIC -> {
        if (type.isCustom()) {
          throw ApiException.unsupportedMediaType(mediaType);
        }
        yield new StrategicMerge(type).of(live, Json.asObject(patch));
      }
      default -> throw ApiException.unsupportedMediaType(mediaType);
    };
  }

  private static ObjectNode json(ObjectNode live, JsonNode patch) {
    try {
      return Json.asObject(JsonPatch.apply(patch, live));
    } catch (JsonPatchException e) {
      throw ApiException.invalid("the patch does not fit: " + e.getMessage());
    }
  }

  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode)) {
      return patch;
    }
    var result = target instanceof ObjectNode object ? object : Json.object();
    patch
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                result.remove(field.getKey());
              } else {
                var old = result.path(field.getKey());
                result.set(field.getKey(), merged(old, field.getValue()));
              }
            });
    return result;
  }
}
