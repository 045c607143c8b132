package io.hamstring.worker.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Kafka's own metrics of a client, for as long as the client lives. */
record ClientMetrics(MeterRegistry registry) {

  /** Registers them; the answer takes them away again. */
  Runnable of(Consumer<?, ?> consumer) {
    return bound(new KafkaClientMetrics(consumer));
  }

  /** Registers them; the answer takes them away again. */
  Runnable of(Producer<?, ?> producer) {
    return bound(new KafkaClientMetrics(producer));
  }

  private Runnable bound(KafkaClientMetrics metrics) {
    metrics.bindTo(registry);
    return metrics::close;
  }
}
