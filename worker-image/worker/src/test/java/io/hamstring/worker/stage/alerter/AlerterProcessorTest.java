package io.hamstring.worker.stage.alerter;

import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.contract.StageType;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.Rejection;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.format.StableId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlerterProcessorTest {

  private static final Output ALERTS = new Output("hamstring_alerts", StageType.CUSTOM);
  private static final Output SIEM = new Output("siem", StageType.CUSTOM);
  private static final String ALERT = "{\"overall_score\": 0.9, \"src_ip\": \"10.0.0.1\"}";

  @TempDir private Path folder;

  @Test
  void anAlertIsHandedOnUnchangedToEveryTopicWithAStableId() throws Exception {
    var outputs = toTopics().process(batch(ALERT), null).outputs();

    assertThat(outputs).extracting(OutputRecord::topic).containsExactly("hamstring_alerts", "siem");
    assertThat(outputs).extracting(OutputRecord::ordinal).containsExactly(0, 1);
    assertThat(text(outputs.get(0).value())).isEqualTo(ALERT);
    assertThat(outputs.get(0).headers().get(0).name()).isEqualTo("hamstring-alert-id");
    assertThat(text(outputs.get(0).headers().get(0).value()))
        .isEqualTo(StableId.of("in-3-100", "alert"));
  }

  @Test
  void onlyAnAlerterWithAFileHasEffectsOutsideKafka() {
    assertThat(toTopics().effectsLeaveKafka()).isFalse();
    assertThat(toFile("alerts.txt", true).effectsLeaveKafka()).isTrue();
  }

  @Test
  void anAlertInTheFileIsOneLineWithItsId() throws Exception {
    var result = toFile("alerts.txt", false).process(batch(ALERT, ALERT), null);

    assertThat(Files.readAllLines(folder.resolve("alerts.txt")))
        .containsExactly(inFile("in-3-100"), inFile("in-3-101"));
    assertThat(result.disposals())
        .allSatisfy(d -> assertThat(d.disposition()).isEqualTo(Disposition.DELIVERED))
        .hasSize(2);
  }

  @Test
  void aReplayRepeatsTheLineUnderTheSameId() throws Exception {
    var alerter = toFile("alerts.txt", true);

    alerter.process(batch(ALERT), null);
    alerter.process(batch(ALERT), null);

    assertThat(Files.readAllLines(folder.resolve("alerts-2025-06-01.txt")))
        .containsExactly(inFile("in-3-100"), inFile("in-3-100"));
  }

  @Test
  void aLineThatACrashCutOffIsEndedFirst() throws Exception {
    Files.writeString(folder.resolve("alerts.txt"), "{\"overall_sc");

    toFile("alerts.txt", false).process(batch(ALERT), null);

    assertThat(Files.readAllLines(folder.resolve("alerts.txt")))
        .containsExactly("{\"overall_sc", inFile("in-3-100"));
  }

  @Test
  void filesOlderThanTheRetentionGoAndForeignOnesStay() throws Exception {
    for (var name :
        new String[] {
          "alerts-2025-05-25.txt", "alerts-2025-05-26.txt", "alerts-old.txt", "notes-2020-01-01.txt"
        }) {
      Files.createFile(folder.resolve(name));
    }

    toFile("alerts.txt", true).process(batch(ALERT), null);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "alerts-2025-05-26.txt",
              "alerts-2025-06-01.txt",
              "alerts-old.txt",
              "notes-2020-01-01.txt");
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsNoFaultOfTheAlert() throws Exception {
    Files.createFile(folder.resolve("taken"));
    var alerter = toFile("taken/alerts.txt", true);

    assertThatThrownBy(() -> alerter.process(batch(ALERT), null))
        .isInstanceOf(ProcessorUnavailableException.class)
        .hasMessageContaining("alerts cannot be appended");
  }

  @Test
  void whatIsNoAlertIsRejectedAndReachesNobody() throws Exception {
    var result = toTopics().process(batch("garbage", null, "[]"), null);

    assertThat(result.outputs()).isEmpty();
    assertThat(result.rejections())
        .extracting(Rejection::reason)
        .hasSize(3)
        .allMatch(reason -> reason.startsWith("an alert is a JSON object"));
  }

  private static StageProcessor<Object> toTopics() {
    return StageSettings.processor(StageType.ALERTER, Map.of(), ALERTS, SIEM);
  }

  private StageProcessor<Object> toFile(String name, boolean rotate) {
    return StageSettings.processor(
        StageType.ALERTER,
        Map.of(
            "logToFile",
            true,
            "logFilePath",
            folder.resolve(name).toString(),
            "logRotation",
            Map.of("enabled", rotate)));
  }

  private static String inFile(String recordId) {
    return "{\"overall_score\":0.9,\"src_ip\":\"10.0.0.1\",\"alert_id\":\""
        + StableId.of(recordId, "alert")
        + "\"}";
  }
}
