package io.hamstring.worker.stage.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HAMSTRING's batch, byte for byte. */
class BatchDocumentTest {

  private static final String HEAD =
      "{\"batch_tree_row_id\":\"r\",\"batch_id\":\"b\","
          + "\"begin_timestamp\":\"2025-06-01T12:00:00\",\"end_timestamp\":\"2025-06-01T12:00:01\"";

  @Test
  void fieldsAreWrittenInHamstringsOrder() {
    var value =
        BatchDocument.encode(
            "r",
            "b",
            "2025-06-01T12:00:00",
            "2025-06-01T12:00:01",
            List.of("\"{}\"".getBytes(UTF_8), "{\"a\":1}".getBytes(UTF_8)));

    assertThat(new String(value, UTF_8)).isEqualTo(HEAD + ",\"data\":[\"{}\",{\"a\":1}]}");
  }

  @Test
  void theEnvelopeIsNoLongerThanPromised() {
    var id = StableId.row("a-topic-with-a-long-name-0-9223372036854775807", "batch");
    var time = "2018-03-24T17:15:20.865716";

    var value = BatchDocument.encode(id, id.substring(0, 36), time, time, List.of());

    assertThat(value.length).isLessThan(BatchDocument.ENVELOPE_BYTES);
  }

  @Test
  void linesAreReadAsStringsObjectsAndWindows() throws Exception {
    var data =
        ",\"data\":[\"{\\\"a\\\":1}\", {\"a\":2}, [{\"a\":3},{\"a\":4}], \"[{\\\"a\\\":5}]\"]}";

    var batch = BatchDocument.parse((HEAD + data).getBytes(UTF_8));

    assertThat(batch.data()).hasSize(4);
    assertThat(batch.singleLines().stream().map(line -> line.get("a").intValue()))
        .containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void aBatchWithoutDataHasNoLines() throws Exception {
    assertThat(BatchDocument.parse((HEAD + "}").getBytes(UTF_8)).data()).isEmpty();
    assertThat(BatchDocument.parse((HEAD + ",\"data\":null}").getBytes(UTF_8)).data()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x                            | no JSON
          []                           | this is a JSON array
          {}                           | batch_tree_row_id
          {HEAD,"data":{}}             | data of a batch is a list
          {HEAD,"data":[1]}            | data[0] of a batch is a log line
          {HEAD,"data":[{},"x"]}       | data[1] of a batch is no JSON
          {HEAD,"data":[""]}           | data[0] of a batch is a log line
          {HEAD,"data":[[{},2]]}       | data[0] of a batch is a log line
          {HEAD,"data":[]} trailing    | no JSON
          """)
  void whatIsNoBatchSaysWhy(String value, String why) {
    var bytes = value.replace("{HEAD", HEAD).getBytes(UTF_8);

    assertThatThrownBy(() -> BatchDocument.parse(bytes))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aTombstoneIsNoBatch() {
    assertThatThrownBy(() -> BatchDocument.parse(null)).hasMessageContaining("no value");
  }
}
