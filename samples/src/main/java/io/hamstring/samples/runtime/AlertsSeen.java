package io.hamstring.samples.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.samples.audit.MaliciousDomains;
import io.hamstring.worker.stage.detector.RegisteredDomain;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the alerts of a run name, beside what its input asked for. Confined to one thread. */
final class AlertsSeen {

  private final ObjectMapper json = new ObjectMapper();
  private final Set<String> asked = new TreeSet<>();
  private final Set<String> malicious = new TreeSet<>();
  private final Set<String> clients = new TreeSet<>();
  private long alerts;

  /** Takes a line of the input, as HAMSTRING's sensor or Zeek writes it. */
  void line(byte[] value) {
    var line = read(value);
    var name = line.path("domain_name").asText(line.path("query").asText(""));
    RegisteredDomain.of(name).ifPresent(domain -> asked.add(domain.toString()));
  }

  /** Takes an alert. */
  void alert(byte[] value) {
    alerts++;
    var alert = read(value);
    clients.add(alert.path("src_ip").asText());
    for (var finding : alert.path("result")) {
      for (var name : finding.path("domain_names")) {
        RegisteredDomain.of(name.asText()).ifPresent(domain -> malicious.add(domain.toString()));
      }
    }
  }

  private JsonNode read(byte[] value) {
    try {
      return json.readTree(value);
    } catch (IOException | IllegalArgumentException notJson) {
      return json.createObjectNode();
    }
  }

  long alerts() {
    return alerts;
  }

  /** Clients that an alert names. */
  Set<String> clients() {
    return clients;
  }

  MaliciousDomains domains() {
    return MaliciousDomains.of(asked.size(), List.copyOf(malicious));
  }
}
