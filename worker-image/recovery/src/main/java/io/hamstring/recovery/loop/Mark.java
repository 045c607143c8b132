package io.hamstring.recovery.loop;

import java.util.HashMap;
import java.util.Map;

/**
 * What stands beside a committed offset, for whoever reads on from there. Text of the form {@code
 * key=value} separated by spaces; what somebody else wrote there counts as nothing.
 *
 * @param topicId of the topic the offset belongs to, or empty; a topic made anew has another one
 * @param partitionsAtStart partitions the topic had when the group began, or 0; later ones are new
 * @param starts how often work on this offset was begun and never committed
 * @param attempt how often the record at this offset was tried alone
 * @param by the incarnation that wrote {@code starts}
 * @param lookBackFrom no look-back starts before this offset: the record below it was given up
 */
record Mark(
    String topicId, int partitionsAtStart, int starts, int attempt, String by, long lookBackFrom) {

  /** Nothing known. */
  static final Mark NONE = new Mark("", 0, 0, 0, "", 0);

  static Mark parse(String metadata) {
    Map<String, String> values = new HashMap<>();
    for (var pair : metadata.split(" ")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return new Mark(
        values.getOrDefault("topic", ""),
        (int) number(values.get("of"), 9),
        (int) number(values.get("starts"), 9),
        (int) number(values.get("attempt"), 9),
        values.getOrDefault("by", ""),
        number(values.get("from"), 18));
  }

  private static long number(String text, int digits) {
    return text != null && text.matches("\\d{1," + digits + "}") ? Long.parseLong(text) : 0;
  }

  String encoded() {
    var text = new StringBuilder();
    append(text, "topic", topicId);
    append(text, "of", partitionsAtStart == 0 ? "" : Integer.toString(partitionsAtStart));
    append(text, "from", lookBackFrom == 0 ? "" : Long.toString(lookBackFrom));
    if (starts > 0) {
      append(text, "starts", Integer.toString(starts));
      append(text, "attempt", attempt == 0 ? "" : Integer.toString(attempt));
      append(text, "by", by);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String key, String value) {
    if (!value.isEmpty()) {
      text.append(text.length() == 0 ? "" : " ").append(key).append('=').append(value);
    }
  }

  /** Whether the offset belongs to a topic with another id, as far as both are known. */
  boolean isOfAnotherTopic(String id) {
    return !id.isEmpty() && !topicId.isEmpty() && !id.equals(topicId);
  }

  /** Whether somebody began to work from here and was never heard of again. */
  boolean isSuspect(String reader) {
    return starts > 0 && !by.equals(reader);
  }

  /** Work is begun by {@code incarnation}; what it began itself before does not count again. */
  Mark begun(String incarnation) {
    return by.equals(incarnation) && starts > 0
        ? this
        : new Mark(topicId, partitionsAtStart, starts + 1, attempt, incarnation, lookBackFrom);
  }

  /** The record is about to be tried alone. */
  Mark tried(String incarnation) {
    return new Mark(topicId, partitionsAtStart, starts, attempt + 1, incarnation, lookBackFrom);
  }

  /** Somebody got past this offset, or left it in good order. */
  Mark cleared() {
    return new Mark(topicId, partitionsAtStart, 0, 0, "", lookBackFrom);
  }

  /** The record at {@code offset} was given up. */
  Mark gaveUp(long offset) {
    return new Mark(topicId, partitionsAtStart, 0, 0, "", offset + 1);
  }

  /** Of a topic with that id, which had that many partitions when the group began. */
  Mark of(String topic, int partitions) {
    return new Mark(topic, partitions, starts, attempt, by, lookBackFrom);
  }
}
