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
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DetectorProcessorTest {

  private static final Map<String, Double> SCORES =
      Map.of("bad.com", 0.9, "worse.com", 0.96, "worst.com", 0.9999999, "edge.com", 0.5);

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
    return new DetectorProcessor("RF-dga_detector", scorer, 0.5, alerters, detectors)
        .process(batch(batches), null);
  }

  private static final class Scores implements DomainScorer {

    @Override
    public double probability(String domainName) {
      return SCORES.getOrDefault(domainName, 0.1);
    }

    @Override
    public String checksum() {
      return "abc";
    }
  }

  @Test
  void theBuiltInModelKnowsAGeneratedNameFromAnOrdinaryOne() {
    var model = BuiltInModel.load();

    assertThat(model.checksum()).matches("[0-9a-f]{64}");
    assertThat(model.probability("kq3v9z8x7wj2hf5d.com")).isGreaterThan(0.5);
    assertThat(IntStream.range(0, NAMES.size()).mapToDouble(i -> model.probability(NAMES.get(i))))
        .allSatisfy(probability -> assertThat(probability).isLessThan(0.5));
  }

  private static final List<String> NAMES =
      List.of(
          "google.com",
          "www.wikipedia.org",
          "mail.example.co.uk",
          "_ldap._tcp.dc._msdcs.corp.local",
          "wpad.lan",
          "",
          "1.0.168.192.in-addr.arpa",
          "xn--bcher-kva.example");
}
