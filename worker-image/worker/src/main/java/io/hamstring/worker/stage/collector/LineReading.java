package io.hamstring.worker.stage.collector;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.worker.stage.format.IpAddress;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.MessageId;
import io.hamstring.worker.stage.format.StableId;
import io.hamstring.worker.stage.format.ZeekShape;

/**
 * What a collector makes of one record: a line and its subnet, or the rule that the line broke.
 *
 * @param line null for an invalid one
 * @param subnet null for an invalid one
 * @param broken null for a valid one
 */
record LineReading(CollectedLine line, String subnet, String broken) {

  static final String NO_VALUE = "value: missing";
  static final String NOT_JSON = "value: JSON object";
  static final String TOO_LARGE = "value: maxRecordBytes";

  /** Judges a record. No value makes it throw. */
  static LineReading of(InputRecord record, CollectorSettings settings) {
    if (record.value() == null) {
      return invalid(NO_VALUE);
    }
    return Json.line(record.value())
        .map(ZeekShape::normalised)
        .map(line -> checked(line, record, settings))
        .orElseGet(() -> invalid(NOT_JSON));
  }

  private static LineReading checked(
      ObjectNode line, InputRecord record, CollectorSettings settings) {
    var broken = settings.rules().firstBroken(line);
    if (broken.isPresent()) {
      return invalid(broken.get());
    }
    var client = IpAddress.parse(line.get(ZeekShape.SRC_IP).textValue()).orElseThrow();
    long micros = settings.rules().micros(line).orElseThrow();
    line.put("logline_id", StableId.of(record.id(), "logline"));
    MessageId.of(record).ifPresent(id -> line.put("server_message_id", id));
    var text = Json.quoted(line);
    return text.length >= Piece.room(settings.limits())
        ? invalid(TOO_LARGE)
        : new LineReading(
            new CollectedLine(record.offset(), micros, text), settings.subnets().of(client), null);
  }

  private static LineReading invalid(String rule) {
    return new LineReading(null, null, rule);
  }

  boolean isValid() {
    return broken == null;
  }
}
