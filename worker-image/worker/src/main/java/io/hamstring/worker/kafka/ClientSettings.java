package io.hamstring.worker.kafka;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The properties of an incarnation's clients, in three layers: measured defaults, what the user
 * says, and on top what exactly-once depends on.
 */
record ClientSettings(WorkerSettings worker, Incarnation incarnation, SecretFiles secrets) {

  /** Of the consumer. */
  Map<String, Object> consumer() {
    var kafka = worker.kafka();
    var properties = new LinkedHashMap<String, Object>();
    // A survivor's first fetch of a partition waits behind its own long poll of the others.
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
    properties.put(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, 10);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    properties.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 60_000);
    quiet(properties);
    if (kafka.groupProtocol() == GroupProtocol.CLASSIC) {
      properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 250);
      properties.put(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          CooperativeStickyAssignor.class.getName());
    }
    properties.putAll(kafka.consumerConfig());
    common(properties);
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, worker.stage().group());
    properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, kafka.groupProtocol().id());
    properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, incarnation.instanceId());
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    properties.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    properties.put(
        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
        millis(worker.timeouts().maxPollInterval().toMillis()));
    if (kafka.groupProtocol() == GroupProtocol.CLASSIC) {
      properties.put(
          ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, millis(worker.timeouts().session().toMillis()));
    }
    return properties;
  }

  /** Of the producer. */
  Map<String, Object> producer() {
    var timeouts = worker.timeouts();
    var properties = new LinkedHashMap<String, Object>();
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 * 1024);
    // The next transaction meets the markers of the one before and waits this long.
    properties.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 2);
    quiet(properties);
    properties.putAll(worker.kafka().producerConfig());
    common(properties);
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, incarnation.transactionalId());
    properties.put(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, millis(timeouts.transaction().toMillis()));
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeouts.transactionApi().toMillis());
    properties.put(
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(timeouts.message().toMillis()));
    properties.put(
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis(timeouts.message().toMillis() / 2));
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    properties.put(
        ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    return properties;
  }

  /** Of the client that settles predecessors: it reaches the cluster as the consumer does. */
  Map<String, Object> admin() {
    var properties = new LinkedHashMap<String, Object>();
    // Ending an open transaction takes one back-off while its markers are written.
    properties.put(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, 5);
    quiet(properties);
    worker
        .kafka()
        .consumerConfig()
        .forEach(
            (name, value) -> {
              if (AdminClientConfig.configNames().contains(name)) {
                properties.put(name, value);
              }
            });
    common(properties);
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, incarnation.instanceId() + "-settling");
    int bound = millis(worker.timeouts().transactionApi().toMillis());
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, bound);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, bound);
    return properties;
  }

  private void common(Map<String, Object> properties) {
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, worker.kafka().bootstrapServers());
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, incarnation.instanceId());
    properties.putAll(worker.kafka().security().clientSettings(secrets::read));
  }

  // Nobody reads JMX or pushed client telemetry here: the metrics leave by HTTP.
  private static void quiet(Map<String, Object> properties) {
    properties.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    properties.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
  }

  private static int millis(long millis) {
    return (int) Math.min(millis, Integer.MAX_VALUE);
  }
}
