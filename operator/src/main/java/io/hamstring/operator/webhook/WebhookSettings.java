package io.hamstring.operator.webhook;

import java.util.Set;

/**
 * How the validating webhook is served and announced.
 *
 * @param address to bind to; empty when there is no webhook
 * @param port 0 for a free one
 * @param namespace of the operator, where service and Secret are
 * @param service through which the API server reaches it
 * @param secret that keeps the certificates
 * @param configuration the ValidatingWebhookConfiguration that is told which authority to trust
 */
public record WebhookSettings(
    String address,
    int port,
    String namespace,
    String service,
    String secret,
    String configuration) {

  /** No webhook. */
  public static final WebhookSettings OFF = new WebhookSettings("", 0, "", "", "", "");

  /** Whether there is one. */
  public boolean isOn() {
    return !address.isEmpty();
  }

  /** The names by which the API server, or a person from inside the cluster, asks for it. */
  public Set<String> names() {
    var full = service + "." + namespace + ".svc";
    return Set.of(full, full + ".cluster.local", service + "." + namespace);
  }
}
