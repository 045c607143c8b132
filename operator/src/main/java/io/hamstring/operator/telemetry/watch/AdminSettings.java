package io.hamstring.operator.telemetry.watch;

import java.util.HashMap;
import java.util.Map;

/** The settings of the operator's admin clients. */
public final class AdminSettings {

  private AdminSettings() {}

  /** What a client of {@code cluster} is built with. */
  public static Map<String, Object> of(Cluster cluster) {
    var settings = new HashMap<String, Object>(cluster.clientConfig());
    settings.put("bootstrap.servers", cluster.bootstrapServers());
    settings.put("client.id", "hamstring-operator");
    // Fencing a producer with an open transaction takes one of these: 14 ms instead of 112 ms.
    settings.put("retry.backoff.ms", 5);
    settings.put("retry.backoff.max.ms", 500);
    settings.put("reconnect.backoff.max.ms", 1000);
    settings.put("request.timeout.ms", (int) ClusterWatch.BOUND.toMillis() - 1000);
    settings.put("default.api.timeout.ms", (int) ClusterWatch.BOUND.toMillis() - 500);
    settings.put("enable.metrics.push", false);
    settings.put("metric.reporters", "");
    return settings;
  }
}
