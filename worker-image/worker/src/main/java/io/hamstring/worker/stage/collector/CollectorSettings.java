package io.hamstring.worker.stage.collector;

import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.format.OutputLimits;
import io.hamstring.worker.stage.format.Subnets;
import io.hamstring.worker.stage.rules.LineRules;
import java.time.Duration;

/**
 * The settings of a collector.
 *
 * @param rules what a line must have
 * @param batchSize lines that are gathered at most; 2,000 in HAMSTRING's supplied settings
 * @param batchTimeout how long lines are gathered at most; 30 s there
 * @param subnets how clients are gathered
 * @param limits bounds of one output
 * @param lookBack bounds of what is remembered of a partition
 */
public record CollectorSettings(
    LineRules rules,
    int batchSize,
    Duration batchTimeout,
    Subnets subnets,
    OutputLimits limits,
    LookBackLimits lookBack) {

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static CollectorSettings of(Section section) {
    int batchSize = section.number("batchSize", 2_000L, 1, 1_000_000).intValue();
    var settings =
        new CollectorSettings(
            LineRules.of(section, "requiredLogInformation"),
            batchSize,
            section.duration("batchTimeout", Duration.ofSeconds(30)),
            Subnets.of(section),
            OutputLimits.of(section),
            LookBackLimits.of(section, batchSize));
    section.refuseOtherKeys();
    return settings;
  }

  /**
   * Bounds of what is remembered of a partition for the next batch; what is beyond is forgotten,
   * oldest first. Subnets are at most as many as lines.
   *
   * @param lines at least 0; as many as a batch has unless told otherwise
   * @param bytes at least 1,000; 8 MiB unless told otherwise
   */
  public record LookBackLimits(int lines, long bytes) {
    static LookBackLimits of(Section section, int batchSize) {
      long bytes = section.bytes("lookBackBytes", 8L << 20);
      if (bytes < 1_000) {
        section.problem("lookBackBytes", "must be at least 1k, was " + bytes);
      }
      return new LookBackLimits(
          section.number("lookBackLines", (long) batchSize, 0, 1_000_000).intValue(), bytes);
    }
  }
}
