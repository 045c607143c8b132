package io.hamstring.samples.apiserver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** The parameters behind a path. */
record Query(Map<String, String> parameters) {

  Query {
    parameters = Map.copyOf(parameters);
  }

  /** Reads {@code a=b&c=d}; null is none. */
  static Query of(String raw) {
    var parameters = new HashMap<String, String>();
    for (var pair : (raw == null ? "" : raw).split("&")) {
      if (!pair.isEmpty()) {
        var parts = pair.split("=", 2);
        parameters.put(decoded(parts[0]), parts.length > 1 ? decoded(parts[1]) : "");
      }
    }
    return new Query(parameters);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  String text(String name, String otherwise) {
    return parameters.getOrDefault(name, otherwise);
  }

  boolean flag(String name) {
    var value = parameters.getOrDefault(name, "false");
    return value.equals("true") || value.equals("1");
  }

  OptionalLong number(String name) {
    var text = parameters.getOrDefault(name, "");
    try {
      return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw ApiException.badRequest("parameter " + name + " must be a number, was " + text);
    }
  }
}
