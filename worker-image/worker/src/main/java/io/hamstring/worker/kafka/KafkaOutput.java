package io.hamstring.worker.kafka;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.RejectedOutput;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transactional producer. Used by one thread at a time; the client's own thread reports failed
 * deliveries.
 */
final class KafkaOutput implements Output {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaOutput.class);

  // The client (4.4.0) splits a batch that the broker finds too large; one of a large record and a
  // small one that fits beside it comes out as it was, hundreds of times a second, until it times
  // out. Halving what a batch.size allows never takes this many.
  private static final int MANY_SPLITS = 20;

  private final Producer<byte[], byte[]> producer;
  private final Grants grants;
  private final Runnable endMetrics;

  private final Metric splits;
  private double splitsBefore;

  /** The failure of the transaction under way; a transaction's callbacks keep their own. */
  private AtomicReference<Undelivered> undelivered = new AtomicReference<>();

  KafkaOutput(Producer<byte[], byte[]> producer, Grants grants, Runnable endMetrics) {
    this.producer = producer;
    this.grants = grants;
    this.endMetrics = endMetrics;
    this.splits =
        producer.metrics().entrySet().stream()
            .filter(metric -> metric.getKey().name().equals("batch-split-total"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow();
  }

  @Override
  public void begin() {
    undelivered = new AtomicReference<>();
    splitsBefore = splits();
    try {
      producer.beginTransaction();
    } catch (RuntimeException failure) {
      throw failed(KafkaCall.SEND, failure);
    }
  }

  @Override
  public void send(OutputRecord record) {
    var produced = produced(record);
    try {
      producer.send(produced, new Delivery(record.topic(), record.source(), undelivered));
    } catch (RuntimeException failure) {
      throw failed(KafkaCall.SEND, failure);
    }
  }

  @Override
  public void sendOffsets(Map<Partition, Committed> offsets, Membership membership) {
    if (!membership.isKnown()) {
      // The broker takes offsets without a member id from anybody, at any time.
      throw new FailedCall(
          FailureKind.COMMIT_REFUSED, "offsets need a membership, was " + membership, null);
    }
    try {
      producer.sendOffsetsToTransaction(Partitions.client(offsets), clientMetadata(membership));
    } catch (RuntimeException failure) {
      throw failed(KafkaCall.SEND_OFFSETS, failure);
    }
  }

  /**
   * Waits for the deliveries first, so that one that fails is known for what it is, with nothing in
   * doubt: commitTransaction waits for them too, but gives up sooner than they do.
   */
  @Override
  public void commit() {
    deliver();
    try {
      producer.commitTransaction();
    } catch (RuntimeException failure) {
      throw failed(KafkaCall.COMMIT, failure);
    }
  }

  private void deliver() {
    try {
      producer.flush();
    } catch (RuntimeException failure) {
      throw failed(KafkaCall.SEND, failure);
    }
    var first = undelivered.get();
    if (first != null) {
      throw known(first);
    }
  }

  @Override
  public void abort() {
    try {
      producer.abortTransaction();
    } catch (RuntimeException failure) {
      throw KafkaFailures.failed(KafkaCall.ABORT, failure);
    }
  }

  @Override
  public void close(Duration timeout) {
    try {
      producer.close(Duration.ZERO);
    } catch (RuntimeException failure) {
      LOG.debug("closing the producer", failure);
    } finally {
      endMetrics.run();
    }
  }

  /** The delivery that failed says more than the call that met its consequence. */
  private FailedCall failed(KafkaCall call, RuntimeException failure) {
    var known = grants.failed(call, failure);
    var first = undelivered.get();
    if (first == null
        || known.kind() == FailureKind.COMMIT_IN_DOUBT
        || known.kind() == FailureKind.PRODUCER_LOST) {
      return known;
    }
    return known(first);
  }

  private FailedCall known(Undelivered first) {
    var detail = KafkaFailures.detail(KafkaCall.SEND, first.cause);
    if (first.isRejected()) {
      return new RejectedOutput(first.topic, first.source, detail, first.cause);
    }
    if (KafkaFailures.isTimeout(first.cause) && splits() - splitsBefore > MANY_SPLITS) {
      return new FailedCall(
          FailureKind.MISCONFIGURED,
          "max.message.bytes of topic "
              + first.topic
              + " is below what an output of this stage needs: "
              + detail,
          first.cause);
    }
    return grants.failed(KafkaCall.SEND, first.cause);
  }

  private double splits() {
    return (double) splits.metricValue();
  }

  // The client wants its own object back (4.2 on); ours crosses threads and is compared.
  @SuppressWarnings("removal")
  private static ConsumerGroupMetadata clientMetadata(Membership membership) {
    return new ConsumerGroupMetadata(
        membership.group(),
        membership.generation(),
        membership.memberId(),
        Optional.ofNullable(membership.instanceId()));
  }

  /**
   * What the client cannot even take, such as a record without a topic, is the stage's own fault.
   */
  private static ProducerRecord<byte[], byte[]> produced(OutputRecord record) {
    try {
      var produced = new ProducerRecord<>(record.topic(), record.key(), record.value());
      for (var header : record.headers()) {
        produced.headers().add(header.name(), header.value());
      }
      return produced;
    } catch (IllegalArgumentException | NullPointerException refused) {
      throw new RejectedOutput(
          record.topic(), record.source(), "no record for Kafka: " + refused.getMessage(), refused);
    }
  }

  /**
   * Remembers that a record was not delivered. A class of its own: a lambda that captures costs the
   * transaction thread more than one in twenty samples. It lives until the record is acknowledged,
   * so that it keeps nothing that only the record needs.
   */
  private record Delivery(String topic, InputRecord source, AtomicReference<Undelivered> first)
      implements Callback {

    @Override
    public void onCompletion(RecordMetadata metadata, Exception failure) {
      if (failure != null && !KafkaFailures.isPurge(failure)) {
        first.accumulateAndGet(new Undelivered(topic, source, failure), Undelivered::worthier);
      }
    }
  }

  /** A record that was not delivered, and why. */
  private record Undelivered(String topic, InputRecord source, Exception cause) {

    /**
     * The first, unless a later one is at fault for it: of a produce request that the broker
     * refuses for one record, all records fail.
     */
    static Undelivered worthier(Undelivered first, Undelivered later) {
      return first == null || (!first.isRejected() && later.isRejected()) ? later : first;
    }

    boolean isRejected() {
      return KafkaFailures.kind(KafkaCall.SEND, cause) == FailureKind.RECORD_REJECTED;
    }
  }
}
