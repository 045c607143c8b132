package io.hamstring.operator.spec;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.api.v1alpha1.KafkaSpec;
import io.hamstring.contract.settings.KafkaSecurity;
import io.hamstring.contract.settings.OwnedClientSettings;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The free-form client settings of a spec. Those that exactly-once delivery rests on, and those
 * that the client itself refuses, are refused by name; no message shows a value, which may be a
 * secret.
 */
final class ClientSettings {

  private static final String CORE = "the worker sets it itself";
  private static final String GONE = "with groupProtocol consumer the brokers decide it";

  private static final Map<String, String> OWNED_ANYWHERE =
      Map.ofEntries(
          Map.entry("bootstrap.servers", "give spec.kafka.bootstrapServers"),
          Map.entry("config.providers", CORE),
          Map.entry("sasl.jaas.config", "it holds a password; give spec.kafka.authentication"),
          Map.entry("ssl.key.password", "it is a secret; give spec.kafka.authentication"),
          Map.entry("ssl.keystore.key", "it is a secret; give spec.kafka.authentication"),
          Map.entry("ssl.keystore.password", "it is a secret; give spec.kafka.authentication"),
          Map.entry("ssl.truststore.password", "it is a secret; give spec.kafka.tls"));

  private static final Map<String, String> OWNED_OF_CONSUMER =
      Map.of(
          "group.id", "give stages[].group",
          "group.protocol", "give spec.kafka.groupProtocol",
          "auto.offset.reset", "give spec.kafka.autoOffsetReset",
          "max.poll.interval.ms", "give spec.timeouts.maxPollInterval",
          "session.timeout.ms", "give spec.timeouts.session");

  private static final Map<String, String> OWNED_OF_PRODUCER =
      Map.of(
          "retries", "give spec.timeouts.message, which bounds them",
          "transaction.timeout.ms", "give spec.timeouts.transaction",
          "max.block.ms", "give spec.timeouts.transactionApi",
          "delivery.timeout.ms", "give spec.timeouts.message",
          "request.timeout.ms", "give spec.timeouts.message, of which it is half");

  private static final Map<GroupProtocol, Map<String, String>> REFUSED_BY_PROTOCOL =
      Map.of(
          GroupProtocol.CONSUMER,
          Map.of(
              "session.timeout.ms", GONE,
              "heartbeat.interval.ms", GONE,
              "partition.assignment.strategy", GONE + "; there is group.remote.assignor"),
          GroupProtocol.CLASSIC,
          Map.of("group.remote.assignor", "it needs groupProtocol consumer"));

  private final Findings findings;

  ClientSettings(Findings findings) {
    this.findings = findings;
  }

  /** The consumer's settings as texts, without those that are refused. */
  Map<String, String> consumer(KafkaSpec kafka, GroupProtocol protocol) {
    var path = FieldPath.SPEC.field("kafka").field("consumerConfig");
    var refused = new TreeMap<>(ownedAnywhere(kafka));
    if (kafka.getRack() != null) {
      refused.put("client.rack", "spec.kafka.rack gives it");
    }
    refused.putAll(OWNED_OF_CONSUMER);
    refused.putAll(REFUSED_BY_PROTOCOL.get(protocol));
    OwnedClientSettings.CONSUMER.forEach(name -> refused.putIfAbsent(name, CORE));
    return checked(
        path, texts(path, kafka.getConsumerConfig()), refused, ConsumerConfig.configDef());
  }

  /**
   * The producer's settings as texts, without those that are refused.
   *
   * @param message the bound on the delivery of a record, of which half is one request's
   */
  Map<String, String> producer(KafkaSpec kafka, Duration message) {
    var path = FieldPath.SPEC.field("kafka").field("producerConfig");
    var refused = new TreeMap<>(ownedAnywhere(kafka));
    refused.putAll(OWNED_OF_PRODUCER);
    OwnedClientSettings.PRODUCER.forEach(name -> refused.putIfAbsent(name, CORE));
    var settings =
        checked(path, texts(path, kafka.getProducerConfig()), refused, ProducerConfig.configDef());
    atMost(path, settings, "linger.ms", message.toMillis() / 2, "half of spec.timeouts.message");
    atMost(path, settings, "max.in.flight.requests.per.connection", 5, "what keeps the order");
    return settings;
  }

  /** Who says how the connection is secured says it whole. */
  private static Map<String, String> ownedAnywhere(KafkaSpec kafka) {
    if (kafka.getTls() == null && kafka.getAuthentication() == null) {
      return OWNED_ANYWHERE;
    }
    var owned = new TreeMap<>(OWNED_ANYWHERE);
    KafkaSecurity.OWNED.forEach(
        name -> owned.putIfAbsent(name, "spec.kafka.tls and spec.kafka.authentication make it"));
    return owned;
  }

  /** A mapping of single values as texts; numbers and truth values as they are written. */
  Map<String, String> texts(FieldPath path, JsonNode config) {
    var texts = new TreeMap<String, String>();
    if (config == null) {
      return texts;
    }
    config
        .properties()
        .forEach(
            entry -> {
              var value = entry.getValue();
              if (value.isNull() || value.isContainerNode()) {
                findings.problem(
                    path.field(entry.getKey()), "is no single value", "give a text or a number");
              } else {
                texts.put(
                    entry.getKey(),
                    value.isIntegralNumber() ? value.bigIntegerValue().toString() : value.asText());
              }
            });
    return texts;
  }

  private Map<String, String> checked(
      FieldPath path, Map<String, String> texts, Map<String, String> refused, ConfigDef known) {
    var settings = new TreeMap<String, String>();
    texts.forEach(
        (name, value) -> {
          var field = path.field(name);
          if (refused.containsKey(name)) {
            findings.problem(field, "is not yours to set", remedyOf(refused.get(name)));
          } else if (!known.names().contains(name)) {
            findings.warning(field, "is no setting that the Kafka client knows");
            settings.put(name, value);
          } else if (parses(known, name, value)) {
            settings.put(name, value);
          } else {
            findings.problem(
                field,
                "has a value that the Kafka client refuses",
                "give "
                    + known.configKeys().get(name).type.toString().toLowerCase(Locale.ROOT)
                    + boundsOf(known, name));
          }
        });
    return settings;
  }

  private static String remedyOf(String reason) {
    return "take it out: " + reason;
  }

  private static boolean parses(ConfigDef known, String name, String value) {
    var key = known.configKeys().get(name);
    try {
      var parsed = ConfigDef.parseType(name, value, key.type);
      if (key.validator != null) {
        key.validator.ensureValid(name, parsed);
      }
      return true;
    } catch (ConfigException refused) {
      return false;
    }
  }

  private static String boundsOf(ConfigDef known, String name) {
    var validator = known.configKeys().get(name).validator;
    return validator == null ? "" : ", " + validator;
  }

  private void atMost(
      FieldPath path, Map<String, String> settings, String name, long bound, String which) {
    var value = settings.get(name);
    if (value != null && Long.parseLong(value.trim()) > bound) {
      findings.problem(path.field(name), "is " + value, "give at most " + bound + ", " + which);
    }
  }
}
