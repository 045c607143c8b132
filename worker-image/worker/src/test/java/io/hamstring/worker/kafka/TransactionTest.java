package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.RejectedOutput;
import io.hamstring.worker.SharedKafka;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What only a real client does with a transaction. */
@ExtendWith(SharedKafka.class)
class TransactionTest {

  @TempDir Path state;
  private final TestKafka kafka;

  TransactionTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void anOutputTooLargeForTheProducerOrTheTopicIsNamed() throws Exception {
    var in = kafka.topic(1);
    var out = kafka.topic(1, Map.of("max.message.bytes", "2000"));
    kafka.write(in, 0, "a", "b", "c");
    var settings =
        settings(GroupProtocol.CONSUMER, in, out)
            .withProducer(Map.of("max.request.size", "5000", "batch.size", "1000"));
    try (var member = TestMember.of(settings, "pod", state).open()) {
      member.fetch(3);

      var tooLargeForProducer = rejected(member, out, 9_000);
      var tooLargeForTopic = rejected(member, out, 3_000);
      member.sendAll(out);
      member.output.commit();

      for (var rejection : new RejectedOutput[] {tooLargeForProducer, tooLargeForTopic}) {
        assertThat(rejection.kind()).isEqualTo(FailureKind.RECORD_REJECTED);
        assertThat(rejection.source()).isSameAs(member.fetched.get(1));
      }
      assertThat(kafka.values(out)).containsExactly("a", "b", "c");
    }
  }

  /** The client splits such a batch into one like it, again and again, until it times out. */
  @Test
  void aBatchThatTheClientCannotSplitNamesTheTopicsLimit() throws Exception {
    var in = kafka.topic(1);
    var out = kafka.topic(1, Map.of("max.message.bytes", "2000"));
    kafka.write(in, 0, "a", "b");
    var settings = settings(GroupProtocol.CONSUMER, in, out).with(impatient());
    try (var member = TestMember.of(settings, "pod", state).open()) {
      member.fetch(2);

      member.output.begin();
      member.output.send(TestMember.copy(out, member.fetched.get(0), new byte[3_000]));
      member.output.send(TestMember.copy(out, member.fetched.get(1), new byte[1]));
      var refused = failure(member.output::commit);
      member.output.abort();

      assertThat(refused.kind()).isEqualTo(FailureKind.MISCONFIGURED);
      assertThat(refused).hasMessageContainingAll("max.message.bytes", out);
    }
  }

  @Test
  void anIncarnationNotesThatItSettledTheOneBefore() throws Exception {
    var in = kafka.topic(1);
    var settings = settings(GroupProtocol.CONSUMER, in, in);
    TestMember.of(settings, "pod", state);
    var next = TestMember.of(settings, "pod", state);
    var before = next.boots.unsettled();

    next.open().close();

    assertThat(before).containsExactly(1L);
    assertThat(next.boots.unsettled()).isEmpty();
  }

  @Test
  void aTransactionTimeoutAboveTheBrokersLimitIsASettingToCorrect() throws Exception {
    var in = kafka.topic(1);
    var tooLong =
        new Timeouts(
            Duration.ofHours(1),
            Duration.ofSeconds(45),
            Duration.ofMinutes(30),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(20));
    var member = TestMember.of(settings(GroupProtocol.CONSUMER, in, in).with(tooLong), "p", state);

    var failed = failure(member.cluster::openOutput);

    assertThat(failed.kind()).isEqualTo(FailureKind.MISCONFIGURED);
    assertThat(failed).hasMessageContaining("transaction timeout");
  }

  private RejectedOutput rejected(TestMember member, String out, int size) {
    var noise = new byte[size];
    new Random(size).nextBytes(noise);
    member.output.begin();
    var failed =
        failure(
            () -> {
              member.output.send(TestMember.copy(out, member.fetched.get(0), new byte[1]));
              member.output.send(TestMember.copy(out, member.fetched.get(1), noise));
              member.output.send(TestMember.copy(out, member.fetched.get(2), new byte[500]));
              member.sendOffsets();
              member.output.commit();
            });
    member.output.abort();
    return (RejectedOutput) failed;
  }

  private static FailedCall failure(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(FailedCall.class, call);
  }

  private TestSettings settings(GroupProtocol protocol, String in, String out) {
    return TestSettings.reading(kafka.broker().bootstrapServers(), protocol, in).writing(out);
  }

  private static Timeouts impatient() {
    return new Timeouts(
        Duration.ofMinutes(5),
        Duration.ofSeconds(45),
        Duration.ofSeconds(60),
        Duration.ofSeconds(3),
        Duration.ofSeconds(4),
        Duration.ofSeconds(30),
        Duration.ofSeconds(20));
  }
}
