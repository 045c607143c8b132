package io.hamstring.worker.stage.collector;

import static io.hamstring.worker.stage.Lines.line;
import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.batchAt;
import static io.hamstring.worker.stage.Records.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.RecordHeader;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.Records;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.StableId;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectorProcessorTest {

  private static final String A = "192.168.3.141";
  private static final String B = "2001:db8::7";
  private static final Output FILTER = new Output("out", StageType.PREFILTER);

  @Test
  void aSubnetsLinesBecomeOneBatchInHamstringsFormat() throws Exception {
    var output = first(collector(Map.of()), batch(line(A, 7))).outputs().get(0);

    assertThat(text(output.key())).isEqualTo("192.168.3.0_24");
    assertThat(text(output.value()))
        .isEqualTo(
            "{\"batch_tree_row_id\":\""
                + StableId.row("in-3-100", "batch")
                + "\",\"batch_id\":\""
                + StableId.of("in-3-100", "batch")
                + "\",\"begin_timestamp\":\"2025-06-01T12:00:07\","
                + "\"end_timestamp\":\"2025-06-01T12:00:07\",\"data\":[\""
                + (line(A, 7).replace("}", ",\"logline_id\":\"")
                        + StableId.of("in-3-100", "logline")
                        + "\"}")
                    .replace("\"", "\\\"")
                + "\"]}");
  }

  @Test
  void allSubnetsAreFlushedWithEveryBatchEachUnderItsKey() throws Exception {
    var result = first(collector(Map.of()), batch(line(A, 1), line(B, 2), line(A, 3)));

    assertThat(result.outputs())
        .extracting(output -> text(output.key()))
        .containsExactly("192.168.3.0_24", "2001:db8::_64");
    assertThat(offsets(result.outputs().get(0))).containsExactly(100, 102);
    assertThat(offsets(result.outputs().get(1))).containsExactly(101);
  }

  @Test
  void theLinesOfTheBatchBeforeComeInFrontAndOnlyTheNewOnesAreSources() throws Exception {
    var collector = collector(Map.of());
    var before = first(collector, batchAt(100, line(A, 1), line(B, 1), line(A, 2)));

    var result = collector.process(batchAt(103, line(A, 4), line(A, 3)), before.state());

    var output = result.outputs().get(0);
    assertThat(seconds(output)).containsExactly("00:01", "00:02", "00:03", "00:04");
    assertThat(offsets(output)).containsExactly(103, 104);
    assertThat(output.lookBack()).containsExactly(100, 102);
    var document = BatchDocument.parse(output.value());
    assertThat(document.begin()).isEqualTo("2025-06-01T12:00:01");
    assertThat(document.end()).isEqualTo("2025-06-01T12:00:04");
  }

  @Test
  void aSubnetWithoutNewLinesIsForgottenAndNothingIsWrittenForIt() throws Exception {
    var collector = collector(Map.of());
    var one = first(collector, batchAt(100, line(A, 1)));
    var two = collector.process(batchAt(101, line(B, 2)), one.state());

    var three = collector.process(batchAt(102, line(A, 3)), two.state());

    assertThat(two.outputs()).hasSize(1);
    assertThat(three.outputs().get(0).lookBack()).isEmpty();
  }

  @Test
  void workingAgainOnABatchLeavesTheStateBeforeItAsItWas() throws Exception {
    var collector = collector(Map.of());
    var before = first(collector, batchAt(100, line(A, 1))).state();
    var batch = batchAt(101, line(A, 2), "garbage");

    var once = collector.process(batch, before);
    var again = collector.process(batch, before);

    assertThat(again).usingRecursiveComparison().isEqualTo(once);
  }

  @Test
  void replayingTheRecordsBeforeRebuildsTheState() throws Exception {
    var collector = collector(Map.of("batchSize", 2));
    var live = first(collector, batchAt(100, line(A, 1), line(B, 2))).state();
    live = collector.process(batchAt(102, line(B, 3), line(A, 4)), live).state();

    var rebuilt = first(collector(Map.of("batchSize", 2)), batchAt(102, line(B, 3), line(A, 4)));

    assertThat(collector.lookBack()).isEqualTo(2);
    assertThat(rebuilt.state()).usingRecursiveComparison().isEqualTo(live);
  }

  @Test
  void whatIsRememberedIsBoundedAndTheOldestGoesFirst() throws Exception {
    var collector = collector(Map.of("lookBackLines", 2));
    var lines = new String[] {line(A, 1), line("10.0.0.1", 2), line(A, 3)};

    var state = (LookBack) first(collector, batch(lines)).state();

    assertThat(state.lines()).isEqualTo(2);
    assertThat(state.of("192.168.3.0_24")).extracting(CollectedLine::offset).containsExactly(102L);
    assertThat(state.subnets()).isEqualTo(2);
  }

  @Test
  void whatIsRememberedIsBoundedInBytesToo() throws Exception {
    var collector = collector(Map.of("lookBackBytes", "2k"));
    var line = line(A, 1).replace("C1", "C".repeat(500));

    var state = (LookBack) first(collector, batch(line, line, line)).state();

    assertThat(state.lines()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ~~                                                  | value: JSON object
          not json                                            | value: JSON object
          [{"ts":1}]                                          | value: JSON object
          {"ts":"2025-06-01T12:00:00","src_ip":"10.0.0.1"} {} | value: JSON object
          {"src_ip":"10.0.0.1"}                               | ts: missing
          {"ts":"now","src_ip":"10.0.0.1"}                    | ts: Timestamp
          {"ts":"2025-06-01T12:00:00","src_ip":"x"}           | src_ip: IpAddress
          {"ts":"2025-06-01T12:00:00","src_ip":"10.0.0.1"}    | domain_name: missing
          {"ts":1521911720.1,"id.orig_h":"10.0.0.1"}          | domain_name: missing
          {"ts":"x","id.orig_h":"10.0.0.1"}                   | ts: Timestamp
          """)
  void anInvalidLineEndsHereByARuleAndIsNoPoison(String line, String rule) throws Exception {
    var result = first(collector(Map.of()), batch(line));

    assertThat(result.outputs()).isEmpty();
    assertThat(result.rejections()).isEmpty();
    assertThat(result.disposals()).extracting(Disposal::rule).containsExactly(rule);
    assertThat(result.disposals().get(0).disposition()).isEqualTo(Disposition.INVALID);
  }

  @Test
  void aTombstoneIsInvalid() throws Exception {
    var result = first(collector(Map.of()), batch(new String[] {null}));

    assertThat(result.disposals()).extracting(Disposal::rule).containsExactly("value: missing");
  }

  @Test
  void allFieldsStayAndTheMessageIdIsAdded() throws Exception {
    var id = StableId.of("x", "message");
    var line = line(A, 1).replace("}", ",\"extra\":{\"a\":[1.50,null]},\"logline_id\":\"forged\"}");
    var record =
        Records.record(
            5,
            "192.168.3.0_24".getBytes(UTF_8),
            line.getBytes(UTF_8),
            new RecordHeader("hamstring-server-message-id", id.getBytes(UTF_8)));

    var result = first(collector(Map.of()), new Batch(record.partition(), List.of(record)));

    var collected = BatchDocument.parse(result.outputs().get(0).value()).data().get(0);
    assertThat(collected.get("extra")).hasToString("{\"a\":[1.50,null]}");
    assertThat(collected.get("logline_id").textValue()).isEqualTo(StableId.of("in-3-5", "logline"));
    assertThat(collected.get("server_message_id").textValue()).isEqualTo(id);
  }

  @Test
  void aBatchThatIsTooLargeIsSplitAndEachPartRepeatsTheOneBefore() throws Exception {
    var collector = collector(Map.of("maxRecordBytes", "4k"));
    var before = first(collector, batchAt(100, line(A, 0), line(A, 1)));
    var lines = IntStream.range(2, 30).mapToObj(i -> line(A, i)).toArray(String[]::new);

    var outputs = collector.process(batchAt(200, lines), before.state()).outputs();

    assertThat(outputs).hasSizeGreaterThan(2);
    assertThat(outputs).allSatisfy(output -> assertThat(output.value().length).isLessThan(4_000));
    assertThat(
            outputs.stream().flatMapToLong(output -> IntStream.of(offsets(output)).asLongStream()))
        .containsExactlyElementsOf(IntStream.range(200, 228).asLongStream().boxed().toList());
    assertThat(outputs.get(0).lookBack()).containsExactly(100, 101);
    for (int i = 1; i < outputs.size(); i++) {
      var previous = offsets(outputs.get(i - 1));
      assertThat(outputs.get(i).lookBack()).isNotEmpty();
      assertThat(outputs.get(i).lookBack()).endsWith(previous[previous.length - 1]);
      assertThat(BatchDocument.parse(outputs.get(i).value()).batchId())
          .isNotEqualTo(BatchDocument.parse(outputs.get(i - 1).value()).batchId());
    }
  }

  /** Four thousand lines of 400 bytes, as HAMSTRING's collector gathers them. */
  @Test
  void aBatchOfMoreThanAMebibyteIsSplitBelowKafkasLimit() throws Exception {
    var padded = line(A, 1).replace("\"C1\"", "\"C" + "x".repeat(150) + "\"");
    var lines = new String[4_000];
    Arrays.fill(lines, padded);

    var result = first(collector(Map.of()), batch(lines));

    assertThat((long) lines.length * padded.length()).isGreaterThan(1 << 20);
    assertThat(result.outputs()).hasSizeGreaterThan(1);
    assertThat(result.outputs()).allMatch(output -> output.value().length <= 900_000);
    assertThat(result.outputs().stream().mapToInt(output -> output.sources().size()).sum())
        .isEqualTo(lines.length);
  }

  @Test
  void maxEventsBoundsTheLinesOfOneOutput() throws Exception {
    var collector = collector(Map.of("maxEvents", 3));
    var before = first(collector, batchAt(100, line(A, 0), line(A, 1), line(A, 2)));
    var lines = IntStream.range(3, 8).mapToObj(i -> line(A, i)).toArray(String[]::new);

    var outputs = collector.process(batchAt(200, lines), before.state()).outputs();

    assertThat(outputs).allSatisfy(output -> assertThat(seconds(output)).hasSizeBetween(1, 3));
    assertThat(outputs.stream().mapToInt(output -> output.sources().size()).sum()).isEqualTo(5);
  }

  @Test
  void aLineThatFitsInNoOutputIsInvalid() throws Exception {
    var line = line(A, 1).replace("C1", "C".repeat(2_000));

    var result = first(collector(Map.of("maxRecordBytes", "2k")), batch(line));

    assertThat(result.disposals())
        .extracting(Disposal::rule)
        .containsExactly("value: maxRecordBytes");
  }

  @Test
  void severalPrefiltersGetTheSameRecordUnderDifferentOrdinals() throws Exception {
    var collector =
        StageSettings.processor(
            StageType.COLLECTOR, Map.of(), FILTER, new Output("other", StageType.PREFILTER));

    var outputs = first(collector, batch(line(A, 1), line(A, 2))).outputs();

    assertThat(outputs).extracting(OutputRecord::ordinal).containsExactly(0, 1);
    assertThat(outputs.get(0).value()).isSameAs(outputs.get(1).value());
  }

  @Test
  void itsOwnBoundsAreHamstringsUnlessGiven() {
    assertThat(collector(Map.of()).ownBounds())
        .isEqualTo(new BatchBounds(2_000, Duration.ofSeconds(30)));
    assertThat(collector(Map.of("batchSize", 7, "batchTimeout", "1s")).ownBounds())
        .isEqualTo(new BatchBounds(7, Duration.ofSeconds(1)));
  }

  private static StageProcessor<Object> collector(Map<String, Object> config) {
    return StageSettings.processor(StageType.COLLECTOR, config, FILTER);
  }

  private static Result<Object> first(StageProcessor<Object> collector, Batch batch)
      throws Exception {
    return collector.process(batch, collector.initialState());
  }

  private static int[] offsets(OutputRecord output) {
    return output.sources().stream().mapToInt(record -> (int) record.offset()).toArray();
  }

  /** Minute and second of each line of an output. */
  private static List<String> seconds(OutputRecord output) throws Exception {
    return BatchDocument.parse(output.value()).data().stream()
        .map(line -> line.get("ts").textValue().substring(14))
        .toList();
  }
}
