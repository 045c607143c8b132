package io.hamstring.worker.stage.logserver;

import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.worker.stage.Records;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.format.MessageId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogserverProcessorTest {

  private static final Output DGA = new Output("to-dga", StageType.COLLECTOR);
  private static final Output TUNNEL = new Output("to-tunnel", StageType.COLLECTOR);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"ts":"x","src_ip":"192.168.3.141","id.orig_h":"10.0.0.1"} | 192.168.3.0_24
          {"uid":{"a":[1,{}]},"id.orig_h":"10.47.1.100","query":"x"} | 10.47.1.0_24
          {"src_ip":"2001:db8::7"}                                   | 2001:db8::_64
          {"src_ip":"192.168.3.141", and then garbage                | 192.168.3.0_24
          """)
  void aLineIsKeyedByTheSubnetOfItsClient(String line, String subnet) throws Exception {
    var output = outputs(Map.of(), line).get(0);

    assertThat(text(output.key())).isEqualTo(subnet);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~",
        "not json",
        "[]",
        "{\"src_ip\":\"x\"}",
        "{\"src_ip\":7}",
        "{\"a\":1}",
        "\u0000"
      })
  void aLineWithoutAClientIsForwardedUnderItsMessageId(String line) throws Exception {
    var output = outputs(Map.of(), line).get(0);

    assertThat(text(output.value())).isEqualTo(line);
    assertThat(text(output.key())).isEqualTo(messageId(output));
  }

  @Test
  void aTombstoneIsForwardedForTheCollectorToJudge() throws Exception {
    var output = outputs(Map.of(), new String[] {null}).get(0);

    assertThat(output.value()).isNull();
    assertThat(text(output.key())).isEqualTo(messageId(output));
  }

  @Test
  void everyCollectorGetsTheSameRecordUnderAnOrdinalOfItsOwn() throws Exception {
    var outputs = outputs(Map.of(), "{\"src_ip\":\"10.0.0.1\"}");

    assertThat(outputs).extracting(OutputRecord::topic).containsExactly("to-dga", "to-tunnel");
    assertThat(outputs).extracting(OutputRecord::ordinal).containsExactly(0, 1);
    assertThat(outputs.get(0).value()).isSameAs(outputs.get(1).value());
    assertThat(messageId(outputs.get(0))).isEqualTo(messageId(outputs.get(1)));
  }

  @Test
  void aReplayedLineKeepsItsMessageIdAndNoOtherLineHasIt() throws Exception {
    var once = outputs(Map.of(), "a", "a");
    var again = outputs(Map.of(), "a", "a");

    assertThat(messageId(once.get(0))).isEqualTo(messageId(again.get(0)));
    assertThat(messageId(once.get(0))).isNotEqualTo(messageId(once.get(2)));
    assertThat(UUID.fromString(messageId(once.get(0)))).hasToString(messageId(once.get(0)));
  }

  @Test
  void aMixedFleetMayKeyByMessageId() throws Exception {
    var output = outputs(Map.of("keyBy", "messageId"), "{\"src_ip\":\"10.0.0.1\"}").get(0);

    assertThat(text(output.key())).isEqualTo(messageId(output));
  }

  @Test
  void theCollectorFindsTheIdInTheHeaderOrInHamstringsKey() {
    var id = UUID.nameUUIDFromBytes("x".getBytes(UTF_8)).toString();

    assertThat(MessageId.of(Records.record(1, id.getBytes(UTF_8), null))).contains(id);
    assertThat(MessageId.of(Records.record(1, "10.0.0.0_24".getBytes(UTF_8), null))).isEmpty();
    assertThat(MessageId.of(Records.record(1, null, null))).isEmpty();
  }

  private static List<OutputRecord> outputs(Map<String, Object> config, String... lines)
      throws Exception {
    var logserver = StageSettings.processor(StageType.LOGSERVER, config, DGA, TUNNEL);
    return logserver.process(batch(lines), null).outputs();
  }

  private static String messageId(OutputRecord output) {
    assertThat(output.headers()).hasSize(1);
    assertThat(output.headers().get(0).name()).isEqualTo("hamstring-server-message-id");
    return text(output.headers().get(0).value());
  }
}
