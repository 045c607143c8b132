package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The part of JSONPath that printer columns use: {@code .field}, {@code ['field']}, {@code [0]},
 * {@code [*]} and {@code [?(@.field=="value")]}.
 */
final class JsonPath {

  private static final Pattern STEP =
      Pattern.compile(
          "\\G(?:"
              + "\\.(?<field>(?:[^.\\[\\\\]|\\\\.)+)"
              + "|\\['(?<quoted>[^']+)'\\]"
              + "|\\[(?<index>\\d+)\\]"
              + "|(?<all>\\[\\*\\])"
              + "|\\[\\?\\(@\\.(?<key>[\\w.]+)\\s*==\\s*[\"'](?<value>[^\"']*)[\"']\\)\\]"
              + ")");

  private JsonPath() {}

  /** The first value at {@code path}, or null. */
  static JsonNode first(JsonNode object, String path) {
    var nodes = List.of(object);
    var step = STEP.matcher(path);
    while (step.find()) {
      var next = new ArrayList<JsonNode>();
      for (var node : nodes) {
        if (step.group("field") != null) {
          next.add(node.path(step.group("field").replace("\\", "")));
        } else if (step.group("quoted") != null) {
          next.add(node.path(step.group("quoted")));
        } else if (step.group("index") != null) {
          next.add(node.path(Integer.parseInt(step.group("index"))));
        } else {
          node.forEach(next::add);
        }
      }
      if (step.group("key") != null) {
        var key = step.group("key");
        var value = step.group("value");
        next.removeIf(node -> !node.at("/" + key.replace('.', '/')).asText().equals(value));
      }
      next.removeIf(node -> node.isMissingNode() || node.isNull());
      nodes = next;
    }
    return nodes.isEmpty() ? null : nodes.get(0);
  }
}
