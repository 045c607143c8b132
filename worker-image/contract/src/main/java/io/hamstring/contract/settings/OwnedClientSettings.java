package io.hamstring.contract.settings;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The Kafka client settings on which exactly-once depends. The worker sets them itself, so nobody
 * else may; all others are free.
 */
public final class OwnedClientSettings {

  /** Of the consumer. */
  public static final Set<String> CONSUMER =
      Set.of(
          "allow.auto.create.topics",
          "auto.offset.reset",
          "bootstrap.servers",
          "client.id",
          "enable.auto.commit",
          "group.id",
          "group.instance.id",
          "group.protocol",
          "interceptor.classes",
          "isolation.level",
          "key.deserializer",
          "max.poll.interval.ms",
          "session.timeout.ms",
          "value.deserializer");

  /** Of the producer. */
  public static final Set<String> PRODUCER =
      Set.of(
          "acks",
          "bootstrap.servers",
          "client.id",
          "delivery.timeout.ms",
          "enable.idempotence",
          "interceptor.classes",
          "key.serializer",
          "max.block.ms",
          "request.timeout.ms",
          "transaction.timeout.ms",
          "transaction.two.phase.commit.enable",
          "transactional.id",
          "value.serializer");

  private OwnedClientSettings() {}

  /** Those of {@code given} that are {@code owned}, in order. */
  public static Set<String> among(Map<String, String> given, Set<String> owned) {
    var refused = new TreeSet<>(given.keySet());
    refused.retainAll(owned);
    return refused;
  }
}
