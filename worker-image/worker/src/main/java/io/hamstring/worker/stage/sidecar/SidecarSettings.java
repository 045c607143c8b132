package io.hamstring.worker.stage.sidecar;

import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.Section;
import java.time.Duration;
import java.util.Locale;

/**
 * How a stage's sidecar is asked.
 *
 * @param port where it listens on the loopback address
 * @param timeout bound on one answer, from the first byte asked to the last answered
 * @param maxRequestBytes a batch whose request would be larger is asked in parts
 * @param maxAnswerBytes a larger answer is none
 */
public record SidecarSettings(
    int port, Duration timeout, int maxRequestBytes, int maxAnswerBytes, Values values) {

  private static final long MIB = 1 << 20;
  private static final int LEAST_BYTES = 1_000;
  private static final int MOST_BYTES = 1 << 30;
  private static final Duration LONGEST = Duration.ofHours(1);

  /** How the values of records stand in a request. */
  public enum Values {
    /** As JSON where they are JSON, as base64 otherwise. */
    JSON,
    /** Always as base64. */
    BASE64
  }

  /** Reads {@code config.sidecar}; problems are added to the section. */
  public static SidecarSettings of(Section section) {
    var timeout = section.duration("timeout", Duration.ofSeconds(30));
    if (timeout.isZero() || timeout.compareTo(LONGEST) > 0) {
      section.problem("timeout", "must be longer than 0 and at most 1h");
    }
    var settings =
        new SidecarSettings(
            section.number("port", (long) WorkerPod.SIDECAR_PORT, 1, 65_535).intValue(),
            timeout,
            bytes(section, "maxRequestBytes", 8 * MIB),
            bytes(section, "maxAnswerBytes", 16 * MIB),
            section.converted("values", SidecarSettings::values, Values.JSON));
    section.refuseOtherKeys();
    return settings;
  }

  private static int bytes(Section section, String key, long otherwise) {
    long bytes = section.bytes(key, otherwise);
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      section.problem(key, "must be from 1k to 1Gi, was " + bytes);
      return (int) otherwise;
    }
    return (int) bytes;
  }

  private static Values values(String text) {
    for (var values : Values.values()) {
      if (values.name().toLowerCase(Locale.ROOT).equals(text)) {
        return values;
      }
    }
    throw new IllegalArgumentException("must be json or base64, was '" + text + "'");
  }
}
