package io.hamstring.worker.stage.inspector;

import static io.hamstring.worker.stage.Lines.line;
import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Rejection;
import io.hamstring.recovery.processing.Result;
import io.hamstring.worker.stage.BatchText;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.OutputLimits;
import io.hamstring.worker.stage.format.StableId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InspectorProcessorTest {

  private static final String A1 = line("10.0.0.1", 1);
  private static final String A2 = line("10.0.0.1", 3);
  private static final String B = line("10.0.0.2", 2);

  @Test
  void eachClientGetsABatchOfItsOwnUnderItsAddressAndAStableId() throws Exception {
    var outputs = inspected(Map.of(), BatchText.objects("b", A1, B, A2)).outputs();

    assertThat(outputs)
        .extracting(output -> text(output.key()))
        .containsExactly("10.0.0.1", "10.0.0.2");
    assertThat(outputs).extracting(OutputRecord::ordinal).containsExactly(0, 1);
    assertThat(text(outputs.get(0).value()))
        .isEqualTo(
            "{\"batch_tree_row_id\":\""
                + StableId.row("in-3-100", "suspicious/10.0.0.1")
                + "\",\"batch_id\":\""
                + StableId.of("in-3-100", "suspicious/10.0.0.1")
                + "\",\"begin_timestamp\":\"2025-06-01T12:00:00\","
                + "\"end_timestamp\":\"2025-06-01T12:00:59\",\"data\":["
                + A1
                + ","
                + A2
                + "]}");
  }

  @Test
  void maxEventsSplitsAClientsBatch() throws Exception {
    var outputs = inspected(Map.of("maxEvents", 1), BatchText.quoted("b", A1, B, A2)).outputs();

    assertThat(outputs).hasSize(3);
    assertThat(outputs).extracting(OutputRecord::ordinal).containsExactly(0, 1, 2);
    assertThat(BatchDocument.parse(outputs.get(0).value()).batchId())
        .isNotEqualTo(BatchDocument.parse(outputs.get(1).value()).batchId());
  }

  @Test
  void aLineWithoutAClientAndABatchWithoutLinesAreAccountedFor() throws Exception {
    var result = inspected(Map.of(), BatchText.objects("b", "{}"), BatchText.objects("c"));

    assertThat(result.rejections())
        .extracting(Rejection::reason)
        .containsExactly("a line of the batch has no src_ip");
    assertThat(result.disposals()).extracting(Disposal::rule).containsExactly("no lines");
  }

  @Test
  void anInspectorsMemoryIsChainedThroughTheBatchAndReturned() throws Exception {
    var inspector =
        new InspectorProcessor<>(new EverySecond(), new OutputLimits(900_000, 10), List.of("out"));

    var result =
        inspector.process(
            batch(
                BatchText.objects("b", A1), BatchText.objects("c", A1), BatchText.objects("d", A1)),
            inspector.initialState());

    assertThat(result.state()).isEqualTo(3);
    assertThat(result.outputs()).hasSize(1);
    assertThat(result.disposals())
        .extracting(Disposal::rule)
        .containsExactly("not suspicious", "not suspicious");
    assertThat(inspector.lookBack()).isEqualTo(1);
  }

  /** Finds every second batch suspicious. */
  private static final class EverySecond implements Inspector<Integer> {

    @Override
    public Finding<Integer> inspect(String subnet, BatchDocument batch, Integer seen) {
      return new Finding<>(seen % 2 == 1, seen + 1);
    }

    @Override
    public Integer initialState() {
      return 0;
    }

    @Override
    public int lookBack() {
      return 1;
    }
  }

  private static Result<Object> inspected(Map<String, Object> config, String... batches)
      throws Exception {
    var output = new Output("out", StageType.DETECTOR);
    return StageSettings.processor(StageType.INSPECTOR, config, output)
        .process(batch(batches), null);
  }
}
