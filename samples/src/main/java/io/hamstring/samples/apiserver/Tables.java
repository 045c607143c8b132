package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/** Objects as the rows of a table, which is what {@code kubectl get} asks for. */
record Tables(ResourceType type, Instant now) {

  private static final long DOUBLE_UNIT = 2;

  ObjectNode of(List<ObjectNode> objects, String version, String include) {
    var table = Json.object().put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
    table.putObject("metadata").put("resourceVersion", version);
    var columns = table.putArray("columnDefinitions");
    columns.add(definition(Column.of("Name", "string", Json::name)).put("format", "name"));
    type.columns().forEach(column -> columns.add(definition(column)));
    if (!hasAge()) {
      columns.add(definition(Column.of("Age", "string", Json::name)));
    }
    var rows = table.putArray("rows");
    objects.forEach(object -> rows.add(row(object, include)));
    return table;
  }

  private boolean hasAge() {
    return type.columns().stream().anyMatch(column -> column.name().equals("Age"));
  }

  private static ObjectNode definition(Column column) {
    return Json.object()
        .put("name", column.name())
        .put("type", column.type().equals("date") ? "string" : column.type())
        .put("format", "")
        .put("description", column.description())
        .put("priority", column.priority());
  }

  private ObjectNode row(ObjectNode object, String include) {
    var row = Json.object();
    var cells = row.putArray("cells").add(Json.name(object));
    type.columns().forEach(column -> addCell(cells, column, object));
    if (!hasAge()) {
      cells.add(age(object.at("/metadata/creationTimestamp").asText()));
    }
    if (include.equals("Object")) {
      row.set("object", object);
    } else if (!include.equals("None")) {
      row.set("object", metadataOnly(object));
    }
    return row;
  }

  private void addCell(ArrayNode cells, Column column, JsonNode object) {
    var text = column.cell().apply(object);
    if (column.type().equals("date")) {
      cells.add(age(text));
    } else if (column.type().equals("integer") && text.matches("-?\\d{1,18}")) {
      cells.add(Long.parseLong(text));
    } else {
      cells.add(text);
    }
  }

  private static ObjectNode metadataOnly(ObjectNode object) {
    var partial =
        Json.object().put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/v1");
    partial.set("metadata", object.path("metadata"));
    return partial;
  }

  private String age(String time) {
    try {
      return shown(Duration.between(Instant.parse(time), now));
    } catch (DateTimeParseException unknown) {
      return "<unknown>";
    }
  }

  private static String shown(Duration age) {
    if (age.toMinutes() < DOUBLE_UNIT) {
      return Math.max(0, age.toSeconds()) + "s";
    }
    if (age.toHours() < DOUBLE_UNIT) {
      return age.toMinutes() + "m";
    }
    return age.toDays() < DOUBLE_UNIT ? age.toHours() + "h" : age.toDays() + "d";
  }
}
