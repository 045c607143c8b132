package io.hamstring.worker.stage.prefilter;

import static io.hamstring.worker.stage.Lines.line;
import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.Rejection;
import io.hamstring.recovery.processing.Result;
import io.hamstring.worker.stage.BatchText;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.format.StableId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrefilterProcessorTest {

  private static final String YES = line("10.0.0.1", 1, "a.com", "NXDOMAIN");
  private static final String NO = line("10.0.0.1", 2, "b.com", "NOERROR");
  private static final Map<String, Object> DGA = Map.of("relevanceMethod", "check_dga_relevance");

  @Test
  void linesThatDoNotMatterAreLeftOutAndTheOthersAreObjectsFromHereOn() throws Exception {
    var result = filtered(DGA, BatchText.quoted("b", YES, NO, YES));

    assertThat(text(result.outputs().get(0).value()))
        .isEqualTo(
            "{\"batch_tree_row_id\":\""
                + StableId.row("in-3-100", "prefilter")
                + "\",\"batch_id\":\"b\",\"begin_timestamp\":\"2025-06-01T12:00:00\","
                + "\"end_timestamp\":\"2025-06-01T12:00:59\",\"data\":["
                + YES
                + ","
                + YES
                + "]}");
  }

  @Test
  void aBatchOfWhichNothingIsLeftEndsHere() throws Exception {
    var result = filtered(DGA, BatchText.quoted("b", NO), BatchText.quoted("c"));

    assertThat(result.outputs()).isEmpty();
    assertThat(result.disposals())
        .extracting(Disposal::disposition)
        .containsExactly(Disposition.FILTERED, Disposition.FILTERED);
    assertThat(result.disposals())
        .extracting(Disposal::rule)
        .containsExactly("check_dga_relevance", "check_dga_relevance");
  }

  @Test
  void withoutACheckAllLinesStay() throws Exception {
    var result = filtered(Map.of(), BatchText.objects("b", YES, NO));

    assertThat(text(result.outputs().get(0).value())).contains("a.com").contains("b.com");
  }

  @Test
  void whatIsRelevantIsSaidByTheCollectorsRules() throws Exception {
    var rules =
        List.of(
            List.of("ts", "Timestamp"),
            List.of("src_ip", "IpAddress"),
            List.of("domain_name", "ListItem", List.of("a.com", "b.com"), List.of("b.com")));
    var config =
        Map.<String, Object>of(
            "relevanceMethod", "check_dga_relevance", "requiredLogInformation", rules);

    var result = filtered(config, BatchText.quoted("b", YES, NO));

    assertThat(text(result.outputs().get(0).value())).contains("b.com").doesNotContain("a.com");
  }

  @Test
  void whatIsNoBatchIsRejectedWithTheReasonAndTheOthersGoOn() throws Exception {
    var result = filtered(Map.of(), "garbage", BatchText.quoted("b", YES));

    assertThat(result.rejections())
        .extracting(Rejection::reason)
        .containsExactly("a batch is a JSON object, this is no JSON");
    assertThat(result.outputs()).hasSize(1);
  }

  private static Result<Object> filtered(Map<String, Object> config, String... batches)
      throws Exception {
    var output = new Output("out", StageType.INSPECTOR);
    return StageSettings.processor(StageType.PREFILTER, config, output)
        .process(batch(batches), null);
  }
}
