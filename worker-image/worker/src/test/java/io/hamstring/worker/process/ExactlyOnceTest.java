package io.hamstring.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.contract.records.SourceIds;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.worker.SharedKafka;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The effect of every record is there once, whatever dies: real processes, a real broker. */
@ExtendWith(SharedKafka.class)
class ExactlyOnceTest {

  private static final int PARTITIONS = 4;
  private static final Duration THRICE_THE_DEFAULT_HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path folder;
  private final TestKafka kafka;
  private String in;
  private String out;

  ExactlyOnceTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  @BeforeEach
  void makeTopics() {
    in = kafka.topic(PARTITIONS);
    out = kafka.topic(PARTITIONS);
  }

  @Test
  void whatIsCommittedWhenAWorkerStopsIsWhatItWrote() throws Exception {
    write(500);
    try (var worker = worker("w-0", GroupProtocol.CONSUMER).start()) {
      eventually().until(() -> kafka.records(out).size() > 0);
      write(500);

      worker.process().terminate();

      assertThat(worker.exitValue()).isZero();
      assertThat(worker.terminationMessage().get("instanceId").asText())
          .isEqualTo("hamstring_ns_w-0_1");
      var committed = new TreeSet<String>();
      kafka
          .offsets(settings(GroupProtocol.CONSUMER).group(), in)
          .forEach(
              (partition, offset) ->
                  IntStream.range(0, (int) offset.offset())
                      .forEach(o -> committed.add(SourceIds.recordId(in, partition, o))));
      assertThat(sourceIds()).doesNotHaveDuplicates();
      assertThat(new TreeSet<>(sourceIds())).isEqualTo(committed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRebalanceInALongBatchIsSeenAtOnceAndCostsNoMembership(GroupProtocol protocol)
      throws Exception {
    write(200);
    var gate = folder.resolve("gate");
    var reached = folder.resolve("gate" + CopyProcessor.REACHED);
    var config = settings(protocol).withConfig("gate", gate.toString());
    try (var first = TestWorker.of("w-0", folder, config.settings()).start();
        var second = TestWorker.of("w-1", folder, settings(protocol).settings())) {
      eventually().until(() -> Files.exists(reached));
      var began = Instant.now();
      second.start();
      eventually().until(() -> partitions(second) > 0);
      await()
          .atMost(PATIENCE)
          .until(() -> Instant.now().isAfter(began.plus(THRICE_THE_DEFAULT_HEARTBEAT)));
      var whileAtWork = first.report();

      Files.writeString(gate, "open");
      awaitAll(200);

      assertThat(partitions(first) + partitions(second)).isEqualTo(PARTITIONS);
      assertThat(whileAtWork.get("rebalances").get("lost").asInt()).isZero();
      assertThat(whileAtWork.get("memberId")).isEqualTo(first.report().get("memberId"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKillBetweenSendAndCommitLeavesNoTraceAndTheNextStartGoesOn(GroupProtocol protocol)
      throws Exception {
    write(200);
    var reached = folder.resolve("reached");
    try (var worker = worker("w-0", protocol)) {
      worker
          .with(StopsBeforeCommitMain.REACHED, reached.toString())
          .start(StopsBeforeCommitMain.class);
      eventually()
          .until(
              () -> {
                write(1);
                return Files.exists(reached);
              });
      var written = ends();
      var before = sourceIds();

      worker.process().kill();
      worker.exitValue();
      worker.start();
      awaitAll(written);

      assertThat(before).hasSizeLessThan(written);
      assertThat(worker.report().get("boot").asLong()).isEqualTo(2);
    }
  }

  @Test
  void aKillIsTakenOverByAnotherWorkerOnceItsLeftoversAreRemoved() throws Exception {
    write(200);
    var reached = folder.resolve("reached");
    try (var dies = worker("w-0", GroupProtocol.CLASSIC);
        var survives = worker("w-1", GroupProtocol.CLASSIC)) {
      dies.with(StopsBeforeCommitMain.REACHED, reached.toString())
          .start(StopsBeforeCommitMain.class);
      eventually()
          .until(
              () -> {
                write(1);
                return Files.exists(reached);
              });
      dies.process().kill();
      dies.exitValue();
      kafka.fence(dies.terminationMessage().get("transactionalId").asText());
      kafka.evict(
          settings(GroupProtocol.CLASSIC).group(),
          dies.terminationMessage().get("instanceId").asText());

      survives.start();

      awaitAll(ends());
    }
  }

  private void awaitAll(int count) {
    eventually().until(() -> new TreeSet<>(sourceIds()).size() >= count);
    var ids = sourceIds();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).hasSize(count);
    assertThat(ids).allMatch(id -> id.startsWith(in + "-"));
  }

  private static ConditionFactory eventually() {
    return await().atMost(PATIENCE).pollInterval(Duration.ofMillis(250));
  }

  private List<String> sourceIds() {
    return kafka.records(out).stream()
        .map(record -> record.headers().lastHeader(SourceIds.HEADER).value())
        .flatMap(header -> SourceIds.parse(TestKafka.text(header)).recordIds().stream())
        .toList();
  }

  private int partitions(TestWorker worker) throws Exception {
    return worker.status("/report") == 200 ? worker.report().get("partitions").size() : 0;
  }

  private int ends() {
    return kafka.records(in).size();
  }

  private void write(int records) {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      var number = partition;
      kafka.write(
          in,
          partition,
          IntStream.range(0, Math.max(1, records / PARTITIONS))
              .mapToObj(i -> number + "/" + i)
              .toArray(String[]::new));
    }
  }

  private TestWorker worker(String pod, GroupProtocol protocol) throws Exception {
    return TestWorker.of(pod, folder, settings(protocol).settings());
  }

  private TestSettings settings(GroupProtocol protocol) {
    return TestSettings.reading(kafka.broker().bootstrapServers(), protocol, in)
        .writing(out)
        .processedBy(CopyProcessor.class);
  }
}
