package io.hamstring.operator.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionFiguresTest {

  @ParameterizedTest(name = "[{0}, {1}) committed {2}, {3}: lag {4}")
  @CsvSource(
      textBlock =
          """
          10000, 12500, NONE, EARLIEST, 2500
          10000, 12500, NONE, LATEST,   0
          10000, 12500, NONE, NONE,     unknown
          12500, 12500, NONE, EARLIEST, 0
          0,     0,     NONE, EARLIEST, 0
          0,     3083,  -1,   LATEST,   0
          0,     100,   103,  EARLIEST, 0
          0,     101,   101,  EARLIEST, 0
          0,     20,    20,   EARLIEST, 0
          4,     5,     1,    EARLIEST, 1
          5000000, 5000000, 1000000, EARLIEST, 0
          """)
  void lagIsWhatMayBeReadLessWhereAWorkerWouldGoOn(
      long start, long end, String committed, OffsetReset policy, String lag) {
    var figures =
        new PartitionFigures(
            committed.equals("NONE")
                ? CommittedOffset.NONE
                : CommittedOffset.at(Long.parseLong(committed)),
            Figure.of(start),
            Figure.of(end),
            Figure.of(end));

    var seen = figures.lag(policy);

    assertThat(seen.isKnown() ? Long.toString(seen.value()) : "unknown").isEqualTo(lag);
  }

  @Test
  void whatAnOpenTransactionWithholdsIsNoLag() {
    var figures =
        new PartitionFigures(
            CommittedOffset.at(200), Figure.of(0), Figure.of(200), Figure.of(1663));

    assertThat(figures.lag(OffsetReset.EARLIEST)).isEqualTo(Figure.of(0));
    assertThat(figures.withheld()).isEqualTo(Figure.of(1463));
  }

  @Test
  void recordsThatTheLogDroppedAreLostAndNoLag() {
    var figures =
        new PartitionFigures(CommittedOffset.at(1), Figure.of(4), Figure.of(5), Figure.of(5));

    assertThat(figures.lost()).isEqualTo(Figure.of(3));
    assertThat(figures.lag(OffsetReset.NONE)).isEqualTo(Figure.of(1));
  }

  @Test
  void whatIsUnknownStaysUnknownAndSaysWhy() {
    var figures =
        new PartitionFigures(
            CommittedOffset.unknown("group unreadable"),
            Figure.of(0),
            Figure.of(10),
            Figure.unknown("no leader"));

    assertThat(figures.lag(OffsetReset.EARLIEST)).hasToString("unknown (group unreadable)");
    assertThat(figures.withheld()).hasToString("unknown (no leader)");
  }
}
