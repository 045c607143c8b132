package io.hamstring.worker.sink;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.process.TestWorker;
import io.hamstring.worker.stage.sink.MonitoringRows;
import io.hamstring.worker.stage.sink.SinkServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Real sinks of one group, and what they write to. Its topics are those of {@code server_logs} and
 * {@code fill_levels}; it may be the only one of a broker.
 *
 * @param url of ClickHouse
 * @param database where the tables are
 */
record SinkScene(TestKafka kafka, Path folder, String url, String database) {

  static final String LOGS = MonitoringTopics.of("server_logs");
  static final String LEVELS = MonitoringTopics.of("fill_levels");
  static final String LETTERS = "sink-dead-letters";

  /** Short enough for outages to be seen, long enough for a loaded machine. */
  private static final Timeouts TIMEOUTS =
      new Timeouts(
          Duration.ofMinutes(5),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20));

  String group() {
    return "sinks-of-" + database;
  }

  /** A worker that is not started. */
  TestWorker worker(String pod, Map<String, Object> more) throws IOException {
    return worker(pod, more, 3);
  }

  /**
   * A worker that is not started.
   *
   * @param attempts after which a record, at which its worker died each time, is set aside
   */
  TestWorker worker(String pod, Map<String, Object> more, int attempts) throws IOException {
    var secrets = Files.createDirectories(folder.resolve("secrets"));
    if (!Files.exists(secrets.resolve("password"))) {
      Files.writeString(secrets.resolve("password"), SinkServer.PASSWORD);
    }
    var config = new HashMap<String, Object>();
    config.put("url", url);
    config.put("database", database);
    config.put("passwordFile", "password");
    config.put("operationTimeout", "2s");
    config.put("batchTimeout", "200ms");
    config.putAll(more);
    var stage =
        new Stage(
            "monitoring",
            StageType.MONITORING,
            "monitoring",
            group(),
            List.of(LEVELS, LOGS),
            List.of(),
            null,
            2,
            new OnPoison(attempts, LETTERS, OnPoison.Then.STOP),
            config);
    return TestWorker.of(pod, folder, settings(stage))
        .with(WorkerPod.SECRETS_DIR, secrets.toAbsolutePath().toString());
  }

  /** A logserver that tells of its work, not started. */
  TestWorker logserver(String pod, String in, String out) throws IOException {
    var stage =
        new Stage(
            "logserver",
            StageType.LOGSERVER,
            "logserver",
            "group-of-" + in,
            List.of(in),
            List.of(new Output(out, StageType.COLLECTOR)),
            null,
            1,
            new OnPoison(3, LETTERS, OnPoison.Then.STOP),
            Map.of());
    return TestWorker.of(pod, folder, settings(stage).withMonitoringRows(true));
  }

  private WorkerSettings settings(Stage stage) {
    return new WorkerSettings(
        "ns",
        "dns",
        stage,
        new Kafka(
            kafka.broker().bootstrapServers(),
            GroupProtocol.CONSUMER,
            OffsetReset.EARLIEST,
            Map.of(),
            Map.of()),
        TIMEOUTS,
        BatchSettings.defaults(),
        BatchBounds.NONE,
        Audit.OFF);
  }

  /** Writes rows with ids from {@code from} on, as many to each partition. */
  void write(int partitions, int from, int count) {
    for (int partition = 0; partition < partitions; partition++) {
      var rows = new String[count];
      for (int i = 0; i < count; i++) {
        rows[i] = MonitoringRows.serverLog(partition + "-" + (from + i));
      }
      kafka.write(LOGS, partition, rows);
    }
  }
}
