package io.hamstring.samples.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.contract.records.AuditRecord;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.samples.audit.AuditedStage.Spread;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Record lists of a stage "filter" that reads "in" and writes "a" and "b". */
class AuditTest {

  private static final AuditedStage FILTER =
      new AuditedStage(
          "filter", "custom", Set.of("in"), Set.of("a", "b"), Spread.SOME_TOPIC, "letters");

  private Audit audit;
  private long outputs;

  @BeforeEach
  void aStageWithThreeInputRecords() {
    audit = new Audit(List.of(FILTER));
    input("in", 0, 1, 2);
  }

  /**
   * What the stage wrote (ids of its outputs, then of its disposals, apart by spaces) and what the
   * audit makes of it.
   */
  @ParameterizedTest(name = "{0} and {1}: lost {2}, doubled {3}, unknown {4}")
  @CsvSource(
      textBlock =
          """
          'in-0-0/0 in-0-1/0 in-0-2/0',                     '',                    0, 0, 0
          'in-0-0..2/0',                                    '',                    0, 0, 0
          'in-0-0,2/0',                                     'in-0-1/0',            0, 0, 0
          '',                                               'in-0-0..2/0',         0, 0, 0
          'in-0-0/0 in-0-0/1 in-0-1..2/0',                  '',                    0, 0, 0
          'in-0-0/0',                                       '',                    2, 0, 0
          '',                                               '',                    3, 0, 0
          'in-0-0..2/0 in-0-1/0',                           '',                    0, 1, 0
          'in-0-0..2/0 in-0-0..2/0',                        '',                    0, 3, 0
          'in-0-0..1/0 in-0-1..2/0',                        '',                    0, 1, 0
          'in-0-0..2/0 in-0-0..2/0 in-0-0..2/0',            '',                    0, 6, 0
          'in-0-0..2/0',                                    'in-0-1/0',            0, 1, 0
          '',                                               'in-0-0..2/0 in-0-2/0', 0, 1, 0
          'in-0-0..3/0',                                    '',                    0, 0, 1
          'in-0-0..2/0 in-1-0/0',                           '',                    0, 0, 1
          'in-0-0..2/0',                                    'in-0-9/0',            0, 0, 1
          """)
  void everyInputRecordIsAccountedForOnce(
      String written, String disposed, long lost, long doubled, long unknown) {
    split(written).forEach(id -> output("a", id));
    split(disposed).forEach(ids -> disposal(Disposition.FILTERED, ids, "not relevant"));

    assertThat(found())
        .returns(lost, StageFindings::lost)
        .returns(doubled, StageFindings::doubled)
        .returns(unknown, StageFindings::unknown)
        .returns(lost + doubled + unknown == 0, StageFindings::exactlyOnce);
  }

  @Test
  void aRecordWrittenToSeveralTopicsIsNotDoubledBecauseItsOrdinalsDiffer() {
    for (int offset = 0; offset < 3; offset++) {
      output("a", "in-0-" + offset + "/0");
      output("b", "in-0-" + offset + "/1");
    }

    assertThat(found()).matches(StageFindings::exactlyOnce).returns(6L, StageFindings::out);
  }

  @Test
  void theSameOrdinalOnAnotherTopicIsDoubled() {
    output("a", "in-0-0..2/0");
    output("b", "in-0-1/0");

    assertThat(found().doubled()).isEqualTo(1);
    assertThat(found().examples()).contains("doubled: in-0-1/0");
  }

  @Test
  void linesThatAreRepeatedOnPurposeAreNotDoubled() {
    output("a", "in-0-0..1/0");
    audit.record(new SeenRecord("a", 0, outputs++, "in-0-2/0", null, "in-0-0..1/0"));

    assertThat(found()).matches(StageFindings::exactlyOnce).returns(2L, StageFindings::lookBack);
  }

  @Test
  void whatIsRepeatedOnPurposeAccountsForNothing() {
    audit.record(new SeenRecord("a", 0, outputs++, "in-0-2/0", null, "in-0-0..1/0"));

    assertThat(found().lost()).isEqualTo(2);
  }

  @Test
  void rejectedDroppedAndDeliveredRecordsAreCountedByReason() {
    disposal(Disposition.INVALID, "in-0-0/0", "src_ip: IpAddress");
    disposal(Disposition.FILTERED, "in-0-1/0", "status_code");
    disposal(Disposition.DELIVERED, "in-0-2/0", "file");
    input("in", 3, 4, 5);
    disposal(Disposition.DEAD_LETTERED, "in-0-3..4/0", "not JSON");
    disposal(Disposition.SKIPPED, "in-0-5/0", null);
    letter(3);
    letter(4);

    assertThat(found())
        .matches(StageFindings::exactlyOnce)
        .returns(
            Map.of(
                "src_ip: IpAddress",
                1L,
                "dead-lettered: not JSON",
                2L,
                "skipped: no rule named",
                1L),
            StageFindings::rejected)
        .returns(Map.of("status_code", 1L), StageFindings::dropped)
        .returns(Map.of("file", 1L), StageFindings::delivered);
  }

  @ParameterizedTest
  @CsvSource(
      value = {"null", "nonsense", "other-0-1/0"},
      nullValues = "null")
  void anOutputThatNamesNoInputOfItsStageIsUntraced(String recordId) {
    output("a", "in-0-0..2/0");
    output("b", recordId);

    assertThat(found())
        .returns(1L, StageFindings::untraced)
        .returns(0L, StageFindings::doubled)
        .returns(false, StageFindings::exactlyOnce);
  }

  @Test
  void offsetsMayHaveGapsWhereAbortedRecordsAndMarkersAre() {
    input("in", 1_000_000, 5_000_000_000L);
    output("a", "in-0-0..2,1000000,5000000000/0");

    assertThat(found()).matches(StageFindings::exactlyOnce).returns(5L, StageFindings::in);
  }

  @Test
  void aChainIsAccountedForStageByStage() {
    audit = new Audit(List.of(stage("first", "in", "mid"), stage("second", "mid", "end")));
    input("in", 0, 1, 2);
    for (int offset = 0; offset < 3; offset++) {
      audit.record(new SeenRecord("mid", 4, offset, "in-0-" + offset + "/0", null, null));
    }
    audit.record(new SeenRecord("end", 0, 0, "mid-4-0..1/0", null, null));

    assertThat(audit.findings()).extracting(StageFindings::in).containsExactly(3L, 3L);
    assertThat(audit.findings()).extracting(StageFindings::lost).containsExactly(0L, 1L);
    assertThat(audit.findings().get(1).examples()).containsExactly("lost: mid-4-2");
  }

  @Test
  void stagesThatShareInputAndOutputMayEachWriteARecordOnce() {
    audit = new Audit(List.of(stage("one", "in", "alerts"), stage("other", "in", "alerts")));
    input("in", 0);
    output("alerts", "in-0-0/0");
    output("alerts", "in-0-0/0");
    assertThat(audit.findings()).allMatch(StageFindings::exactlyOnce);

    output("alerts", "in-0-0/0");

    assertThat(audit.findings()).extracting(StageFindings::doubled).containsExactly(1L, 0L);
  }

  @Test
  void anOutputThatNamesItsStageIsThatStagesOwn() {
    audit = new Audit(List.of(stage("one", "in", "alerts"), stage("other", "in", "alerts")));
    input("in", 0);
    signedOutput("alerts", "in-0-0/0", "other");
    assertThat(audit.findings()).extracting(StageFindings::lost).containsExactly(1L, 0L);

    signedOutput("alerts", "in-0-0/0", "other");
    signedOutput("alerts", "in-0-0/0", "nobody");

    assertThat(audit.findings()).extracting(StageFindings::lost).containsExactly(1L, 0L);
    assertThat(audit.findings()).extracting(StageFindings::doubled).containsExactly(0L, 1L);
    assertThat(audit.findings().get(0).untraced()).isEqualTo(1);
  }

  @Test
  void aRecordThatOneOfTwoReadersMissesIsLost() {
    audit =
        new Audit(
            List.of(
                new AuditedStage(
                    "filter",
                    "prefilter",
                    Set.of("in"),
                    Set.of("a", "b"),
                    Spread.EVERY_TOPIC,
                    null)));
    input("in", 0, 1, 2);
    output("a", "in-0-0/0");
    output("b", "in-0-0/1");
    output("a", "in-0-1/0");
    disposal(Disposition.FILTERED, "in-0-2/0", "not relevant");

    assertThat(found().lost()).isEqualTo(1);
    assertThat(found().examples()).containsExactly("lost: in-0-1");
  }

  @Test
  void aDeadLetterCountsWhenItIsFoundAndItsLineIsThere() {
    output("a", "in-0-0/0");
    disposal(Disposition.DEAD_LETTERED, "in-0-1/0", "poison");
    letter(2);
    assertThat(found().lost()).isEqualTo(2);

    letter(1);
    disposal(Disposition.DEAD_LETTERED, "in-0-2/0", "poison");
    assertThat(found()).matches(StageFindings::exactlyOnce);

    letter(2);
    assertThat(found().doubled()).isEqualTo(1);
  }

  @Test
  void aDeadLetterOfAnotherStageOrOnAnotherTopicIsNoneOfThisOne() {
    disposal(Disposition.DEAD_LETTERED, "in-0-0..2/0", "poison");
    audit.letter(new SeenLetter("letters", "other", "in", 0, 0));
    audit.letter(new SeenLetter("elsewhere", "filter", "in", 0, 1));
    letter(2);

    assertThat(found().lost()).isEqualTo(2);
  }

  @Test
  void aDisposalByAStageThatIsNotThereIsAnError() {
    var record = new AuditRecord("ghost", "in-0-0/0", Disposition.FILTERED, "rule");

    assertThatThrownBy(() -> audit.disposal(record)).hasMessageContaining("'ghost'");
  }

  private void input(String topic, long... offsets) {
    for (long offset : offsets) {
      audit.record(new SeenRecord(topic, 0, offset, null, null, null));
    }
  }

  private void output(String topic, String recordId) {
    audit.record(new SeenRecord(topic, 0, outputs++, recordId, null, null));
  }

  private void disposal(Disposition disposition, String sources, String rule) {
    audit.disposal(new AuditRecord("filter", sources, disposition, rule));
  }

  private void signedOutput(String topic, String recordId, String stage) {
    audit.record(new SeenRecord(topic, 0, outputs++, recordId, stage, null));
  }

  private void letter(long offset) {
    audit.letter(new SeenLetter("letters", "filter", "in", 0, offset));
  }

  private static AuditedStage stage(String name, String input, String output) {
    return new AuditedStage(
        name, "detector", Set.of(input), Set.of(output), Spread.EVERY_TOPIC, null);
  }

  private StageFindings found() {
    return audit.findings().get(0);
  }

  private static List<String> split(String ids) {
    return ids.isEmpty() ? List.of() : List.of(ids.split(" "));
  }
}
