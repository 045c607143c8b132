package io.hamstring.worker.kafka;

import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A fetched record as the recovery core sees it; the client's own arrays, nothing copied. The
 * client's record around them is let go: tens of thousands are held until they are committed, and
 * every object of theirs is one more that the collector copies.
 */
final class KafkaRecord implements InputRecord {

  private final Partition partition;
  private final long offset;
  private final int leaderEpoch;
  private final long timestamp;
  private final byte[] key;
  private final byte[] value;
  private final Header[] headers;

  KafkaRecord(Partition partition, ConsumerRecord<byte[], byte[]> fetched) {
    this.partition = partition;
    this.offset = fetched.offset();
    this.leaderEpoch = fetched.leaderEpoch().orElse(-1);
    this.timestamp = fetched.timestamp();
    this.key = fetched.key();
    this.value = fetched.value();
    this.headers = fetched.headers().toArray();
  }

  @Override
  public Partition partition() {
    return partition;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public int leaderEpoch() {
    return leaderEpoch;
  }

  @Override
  public long timestamp() {
    return timestamp;
  }

  @Override
  public byte[] key() {
    return key;
  }

  @Override
  public byte[] value() {
    return value;
  }

  @Override
  public List<RecordHeader> headers() {
    if (headers.length == 0) {
      return List.of();
    }
    var all = new ArrayList<RecordHeader>(headers.length);
    for (var header : headers) {
      all.add(new RecordHeader(header.key(), header.value()));
    }
    return all;
  }

  @Override
  public byte[] header(String name) {
    for (int i = headers.length - 1; i >= 0; i--) {
      if (headers[i].key().equals(name)) {
        return headers[i].value();
      }
    }
    return null;
  }

  @Override
  public int size() {
    int size = length(key) + length(value);
    for (var header : headers) {
      size += header.key().length() + length(header.value());
    }
    return size;
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
