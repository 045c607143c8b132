package io.hamstring.worker.stage.collector;

import java.util.Comparator;

/**
 * A valid line, ready to be written.
 *
 * @param offset of its record in the input partition
 * @param micros its time, in microseconds since 1970
 * @param text the line as a JSON string: quoted, quotes escaped; nobody changes it
 */
@SuppressWarnings("ArrayRecordComponent")
record CollectedLine(long offset, long micros, byte[] text) {

  static final Comparator<CollectedLine> BY_TIME =
      Comparator.comparingLong(CollectedLine::micros).thenComparingLong(CollectedLine::offset);

  /** Bytes it takes in a batch, with the comma after it. */
  int size() {
    return text.length + 1;
  }
}
