package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker that falls silent at the worst moment looks like. */
class CommitInDoubtTest {

  private static final Timeouts SHORT =
      new Timeouts(
          Duration.ofMinutes(5),
          Duration.ofSeconds(45),
          Duration.ofSeconds(60),
          Duration.ofSeconds(3),
          Duration.ofSeconds(6),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20));

  @TempDir static Path folder;
  private static TestKafka kafka;

  @TempDir Path state;

  @BeforeAll
  static void start() {
    kafka = TestKafka.start(folder.resolve("broker"));
  }

  @AfterAll
  static void end() {
    kafka.close();
  }

  @Test
  void aCommitThatTheBrokerDoesNotAnswerIsInDoubtAndTheOffsetsSayWhatBecameOfIt() throws Exception {
    var in = kafka.topic(1);
    var out = kafka.topic(1);
    kafka.write(in, 0, "a");
    var settings = settings(in, out);
    try (var member = TestMember.of(settings, "pod", state).open()) {
      member.fetch(1);
      member.sendAll(out);
      kafka.awaitWritten(out, 0, 1);
      kafka.broker().pause();

      var doubt = failure(member.output::commit);
      var abort = failure(member.output::abort);
      kafka.broker().resume();
      member.output.close(Duration.ZERO);
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .untilAsserted(() -> member.output = member.cluster.openOutput());

      assertThat(doubt.kind()).isEqualTo(FailureKind.COMMIT_IN_DOUBT);
      assertThat(abort.kind()).isEqualTo(FailureKind.PRODUCER_LOST);
      assertThat(kafka.values(out).size())
          .isEqualTo(kafka.offsets(settings.group(), in).containsKey(0) ? 1 : 0);
    } finally {
      kafka.broker().resume();
    }
  }

  @Test
  void aSilentBrokerIsALostTransportForAllOtherCallsAndPollBringsNothing() throws Exception {
    var in = kafka.topic(1);
    var out = kafka.topic(1);
    kafka.write(in, 0, "a");
    try (var member = TestMember.of(settings(in, out), "pod", state).open()) {
      member.fetch(1);
      kafka.broker().pause();

      var polled = member.input.poll(Duration.ofMillis(50));
      var offsets = failure(() -> member.sendAll(out));
      var output = failure(member.cluster::openOutput);
      var input = failure(() -> member.cluster.openInput(member));
      kafka.broker().resume();

      assertThat(polled.records()).isEmpty();
      assertThat(offsets.kind()).isEqualTo(FailureKind.TRANSPORT_LOST);
      assertThat(output.kind()).isEqualTo(FailureKind.TRANSPORT_LOST);
      assertThat(input.kind()).isEqualTo(FailureKind.TRANSPORT_LOST);
    } finally {
      kafka.broker().resume();
    }
  }

  private static TestSettings settings(String in, String out) {
    return TestSettings.reading(kafka.broker().bootstrapServers(), GroupProtocol.CONSUMER, in)
        .writing(out)
        .with(SHORT);
  }

  private static FailedCall failure(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(FailedCall.class, call);
  }
}
