package io.hamstring.worker.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import io.hamstring.contract.report.RoleWord;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where this worker is told what to be in its stage, by whoever has the token.
 *
 * @param token asked anew for each call; empty while there is none, and then nobody is let in
 * @param told takes a word that is for this incarnation; returns at once
 */
public record RoleDoor(Supplier<Optional<String>> token, Consumer<WorkerRole> told) {

  private static final String SCHEME = "Bearer ";
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * How a call is answered.
   *
   * @param words for a person; empty where the status says all
   */
  record Answer(int status, String words) {}

  /** Takes a word. */
  Answer answer(HttpExchange exchange, Supplier<WorkerReport> reports) throws IOException {
    var credentials = exchange.getRequestHeaders().getFirst("Authorization");
    if (credentials == null || !credentials.startsWith(SCHEME)) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      return new Answer(401, "a bearer token is needed");
    }
    if (!isTheToken(credentials.substring(SCHEME.length()))) {
      return new Answer(403, "that is not this worker's token");
    }
    var body = exchange.getRequestBody().readNBytes(RoleWord.MAX_BYTES + 1);
    return body.length > RoleWord.MAX_BYTES
        ? new Answer(413, "the body may have " + RoleWord.MAX_BYTES + " bytes")
        : answer(body, reports.get());
  }

  // In constant time, so that nobody learns it byte by byte.
  private boolean isTheToken(String given) {
    return token.get().map(ours -> MessageDigest.isEqual(bytes(ours), bytes(given))).orElse(false);
  }

  private Answer answer(byte[] body, WorkerReport report) {
    var word = object(body);
    if (word == null) {
      return new Answer(400, "the body must be a JSON object with incarnation and role");
    }
    var incarnation = word.path("incarnation");
    if (!incarnation.isTextual() || incarnation.asText().isEmpty()) {
      return new Answer(
          400, "incarnation: must be the instanceId of a report, was " + shown(incarnation));
    }
    var role = WorkerRole.ofWord(word.path("role").asText());
    if (!word.path("role").isTextual() || role.isEmpty()) {
      return new Answer(400, "role: must be active or standby, was " + shown(word.path("role")));
    }
    if (!incarnation.asText().equals(report.instanceId())) {
      return new Answer(409, "incarnation: this worker is " + report.instanceId() + " now");
    }
    told.accept(role.get());
    return new Answer(204, "");
  }

  private static JsonNode object(byte[] body) {
    try {
      var word = JSON.readTree(body);
      return word != null && word.isObject() ? word : null;
    } catch (JsonProcessingException notJson) {
      return null;
    } catch (IOException impossible) {
      throw new IllegalStateException("bytes are read without failing", impossible);
    }
  }

  private static String shown(JsonNode value) {
    if (value.isMissingNode()) {
      return "missing";
    }
    var text = value.toString();
    return text.length() <= 100 ? text : text.substring(0, 100) + "...";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
