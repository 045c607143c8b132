package io.hamstring.recovery.loop;

import io.hamstring.contract.records.DeadLetter;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.RecordHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/**
 * Makes the record that a dead-letter topic gets for a poison record: raw key and value, and why.
 */
final class DeadLetters {

  private static final int MAX_MESSAGE = 1_000;

  private final String stage;
  private final String topic;

  DeadLetters(String stage, String topic) {
    this.stage = stage;
    this.topic = topic;
  }

  /**
   * @param body whether key, value and headers go along; where they are too large their place in
   *     the input topic has to do
   */
  OutputRecord of(
      InputRecord record, boolean body, int attempts, String exception, String message) {
    var headers = new ArrayList<RecordHeader>();
    if (body) {
      headers.addAll(record.headers());
    }
    headers.add(
        header(
            DeadLetter.PREFIX + "body",
            body ? "whole" : "left out: it is too large for this topic"));
    headers.add(header(DeadLetter.STAGE, stage));
    headers.add(header(DeadLetter.TOPIC, record.partition().topic()));
    headers.add(header(DeadLetter.PARTITION, Integer.toString(record.partition().number())));
    headers.add(header(DeadLetter.OFFSET, Long.toString(record.offset())));
    headers.add(header(DeadLetter.PREFIX + "timestamp", Long.toString(record.timestamp())));
    headers.add(header(DeadLetter.PREFIX + "attempts", Integer.toString(attempts)));
    headers.add(header(DeadLetter.PREFIX + "exception", exception));
    headers.add(
        header(
            DeadLetter.PREFIX + "message",
            message.substring(0, Math.min(message.length(), MAX_MESSAGE))));
    return new OutputRecord(
        topic, body ? record.key() : null, body ? record.value() : null, headers, record, 0);
  }

  private static RecordHeader header(String name, String value) {
    return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
