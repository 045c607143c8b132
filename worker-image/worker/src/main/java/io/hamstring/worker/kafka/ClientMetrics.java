package io.hamstring.worker.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Kafka's own metrics of a client, for as long as the client lives. */
record ClientMetrics(MeterRegistry registry) {

  // Both clients have the incarnation's id as client.id; some of their metrics have one name.
  private static final String CLIENT = "client";

  /** Registers them; the answer takes them away again. */
  Runnable of(Consumer<?, ?> consumer) {
    return bound(new KafkaClientMetrics(consumer, List.of(Tag.of(CLIENT, "consumer"))));
  }

  /** Registers them; the answer takes them away again. */
  Runnable of(Producer<?, ?> producer) {
    return bound(new KafkaClientMetrics(producer, List.of(Tag.of(CLIENT, "producer"))));
  }

  private Runnable bound(KafkaClientMetrics metrics) {
    metrics.bindTo(registry);
    return metrics::close;
  }
}
