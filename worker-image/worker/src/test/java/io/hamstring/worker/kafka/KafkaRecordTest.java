package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class KafkaRecordTest {

  private static final Partition PARTITION = new Partition("in", 3);

  @Test
  void itSaysWhatWasFetched() {
    var headers =
        new RecordHeaders()
            .add("a", new byte[] {1})
            .add("b", new byte[] {2, 2})
            .add("a", new byte[] {3});

    var record = new KafkaRecord(PARTITION, fetched(headers, Optional.of(7)));

    assertThat(record.partition()).isEqualTo(PARTITION);
    assertThat(record.offset()).isEqualTo(42);
    assertThat(record.leaderEpoch()).isEqualTo(7);
    assertThat(record.timestamp()).isEqualTo(1_000);
    assertThat(record.key()).containsExactly(5);
    assertThat(record.value()).containsExactly(6, 6);
    assertThat(record.headers()).extracting(RecordHeader::name).containsExactly("a", "b", "a");
    assertThat(record.header("a")).as("the last of that name").containsExactly(3);
    assertThat(record.header("c")).isNull();
    assertThat(record.size()).isEqualTo(1 + 2 + (1 + 1) + (1 + 2) + (1 + 1));
    assertThat(record.id()).isEqualTo("in-3-42");
  }

  @Test
  void whatIsNotThereIsNull() {
    var fetched =
        new ConsumerRecord<byte[], byte[]>(
            "in",
            3,
            42,
            1_000,
            TimestampType.CREATE_TIME,
            -1,
            -1,
            null,
            null,
            new RecordHeaders(),
            Optional.empty());

    var record = new KafkaRecord(PARTITION, fetched);

    assertThat(record.key()).isNull();
    assertThat(record.value()).isNull();
    assertThat(record.headers()).isEmpty();
    assertThat(record.leaderEpoch()).isEqualTo(-1);
    assertThat(record.size()).isZero();
  }

  private static ConsumerRecord<byte[], byte[]> fetched(Headers headers, Optional<Integer> epoch) {
    return new ConsumerRecord<>(
        "in",
        3,
        42,
        1_000,
        TimestampType.CREATE_TIME,
        1,
        2,
        new byte[] {5},
        new byte[] {6, 6},
        headers,
        epoch);
  }
}
