package io.hamstring.worker.stage.sink;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Cuts rows into inserts that ClickHouse takes. */
final class Inserts {

  /** ClickHouse refuses an insert into more than 100 partitions at once. */
  static final int MOST_DAYS = 50;

  /** The bytes of an insert at most, unless a single row is longer. */
  static final int MOST_BYTES = 8 << 20;

  private Inserts() {}

  /** The rows in order, in portions of up to {@code size}. */
  static List<List<SinkRow>> of(List<SinkRow> rows, int size) {
    var inserts = new ArrayList<List<SinkRow>>();
    var open = new ArrayList<SinkRow>();
    var days = new HashSet<Long>();
    long bytes = 0;
    for (var row : rows) {
      boolean fits =
          open.size() < size
              && bytes + row.json().length <= MOST_BYTES
              && (days.size() < MOST_DAYS || days.contains(row.day()));
      if (!fits && !open.isEmpty()) {
        inserts.add(open);
        open = new ArrayList<>();
        days.clear();
        bytes = 0;
      }
      open.add(row);
      days.add(row.day());
      bytes += row.json().length;
    }
    if (!open.isEmpty()) {
      inserts.add(open);
    }
    return inserts;
  }

  /** What is sent: a row a line. */
  static byte[] body(List<SinkRow> rows) {
    var body =
        new ByteArrayOutputStream(rows.stream().mapToInt(row -> row.json().length + 1).sum());
    for (var row : rows) {
      body.writeBytes(row.json());
      body.write('\n');
    }
    return body.toByteArray();
  }
}
