package io.hamstring.worker.stage.detector;

import static io.hamstring.worker.stage.Lines.line;
import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Rejection;
import io.hamstring.recovery.processing.Result;
import io.hamstring.worker.stage.BatchText;
import io.hamstring.worker.stage.format.OutputLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DetectorProcessorTest {

  private static final Map<String, Double> SCORES =
      Map.of("bad.com", 0.9, "worse.com", 0.96, "worst.com", 0.9999999, "edge.com", 0.5);

  private static final OutputLimits LIMITS = new OutputLimits(900_000, 10_000);

  private static final String BAD = named("bad.com");
  private static final String WORSE = named("worse.com");
  private static final String WORST = named("worst.com");
  private static final String GOOD = named("good.com");

  @Test
  void anAlertHasHamstringsFormat() throws Exception {
    var alert = detected(List.of("a"), List.of(), BatchText.objects("b", GOOD, BAD, WORSE));

    assertThat(alert.outputs()).hasSize(1);
    assertThat(text(alert.outputs().get(0).key())).isEqualTo("10.0.0.1");
    assertThat(text(alert.outputs().get(0).value()))
        .isEqualTo(
            "{\"overall_score\":0.93,\"result\":["
                + "{\"probability\":0.9,\"name\":\"RF-dga_detector\",\"sha256\":\"abc\","
                + "\"request_count\":1,\"domain_names\":[\"bad.com\"],\"logline_ids\":[\"l\"],"
                + "\"server_message_ids\":[\"m\"]},"
                + "{\"probability\":0.96,\"name\":\"RF-dga_detector\",\"sha256\":\"abc\","
                + "\"request_count\":1,\"domain_names\":[\"worse.com\"],\"logline_ids\":[\"l\"],"
                + "\"server_message_ids\":[\"m\"]}],\"src_ip\":\"10.0.0.1\","
                + "\"alert_timestamp\":\"2025-06-01T12:00:00.100000\","
                + "\"suspicious_batch_id\":\"b\",\"detector_name\":\"RF-dga_detector\"}");
  }

  @Test
  void theOverallScoreIsTheMedian() throws Exception {
    var alert = detected(List.of("a"), List.of(), BatchText.objects("b", WORST, BAD, WORSE));

    assertThat(text(alert.outputs().get(0).value())).startsWith("{\"overall_score\":0.96,");
  }

  @Test
  void everyAlerterGetsTheAlertAndEveryDetectorTheLinesThatRaisedIt() throws Exception {
    var result =
        detected(List.of("a1", "a2"), List.of("d1", "d2"), BatchText.objects("b", GOOD, BAD));

    assertThat(result.outputs())
        .extracting(OutputRecord::topic)
        .containsExactly("a1", "a2", "d1", "d2");
    assertThat(result.outputs()).extracting(OutputRecord::ordinal).containsExactly(0, 1, 2, 3);
    assertThat(text(result.outputs().get(2).value()))
        .isEqualTo(
            "{\"batch_tree_row_id\":\"parent-row\",\"batch_id\":\"b\","
                + "\"begin_timestamp\":\"2025-06-01T12:00:00\","
                + "\"end_timestamp\":\"2025-06-01T12:00:59\",\"data\":["
                + BAD
                + "]}");
  }

  @Test
  void aWindowOfAnotherDetectorIsReadLineByLine() throws Exception {
    var window = "[" + GOOD + "," + BAD + "]";

    var result = detected(List.of(), List.of("d"), BatchText.objects("b", window));

    assertThat(text(result.outputs().get(0).value())).endsWith("\"data\":[" + BAD + "]}");
  }

  /** HAMSTRING writes one record, and Kafka takes none of more than a mebibyte. */
  @Test
  void whatWasFoundIsSplitBelowKafkasLimit() throws Exception {
    var lines = new String[10_000];
    Arrays.fill(lines, BAD);

    var outputs = detected(List.of("a"), List.of("d"), BatchText.objects("b", lines)).outputs();

    assertThat(outputs).allMatch(output -> output.value().length <= 900_000);
    long alerted = 0;
    long handedOn = 0;
    for (var output : outputs) {
      var value = text(output.value());
      long findings = value.split("bad.com", -1).length - 1;
      alerted += output.topic().equals("a") ? findings : 0;
      handedOn += output.topic().equals("d") ? findings : 0;
    }
    assertThat(alerted).isEqualTo(10_000);
    assertThat(handedOn).isEqualTo(10_000);
  }

  @Test
  void aScoreAtTheThresholdIsNotAboveIt() throws Exception {
    var result =
        detected(
            List.of("a"),
            List.of(),
            BatchText.objects("b", named("edge.com"), GOOD),
            BatchText.objects("c", "{\"src_ip\":\"10.0.0.1\"}"),
            BatchText.objects("d"));

    assertThat(result.outputs()).isEmpty();
    assertThat(result.disposals())
        .extracting(Disposal::rule)
        .containsExactly("below threshold", "below threshold", "below threshold");
  }

  @Test
  void whatIsNoBatchIsRejectedAndTheBatchesBesideItGoOn() throws Exception {
    var result = detected(List.of("a"), List.of(), "{}", BatchText.objects("b", BAD));

    assertThat(result.rejections())
        .extracting(Rejection::reason)
        .containsExactly("a batch names its batch_tree_row_id as a text");
    assertThat(result.outputs()).hasSize(1);
  }

  private static String named(String name) {
    return line("10.0.0.1", 1, name, "NXDOMAIN")
        .replace("}", ",\"logline_id\":\"l\",\"server_message_id\":\"m\"}");
  }

  private static Result<Void> detected(
      List<String> alerters, List<String> detectors, String... batches) throws Exception {
    var scorer = new Scores();
    var outputs = new DetectorOutputs("RF-dga_detector", LIMITS, alerters, detectors);
    return new DetectorProcessor(scorer, 0.5, outputs).process(batch(batches), null);
  }

  private static final class Scores implements LineScorer {

    @Override
    public double[] probabilities(List<Question> questions) {
      return questions.stream()
          .mapToDouble(question -> SCORES.getOrDefault(question.name(), 0.1))
          .toArray();
    }

    @Override
    public String checksum() {
      return "abc";
    }
  }
}
