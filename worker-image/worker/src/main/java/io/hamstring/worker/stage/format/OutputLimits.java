package io.hamstring.worker.stage.format;

import io.hamstring.contract.settings.Section;

/**
 * Bounds of one batch that is written.
 *
 * @param maxBytes bytes of its value; below Kafka's default of 1 MiB for a record
 * @param maxEvents lines in it
 */
public record OutputLimits(int maxBytes, int maxEvents) {

  private static final int LEAST_BYTES = 1_000;
  private static final int MOST_BYTES = 1 << 30;

  /** The bounds that a stage's settings give. */
  public static OutputLimits of(Section section) {
    long bytes = section.bytes("maxRecordBytes", 900_000);
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      section.problem("maxRecordBytes", "must be from 1k to 1Gi, was " + bytes);
      bytes = 900_000;
    }
    return new OutputLimits(
        (int) bytes, section.number("maxEvents", 10_000L, 1, 10_000_000).intValue());
  }
}
