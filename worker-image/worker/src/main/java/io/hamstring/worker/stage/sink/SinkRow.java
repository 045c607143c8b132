package io.hamstring.worker.stage.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.Timestamps;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalLong;

/**
 * A row as it is inserted: a line of JSON with the place of its record in front. The same record
 * always makes the same row, whenever it is read, so that a row that came twice folds into one.
 *
 * @param json without a line break
 * @param day the days since 1970 of its record, by which the table is partitioned
 */
@SuppressWarnings("ArrayRecordComponent")
record SinkRow(InputRecord source, byte[] json, long day) {

  /** The columns that tell where a row came from; the first three are its key. */
  static final String TOPIC_ID = "topic_id";

  static final String PARTITION = "topic_partition";
  static final String OFFSET = "topic_offset";
  static final String WRITTEN = "written";

  static final long SECONDS_A_DAY = 86_400;

  private static final long MICROS = 1_000_000;
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /** What ClickHouse's DateTime holds at most: a second in 2106. */
  private static final long LAST_SECOND = (1L << 32) - 1;

  /** A record that is no row of its table. */
  static final class BadRow extends Exception {

    private static final long serialVersionUID = 1L;

    BadRow(String reason) {
      super(reason);
    }
  }

  /**
   * The row that a record is.
   *
   * @throws BadRow naming what is wrong
   */
  static SinkRow of(SinkTable table, String topicId, InputRecord source) throws BadRow {
    var given =
        source.value() == null
            ? null
            : Json.line(source.value()).orElseThrow(() -> new BadRow("it is no JSON object"));
    if (given == null) {
      throw new BadRow("it has no value");
    }
    long written = Math.min(Math.max(source.timestamp(), 0) / 1_000, LAST_SECOND);
    var row = Json.object();
    row.put(TOPIC_ID, topicId);
    row.put(PARTITION, source.partition().number());
    row.put(OFFSET, source.offset());
    row.put(WRITTEN, written);
    for (var column : table.columns()) {
      put(row, column, given.get(column.name()), source);
    }
    return new SinkRow(source, Json.bytes(row), written / SECONDS_A_DAY);
  }

  private static void put(
      ObjectNode row, SinkTable.Column column, JsonNode value, InputRecord source) throws BadRow {
    boolean missing = value == null || value.isNull();
    var name = column.name();
    switch (column.type()) {
      case TEXT -> row.put(name, missing ? refuse(column, "is missing") : text(value));
      case OPTIONAL_TEXT -> row.put(name, missing ? null : text(value));
      case TIME -> {
        long micros = missing ? Math.max(source.timestamp(), 0) * 1_000 : micros(column, value);
        row.put(name, micros / MICROS);
        row.put(column.micros(), micros);
      }
      case COUNT -> row.put(name, missing ? count(column, null) : count(column, value));
      case REAL -> row.put(name, missing ? real(column, null) : real(column, value));
      case FLAG -> row.put(name, flag(column, value));
    }
  }

  private static String refuse(SinkTable.Column column, String what) throws BadRow {
    throw new BadRow(column.name() + " " + what);
  }

  private static String text(JsonNode value) {
    var text = value.isValueNode() ? value.asText() : new String(Json.bytes(value), UTF_8);
    // Half of a surrogate pair has no UTF-8; ClickHouse would refuse the whole insert for it.
    return text.chars().anyMatch(each -> Character.isSurrogate((char) each))
        ? new String(text.getBytes(UTF_8), UTF_8)
        : text;
  }

  private static long micros(SinkTable.Column column, JsonNode value) throws BadRow {
    var micros = OptionalLong.empty();
    if (value.isNumber()) {
      micros = Timestamps.ofEpoch(value.decimalValue());
    } else if (value.isTextual()) {
      // HAMSTRING's own way of writing has a space there.
      micros = Timestamps.ofIso(value.textValue().strip().replaceFirst("^(.{10}) ", "$1T"));
    }
    if (micros.isEmpty()) {
      throw new BadRow(column.name() + " is no time");
    }
    if (micros.getAsLong() < 0 || micros.getAsLong() / MICROS > LAST_SECOND) {
      throw new BadRow(column.name() + " is not between 1970 and 2106");
    }
    return micros.getAsLong();
  }

  private static BigDecimal number(SinkTable.Column column, JsonNode value) throws BadRow {
    if (value != null && value.isNumber()) {
      return value.decimalValue();
    }
    if (value != null
        && value.isTextual()
        && value.textValue().matches("-?\\d{1,18}(\\.\\d{1,18})?")) {
      return new BigDecimal(value.textValue());
    }
    throw new BadRow(column.name() + (value == null ? " is missing" : " is no number"));
  }

  private static long count(SinkTable.Column column, JsonNode value) throws BadRow {
    var number = number(column, value);
    boolean whole = number.scale() > -19 && number.stripTrailingZeros().scale() <= 0;
    if (!whole || number.signum() < 0 || number.toBigInteger().compareTo(MOST) > 0) {
      throw new BadRow(column.name() + " is no whole number from 0");
    }
    return number.longValue();
  }

  private static double real(SinkTable.Column column, JsonNode value) throws BadRow {
    double number = number(column, value).doubleValue();
    if (!Double.isFinite(number)) {
      throw new BadRow(column.name() + " is no number that can be kept");
    }
    return number;
  }

  private static int flag(SinkTable.Column column, JsonNode value) throws BadRow {
    if (value != null && value.isBoolean()) {
      return value.booleanValue() ? 1 : 0;
    }
    long number = count(column, value == null || value.isNull() ? null : value);
    if (number > 1) {
      throw new BadRow(column.name() + " is neither true nor false");
    }
    return (int) number;
  }
}
