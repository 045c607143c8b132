package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.FailedCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

class KafkaFailuresTest {

  /**
   * Each error that a broker can answer, from each call. An error that a new client brings is not
   * in the file, and the test fails until somebody has decided what it means.
   */
  @Test
  void eachErrorOfEachCallHasItsKind() throws IOException {
    assertThat(decided()).isEqualTo(written());
  }

  @Test
  void anAbortThatFailsIsTheEndOfItsProducerWhateverTheReason() {
    assertThat(Errors.values())
        .filteredOn(error -> error != Errors.NONE)
        .allMatch(error -> kind(KafkaCall.ABORT, error.exception()) == FailureKind.PRODUCER_LOST);
  }

  @Test
  void aCommitThatWasNotAnsweredIsInDoubt() {
    assertThat(kind(KafkaCall.COMMIT, new TimeoutException("max.block.ms")))
        .isEqualTo(FailureKind.COMMIT_IN_DOUBT);
    assertThat(
            kind(KafkaCall.COMMIT, new InterruptException("waiting", new InterruptedException())))
        .isEqualTo(FailureKind.COMMIT_IN_DOUBT);
    Thread.interrupted();
  }

  @Test
  void aTransactionThatCanOnlyBeAbortedIsNotInDoubt() {
    var late = new TimeoutException("Expiring 3 record(s)");
    var abortable = new TransactionAbortableException("exhausted", late);

    assertThat(kind(KafkaCall.COMMIT, abortable)).isEqualTo(FailureKind.TRANSPORT_LOST);
    assertThat(kind(KafkaCall.COMMIT, new KafkaException("error state", abortable)))
        .isEqualTo(FailureKind.TRANSPORT_LOST);
    assertThat(
            kind(KafkaCall.COMMIT, new KafkaException("error state", new CommitFailedException())))
        .isEqualTo(FailureKind.COMMIT_REFUSED);
    assertThat(
            kind(
                KafkaCall.COMMIT,
                new KafkaException("error state", new RecordTooLargeException("large"))))
        .isEqualTo(FailureKind.RECORD_REJECTED);
  }

  @Test
  void aCauseThatSaysMoreThanATimeoutCounts() {
    assertThat(
            kind(
                KafkaCall.SEND,
                new TimeoutException("late", new UnknownTopicOrPartitionException("t"))))
        .isEqualTo(FailureKind.TOPIC_MISSING);
    assertThat(
            kind(
                KafkaCall.POLL,
                new TimeoutException("late", new UnstableOffsetCommitException("pending"))))
        .isEqualTo(FailureKind.TRANSPORT_LOST);
    assertThat(
            kind(
                KafkaCall.OPEN_INPUT,
                new ExecutionException(Errors.GROUP_AUTHORIZATION_FAILED.exception())))
        .isEqualTo(FailureKind.NOT_AUTHORIZED);
  }

  @Test
  void aNameThatDoesNotResolveIsAnOutageAndAWrongSettingIsNot() {
    assertThat(kind(KafkaCall.OPEN_INPUT, refusal("no-such-host.invalid:9092", "earliest")))
        .isEqualTo(FailureKind.TRANSPORT_LOST);
    assertThat(kind(KafkaCall.OPEN_INPUT, refusal("localhost:9092", "sometimes")))
        .isEqualTo(FailureKind.MISCONFIGURED);
    assertThat(kind(KafkaCall.OPEN_INPUT, refusal("no port", "earliest")))
        .isEqualTo(FailureKind.MISCONFIGURED);
  }

  @Test
  void aTransactionTimeoutAboveTheBrokersLimitIsMisconfigured() {
    var asTheClientSaysIt =
        new KafkaException(
            "Unexpected error in InitProducerIdResponse; "
                + Errors.INVALID_TRANSACTION_TIMEOUT.message());

    assertThat(kind(KafkaCall.OPEN_OUTPUT, asTheClientSaysIt)).isEqualTo(FailureKind.MISCONFIGURED);
  }

  @Test
  void whatAListenerThrewComesBackAsItWas() {
    var thrown = new FailedCall(FailureKind.OFFSETS_LOST, "gone", null);
    var wrapped = new KafkaException("User rebalance callback throws an error", thrown);

    assertThat(KafkaFailures.failed(KafkaCall.POLL, wrapped)).isSameAs(thrown);
  }

  @Test
  void theDetailSaysWhatWasDoneAndEachCauseOnce() {
    var failure = new TimeoutException("late", new ConfigException("no such thing"));

    assertThat(KafkaFailures.detail(KafkaCall.SEND, failure))
        .isEqualTo("sending records: TimeoutException: late: ConfigException: no such thing");
  }

  private static FailureKind kind(KafkaCall call, Throwable failure) {
    return KafkaFailures.kind(call, failure);
  }

  private static RuntimeException refusal(String bootstrap, String reset) {
    try {
      new KafkaConsumer<>(
              java.util.Map.of(
                  ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                  ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, reset),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer())
          .close();
      throw new AssertionError("the consumer took " + bootstrap + " and " + reset);
    } catch (KafkaException refused) {
      return refused;
    }
  }

  private static Map<String, String> decided() {
    return Arrays.stream(Errors.values())
        .filter(error -> error != Errors.NONE)
        .collect(
            Collectors.toMap(
                Errors::name, error -> kinds(error.exception()), (a, b) -> a, TreeMap::new));
  }

  /** The kind, or each kind with the calls that give it. */
  private static String kinds(Throwable failure) {
    var byKind = new TreeMap<FailureKind, List<KafkaCall>>();
    for (var call : EnumSet.complementOf(EnumSet.of(KafkaCall.ABORT))) {
      byKind.merge(
          kind(call, failure),
          List.of(call),
          (some, more) -> java.util.stream.Stream.concat(some.stream(), more.stream()).toList());
    }
    if (byKind.size() == 1) {
      return byKind.firstKey().name();
    }
    return byKind.entrySet().stream()
        .map(
            entry ->
                entry.getKey()
                    + " "
                    + entry.getValue().stream().map(Enum::name).collect(Collectors.joining(",")))
        .collect(Collectors.joining("; "));
  }

  private static Map<String, String> written() throws IOException {
    var written = new TreeMap<String, String>();
    try (var file = KafkaFailuresTest.class.getResourceAsStream("/kafka-failures.txt")) {
      var kinds = "";
      for (var line : new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (line.startsWith("[")) {
          kinds = line.substring(1, line.length() - 1);
        } else if (!line.isBlank() && !line.startsWith("#")) {
          for (var error : line.split(" ")) {
            written.put(error, kinds);
          }
        }
      }
    }
    return written;
  }
}
