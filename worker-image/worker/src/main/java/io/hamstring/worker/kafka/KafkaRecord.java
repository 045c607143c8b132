package io.hamstring.worker.kafka;

import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A fetched record as the recovery core sees it; the client's own arrays, nothing copied. */
record KafkaRecord(Partition partition, ConsumerRecord<byte[], byte[]> fetched)
    implements InputRecord {

  @Override
  public long offset() {
    return fetched.offset();
  }

  @Override
  public int leaderEpoch() {
    return fetched.leaderEpoch().orElse(-1);
  }

  @Override
  public long timestamp() {
    return fetched.timestamp();
  }

  @Override
  public byte[] key() {
    return fetched.key();
  }

  @Override
  public byte[] value() {
    return fetched.value();
  }

  @Override
  public List<RecordHeader> headers() {
    var theirs = fetched.headers().toArray();
    if (theirs.length == 0) {
      return List.of();
    }
    var headers = new ArrayList<RecordHeader>(theirs.length);
    for (var header : theirs) {
      headers.add(new RecordHeader(header.key(), header.value()));
    }
    return headers;
  }

  @Override
  public byte[] header(String name) {
    var header = fetched.headers().lastHeader(name);
    return header == null ? null : header.value();
  }

  @Override
  public int size() {
    int size = length(fetched.key()) + length(fetched.value());
    // An array of none costs nothing, an iterator over none does, for every record.
    for (var header : fetched.headers().toArray()) {
      size += header.key().length() + length(header.value());
    }
    return size;
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
