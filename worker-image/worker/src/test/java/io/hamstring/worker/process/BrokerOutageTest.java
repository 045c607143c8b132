package io.hamstring.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.contract.records.SourceIds;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A broker that dies and comes back, under a worker that lives on. It is killed, not stopped: a
 * broker (4.4.0) that shuts down in good order as the only one of its cluster can note a
 * transaction as complete without having written its markers, and then nobody reads on behind it,
 * whatever the worker does.
 */
class BrokerOutageTest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Timeouts SHORT =
      new Timeouts(
          Duration.ofMinutes(5),
          Duration.ofSeconds(45),
          Duration.ofSeconds(30),
          Duration.ofSeconds(3),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20));

  @TempDir Path folder;

  /**
   * Its data come back under another address, which only the name that was given first leads to.
   */
  @ParameterizedTest
  @EnumSource
  void aWorkerFollowsItsBrokersToNewAddresses(GroupProtocol protocol) throws Exception {
    var options = BrokerOptions.forTests(folder.resolve("broker"));
    try (var name = Relay.open();
        var before = TestKafka.start(options)) {
      name.leadTo(before.broker().bootstrapServers());
      var in = before.topic(2);
      var out = before.topic(2);
      write(before, in);
      var settings =
          TestSettings.reading(name.address(), protocol, in)
              .writing(out)
              .processedBy(CopyProcessor.class)
              .with(SHORT);
      try (var worker = TestWorker.of("w-0", folder, settings.settings()).start()) {
        await().atMost(PATIENCE).until(() -> sourceIds(before, out).size() > 0);
        before.broker().kill();

        try (var after = TestKafka.start(options)) {
          assertThat(after.broker().bootstrapServers())
              .isNotEqualTo(before.broker().bootstrapServers());
          name.leadTo(after.broker().bootstrapServers());
          write(after, in);

          await().atMost(PATIENCE).until(() -> new TreeSet<>(sourceIds(after, out)).size() == 400);
          assertThat(sourceIds(after, out)).doesNotHaveDuplicates();
          assertThat(worker.process().isAlive()).isTrue();
        }
      }
    }
  }

  @Test
  void aBrokerThatDiesAndComesBackCostsNeitherARecordNorAProcess() throws Exception {
    try (var kafka = TestKafka.start(folder.resolve("broker"))) {
      var in = kafka.topic(2);
      var out = kafka.topic(2);
      write(kafka, in);
      var settings =
          TestSettings.reading(kafka.broker().bootstrapServers(), GroupProtocol.CONSUMER, in)
              .writing(out)
              .processedBy(CopyProcessor.class)
              .with(SHORT);
      try (var worker = TestWorker.of("w-0", folder, settings.settings()).start()) {
        await().atMost(PATIENCE).until(() -> sourceIds(kafka, out).size() > 0);
        write(kafka, in);
        kafka.broker().kill();
        await().atMost(PATIENCE).until(() -> worker.status("/readyz") == 503);
        var liveInTheOutage = worker.status("/livez");

        kafka.broker().start();
        write(kafka, in);
        await().atMost(PATIENCE).until(() -> new TreeSet<>(sourceIds(kafka, out)).size() == 600);

        assertThat(liveInTheOutage).isEqualTo(200);
        assertThat(sourceIds(kafka, out)).hasSize(600).doesNotHaveDuplicates();
        assertThat(worker.process().isAlive()).isTrue();
        assertThat(worker.output()).contains("recovery began", "recovery ended");
        await().atMost(PATIENCE).until(() -> worker.status("/readyz") == 200);
      }
    }
  }

  private static void write(TestKafka kafka, String in) {
    for (int partition = 0; partition < 2; partition++) {
      kafka.write(
          in, partition, IntStream.range(0, 100).mapToObj(String::valueOf).toArray(String[]::new));
    }
  }

  private static List<String> sourceIds(TestKafka kafka, String out) {
    return kafka.records(out).stream()
        .map(record -> record.headers().lastHeader(SourceIds.HEADER).value())
        .flatMap(header -> SourceIds.parse(TestKafka.text(header)).recordIds().stream())
        .toList();
  }
}
