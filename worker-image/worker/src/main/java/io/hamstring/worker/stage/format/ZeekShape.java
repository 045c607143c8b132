package io.hamstring.worker.stage.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Log lines as Zeek itself writes them ({@code id.orig_h}, {@code query}, {@code ts} as seconds or
 * with a zone), turned into the shape of HAMSTRING's sensor. Fields without a counterpart keep
 * their names; parts of a second stay.
 */
public final class ZeekShape {

  /** The client's address in HAMSTRING's shape. */
  public static final String SRC_IP = "src_ip";

  /** The time of the request in both shapes. */
  public static final String TS = "ts";

  /** The client's address as Zeek names it. */
  public static final String ORIGIN = "id.orig_h";

  private static final List<Map.Entry<String, String>> DNS =
      List.of(
          Map.entry(TS, TS),
          Map.entry("uid", "uid"),
          Map.entry(ORIGIN, SRC_IP),
          Map.entry("id.orig_p", "src_port"),
          Map.entry("id.resp_h", "dns_server_ip"),
          Map.entry("id.resp_p", "dns_server_port"),
          Map.entry("query", "domain_name"),
          Map.entry("qtype_name", "record_type"),
          Map.entry("answers", "response_ip"),
          Map.entry("TTLs", "ttls"),
          Map.entry("rejected", "rejected"),
          Map.entry("rcode", "status_code_id"),
          Map.entry("rcode_name", "status_code"));

  private static final List<Map.Entry<String, String>> OTHER =
      List.of(
          Map.entry(TS, TS),
          Map.entry("uid", "uid"),
          Map.entry(ORIGIN, SRC_IP),
          Map.entry("id.orig_p", "src_port"),
          Map.entry("id.resp_h", "dst_ip"),
          Map.entry("id.resp_p", "dst_port"));

  private ZeekShape() {}

  /** The line in HAMSTRING's shape; a line that is in it, or in no known one, as it stands. */
  public static ObjectNode normalised(ObjectNode line) {
    if (line.has(SRC_IP) || !line.has(ORIGIN)) {
      return line;
    }
    var rest = Json.object();
    rest.setAll(line);
    var shaped = Json.object();
    for (var name : isDns(line) ? DNS : OTHER) {
      var value = rest.remove(name.getKey());
      if (value != null) {
        shaped.set(name.getValue(), name.getKey().equals(TS) ? timestamp(value) : value);
      }
    }
    rest.properties().forEach(field -> shaped.putIfAbsent(field.getKey(), field.getValue()));
    return shaped;
  }

  private static boolean isDns(ObjectNode line) {
    return Json.text(line, "_path").map("dns"::equals).orElseGet(() -> !line.has("method"));
  }

  /** A time without a zone, or the value as it stands when it says no time. */
  private static JsonNode timestamp(JsonNode value) {
    OptionalLong micros;
    if (value.isNumber()) {
      micros = Timestamps.ofEpoch(value.decimalValue());
    } else if (value.isTextual() && value.textValue().indexOf('T') > 0) {
      micros = Timestamps.ofIso(value.textValue());
    } else {
      micros = ofDigits(value.asText());
    }
    return micros.isEmpty() ? value : TextNode.valueOf(Timestamps.text(micros.getAsLong()));
  }

  private static OptionalLong ofDigits(String text) {
    try {
      return text.length() > 40 ? OptionalLong.empty() : Timestamps.ofEpoch(new BigDecimal(text));
    } catch (NumberFormatException notOne) {
      return OptionalLong.empty();
    }
  }
}
