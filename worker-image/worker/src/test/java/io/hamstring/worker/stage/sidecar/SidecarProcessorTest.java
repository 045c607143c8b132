package io.hamstring.worker.stage.sidecar;

import static io.hamstring.worker.stage.Records.batchAt;
import static io.hamstring.worker.stage.Records.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.RecordHeader;
import io.hamstring.recovery.processing.Result;
import io.hamstring.worker.stage.Records;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.sidecar.TestSidecar.Answer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The protocol that samples/sidecar/openapi.yaml describes, with each way in which it can break.
 */
class SidecarProcessorTest {

  private static final Batch ONE = batchAt(100, "{\"a\": 1.50}");

  private static final Pattern ID = Pattern.compile("\"id\":\"(in-3-\\d+)\"");

  private TestSidecar sidecar;

  @BeforeEach
  void start() throws IOException {
    sidecar = new TestSidecar();
  }

  @AfterEach
  void stop() {
    sidecar.close();
  }

  @Test
  void aRequestHoldsAllThatARecordIs() throws Exception {
    sidecar.says(id -> dropping(id, 7, 8, 9));
    var json = record(7, "10.0.0.1".getBytes(UTF_8), "{\"a\": 1.50}".getBytes(UTF_8));
    var bytes =
        Records.record(
            8,
            new byte[] {-1},
            new byte[] {0, -1},
            new RecordHeader("h", "v".getBytes(UTF_8)),
            new RecordHeader("b", new byte[] {-2}));
    var empty = record(9, null, null);

    process(new Batch(json.partition(), List.of(json, bytes, empty)));

    assertThat(sidecar.requests())
        .containsExactly(
            """
            {"requestId":"in-3-7/1","stage":"x","topic":"in","partition":3,"outputTopics":["out"],\
            "records":[\
            {"id":"in-3-7","offset":7,"timestamp":1748779200007,"key":"10.0.0.1",\
            "value":{"a": 1.50},"headers":[]},\
            {"id":"in-3-8","offset":8,"timestamp":1748779200008,"keyBase64":"/w==",\
            "valueBase64":"AP8=",\
            "headers":[{"name":"h","value":"v"},{"name":"b","valueBase64":"/g=="}]},\
            {"id":"in-3-9","offset":9,"timestamp":1748779200009,"key":null,"value":null,\
            "headers":[]}]}\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{\"a\":1} {}", "plain", "", "{\"a\":", "[1,]"})
  void aValueThatIsNoOneJsonValueIsSentAsBase64(String value) throws Exception {
    sidecar.says(id -> dropping(id, 100));

    process(batchAt(100, value));

    assertThat(sidecar.requests().get(0)).contains("\"valueBase64\":").doesNotContain("\"value\":");
  }

  @Test
  void anAnswerBecomesOutputsDisposalsAndRejections() throws Exception {
    sidecar.says(
        id ->
            """
            {"requestId":"%s","outputs":[
              {"key":"k","value":{"b": 1.50},"sources":["in-3-101","in-3-100"],
               "headers":[{"name":"h","value":"v"}]},
              {"topic":"out","keyBase64":"/w==","valueBase64":"AP8=","sources":["in-3-100"]},
              {"sources":["in-3-100"]}],
             "drops":[{"id":"in-3-102","rule":"dull"}],
             "rejections":[{"id":"in-3-103","reason":"broken"}]}\
            """
                .formatted(id));

    var result = process(batchAt(100, "1", "2", "3", "4"));

    assertThat(result.outputs()).extracting(OutputRecord::topic).containsOnly("out");
    assertThat(result.outputs())
        .extracting(output -> text(output.value()))
        .containsExactly("{\"b\":1.50}", new String(new byte[] {0, -1}, UTF_8), null);
    assertThat(result.outputs().get(0).sources())
        .extracting(InputRecord::offset)
        .containsExactly(100L, 101L);
    assertThat(result.outputs()).extracting(OutputRecord::ordinal).containsExactly(0, 1, 2);
    assertThat(text(result.outputs().get(0).headers().get(0).value())).isEqualTo("v");
    assertThat(result.disposals()).singleElement().matches(d -> d.rule().equals("dull"));
    assertThat(result.rejections()).singleElement().matches(r -> r.reason().equals("broken"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          no                                                                  | it is no JSON object
          []                                                                  | it is no JSON object
          {"drops":[{"id":"in-3-100","rule":"r"}]}                            | its requestId is none
          {"requestId":"in-3-99/1","drops":[{"id":"in-3-100","rule":"r"}]}    | its requestId is in-3-99/1
          {"requestId":"ID"}                                                  | it says nothing of record in-3-100
          {"requestId":"ID","drops":[{"id":"in-3-7","rule":"r"}]}             | record in-3-7, which was not asked for
          {"requestId":"ID","drops":[{"id":"in-3-100"}]}                      | a drop has no text rule
          {"requestId":"ID","drops":{"id":"in-3-100"}}                        | drops is no list
          {"requestId":"ID","outputs":[{"value":1}]}                          | an output names no sources
          {"requestId":"ID","outputs":[{"topic":"q","sources":["in-3-100"]}]} | an output goes to q
          {"requestId":"ID","outputs":[{"key":1,"sources":["in-3-100"]}]}     | a key is no text
          {"requestId":"ID","outputs":[{"valueBase64":"?","sources":["in-3-100"]}]} | a valueBase64 is no base64
          {"requestId":"ID","drops":[{"id":"in-3-100","rule":"r"},{"id":"in-3-100","rule":"r"}]} | it ends record in-3-100 twice
          {"requestId":"ID","outputs":[{"sources":["in-3-100"]}],"rejections":[{"id":"in-3-100","reason":"r"}]} | it ends record in-3-100 twice
          """)
  void nonsenseIsNoFaultOfTheRecordsAtFirst(String answer, String message) {
    sidecar.says(id -> answer.replace("ID", id));

    assertThatThrownBy(() -> process(ONE))
        .isInstanceOf(ProcessorUnavailableException.class)
        .hasMessageContaining(message);
  }

  @Test
  void nonsenseAboutTheSameRecordsAgainAndAgainIsTheirFaultAndThatOfEachHalf() throws Exception {
    sidecar.says(id -> "nonsense");
    var whole = batchAt(100, "1", "2", "3", "4");
    var otherPartition = Records.read("other", List.of(output("1")));
    var processor = sidecar.processor(Map.of(), "out");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> processor.process(whole, null))
          .isInstanceOf(ProcessorUnavailableException.class);
    }

    assertThatThrownBy(() -> processor.process(whole, null))
        .isInstanceOf(BatchRefusedException.class);
    assertThatThrownBy(() -> processor.process(batchAt(100, "1", "2"), null))
        .isInstanceOf(BatchRefusedException.class);
    assertThatThrownBy(() -> processor.process(batchAt(102, "3", "4"), null))
        .isInstanceOf(BatchRefusedException.class);
    assertThatThrownBy(() -> processor.process(otherPartition, null))
        .isInstanceOf(ProcessorUnavailableException.class);
    assertThatThrownBy(() -> processor.process(batchAt(104, "5"), null))
        .isInstanceOf(ProcessorUnavailableException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413, 422})
  void aRefusedBatchIsAnOrdinaryFailure(int status) {
    sidecar.answers(request -> new Answer(status, "no such field"));

    assertThatThrownBy(() -> process(ONE))
        .isInstanceOf(BatchRefusedException.class)
        .hasMessage("the sidecar refused the batch: " + status + ": no such field");
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 404, 429, 500, 503})
  void anyOtherStatusIsNoFaultOfTheRecords(int status) {
    sidecar.answers(request -> new Answer(status, ""));

    assertThatThrownBy(() -> process(ONE))
        .isInstanceOf(ProcessorUnavailableException.class)
        .hasMessageContaining("answers " + status);
  }

  @Test
  void aSidecarThatIsGoneIsUnavailable() {
    var processor = sidecar.processor(Map.of(), "out");
    sidecar.close();

    assertThatThrownBy(() -> processor.process(ONE, null))
        .isInstanceOf(ProcessorUnavailableException.class);
    assertThat(processor.whyUnready()).isPresent();
  }

  @Test
  void aLateAnswerIsNotTakenForThatOfALaterBatch() throws Exception {
    var late = new CountDownLatch(1);
    sidecar.answers(
        request -> {
          if (TestSidecar.id(request).startsWith("in-3-100/")) {
            late.await();
          }
          return new Answer(
              200, dropping(TestSidecar.id(request), request.contains("3-100") ? 100 : 200));
        });
    var processor = sidecar.processor(Map.of("timeout", "300ms"), "out");

    assertThatThrownBy(() -> processor.process(ONE, null))
        .isInstanceOf(ProcessorUnavailableException.class)
        .hasMessageContaining("did not answer within 300 ms");
    late.countDown();
    var patient = sidecar.processor(Map.of(), "out");
    for (int i = 0; i < 5; i++) {
      assertThat(patient.process(batchAt(200, "2"), null).disposals())
          .singleElement()
          .matches(disposal -> disposal.record().offset() == 200);
    }
  }

  @Test
  void aBatchInWorkCanBeGivenUp() {
    sidecar.answers(
        request -> {
          new CountDownLatch(1).await();
          return null;
        });
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> process(ONE)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void anAnswerThatIsTooLongIsNotRead() {
    sidecar.says(id -> dropping(id, 100) + " ".repeat(2_000));

    assertThatThrownBy(
            () -> sidecar.processor(Map.of("maxAnswerBytes", "1k"), "out").process(ONE, null))
        .isInstanceOf(ProcessorUnavailableException.class)
        .hasMessageContaining("longer than maxAnswerBytes");
  }

  @Test
  void aBatchThatIsTooLargeIsAskedInPartsAndARecordThatIsTooLargeIsRejected() throws Exception {
    sidecar.answers(
        request -> {
          var ids = ID.matcher(request).results().map(found -> found.group(1));
          return new Answer(
              200,
              "{\"requestId\":\"%s\",\"drops\":[%s]}"
                  .formatted(
                      TestSidecar.id(request),
                      ids.map(id -> "{\"id\":\"" + id + "\",\"rule\":\"r\"}")
                          .collect(Collectors.joining(","))));
        });
    var small = "\"" + "a".repeat(300) + "\"";
    var large = "\"" + "a".repeat(3_000) + "\"";

    var result =
        sidecar
            .processor(Map.of("maxRequestBytes", "1k"), "out")
            .process(batchAt(100, small, small, large, small), null);

    assertThat(sidecar.requests()).hasSize(2).allMatch(request -> request.length() <= 1_000);
    assertThat(result.disposals()).hasSize(3);
    assertThat(result.rejections())
        .singleElement()
        .matches(rejection -> rejection.record().offset() == 102)
        .matches(rejection -> rejection.reason().contains("maxRequestBytes"));
  }

  @Test
  void itIsReadyWhenTheSidecarSaysSo() throws Exception {
    var processor = sidecar.processor(Map.of(), "out");

    assertThat(processor.whyUnready()).isEmpty();
    sidecar.ready(503);
    assertThat(processor.whyUnready()).hasValueSatisfying(why -> assertThat(why).contains("503"));
  }

  @Test
  void theFactoryMakesItForAnyTypeAndNamesEveryProblem() {
    var good =
        StageSettings.factory()
            .of(StageSettings.of(StageType.DETECTOR, null, Map.of("sidecar", Map.of())));

    assertThat(good).isInstanceOf(SidecarProcessor.class);
    assertThatThrownBy(
            () ->
                StageSettings.factory()
                    .of(
                        StageSettings.of(
                            StageType.CUSTOM,
                            null,
                            Map.of(
                                "sidecar",
                                Map.of("port", 0, "timeout", "0s", "values", "xml", "host", "a"),
                                "threshold",
                                1))))
        .isInstanceOfSatisfying(
            InvalidSettings.class,
            refused ->
                assertThat(refused.problems())
                    .extracting(problem -> problem.replaceFirst(":.*", ""))
                    .containsExactlyInAnyOrder(
                        "config.sidecar.timeout",
                        "config.sidecar.port",
                        "config.sidecar.values",
                        "config.sidecar.host",
                        "config.threshold"));
  }

  private Result<Void> process(Batch batch) throws Exception {
    return sidecar.processor(Map.of(), "out").process(batch, null);
  }

  private static OutputRecord output(String value) {
    return new Result.Builder()
        .output("other", null, value.getBytes(UTF_8), ONE.records().get(0))
        .build()
        .outputs()
        .get(0);
  }

  private static InputRecord record(long offset, byte[] key, byte[] value) {
    return Records.record(offset, key, value);
  }

  private static String dropping(String id, long... offsets) {
    var drops =
        Arrays.stream(offsets)
            .mapToObj(offset -> "{\"id\":\"in-3-" + offset + "\",\"rule\":\"r\"}")
            .collect(Collectors.joining(","));
    return "{\"requestId\":\"" + id + "\",\"drops\":[" + drops + "]}";
  }
}
