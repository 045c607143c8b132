package io.hamstring.operator.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;

/**
 * The stage that writes monitoring rows, which a pipeline with a ClickHouse has without listing it.
 */
final class ImpliedSink {

  private static final String TYPE = "monitoring";
  private static final String NAME = "monitoring";
  private static final String OTHER_NAME = "monitoring-sink";
  private static final String DEAD_LETTERS = "monitoring-dlt";

  /** Inserts are waited for, so that two at a time use what one leaves idle. */
  private static final int CONCURRENCY = 2;

  private ImpliedSink() {}

  /** A spec as it was written with that stage at its end, unless it needs none. */
  static JsonNode in(JsonNode written) {
    boolean needed =
        written != null
            && written.at("/monitoring/clickhouse").isObject()
            && written.path("stages").isArray();
    if (!needed) {
      return written;
    }
    var names = new HashSet<String>();
    for (var stage : written.path("stages")) {
      if (stage.path("type").asText().equals(TYPE)) {
        return written;
      }
      names.add(stage.path("name").asText());
    }
    var complete = (ObjectNode) written.deepCopy();
    var sink = ((ArrayNode) complete.get("stages")).addObject();
    sink.put("name", names.contains(NAME) ? OTHER_NAME : NAME);
    sink.put("type", TYPE);
    sink.put("replicas", 1);
    sink.put("concurrency", CONCURRENCY);
    sink.putObject("onPoison").put("deadLetterTopic", DEAD_LETTERS);
    return complete;
  }
}
