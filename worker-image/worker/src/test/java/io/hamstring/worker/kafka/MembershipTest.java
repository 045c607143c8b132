package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.LogRange;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.worker.SharedKafka;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a member comes, goes and reads, against a real broker. */
@ExtendWith(SharedKafka.class)
class MembershipTest {

  private static final Duration BOUND = Duration.ofSeconds(20);

  @TempDir Path state;
  private final TestKafka kafka;

  MembershipTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  @ParameterizedTest
  @EnumSource
  void aStaticMemberThatClosesHandsItsPartitionsOverAtOnce(GroupProtocol protocol)
      throws Exception {
    var settings = reading(protocol, kafka.topic(4));
    try (var stays = TestMember.of(settings, "stays", state).open()) {
      stays.pollUntil(() -> stays.assigned.size() == 4);
      var leaves = TestMember.of(settings, "leaves", state).open();
      TestMember.pollUntil(
          () -> stays.assigned.size() == 2 && leaves.assigned.size() == 2, stays, leaves);

      leaves.close();
      stays.pollUntil(() -> stays.assigned.size() == 4);

      // Sooner than the session's end, which is what it would take if the member only fell silent.
      assertThat(stays.events).contains("revoked 2");
      assertThat(stays.events).noneMatch(event -> event.startsWith("lost"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theNextIncarnationSettlesWhatTheOneBeforeLeft(GroupProtocol protocol) throws Exception {
    var in = kafka.topic(1);
    var out = kafka.topic(1);
    kafka.write(in, 0, "a", "b");
    var settings = reading(protocol, in).writing(out);
    // It neither polls nor closes from here on, and its client keeps its session alive.
    var dead = TestMember.of(settings, "pod", state).open();
    dead.fetch(2);
    dead.sendAll(out);

    try (var next = TestMember.of(settings, "pod", state).open()) {
      next.fetch(2);
      next.sendAll(out);
      next.output.commit();
      var late = failure(dead.output::commit);

      assertThat(next.incarnation.boot()).isEqualTo(2);
      assertThat(next.boots.unsettled()).isEmpty();
      assertThat(late.kind()).isEqualTo(FailureKind.PRODUCER_LOST);
      assertThat(kafka.values(out)).containsExactly("a", "b");
    } finally {
      dead.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneOfTwoHoldersOfAnInstanceIdIsFenced(GroupProtocol protocol) throws Exception {
    var settings = reading(protocol, kafka.topic(1));
    try (var first = TestMember.of(settings, "pod", state.resolve("one")).open();
        var second = TestMember.of(settings, "pod", state.resolve("two"))) {
      first.pollUntil(() -> first.assigned.size() == 1);
      second.input = second.cluster.openInput(second);

      var failure = failure(() -> TestMember.pollUntil(() -> false, first, second));
      while (failure.kind() == FailureKind.MEMBERSHIP_LOST) {
        // The first was removed by the second, and joins again with the same id.
        failure = failure(() -> TestMember.pollUntil(() -> false, first, second));
      }

      assertThat(failure.kind()).isEqualTo(FailureKind.INSTANCE_FENCED);
    }
  }

  @Test
  void aPartitionWithoutACommittedOffsetIsNamed() throws Exception {
    var in = kafka.topic(2);
    kafka.write(in, 1, "a");
    try (var member = TestMember.of(reading(GroupProtocol.CONSUMER, in), "pod", state).open()) {
      member.fetch(1);

      var partitions = Set.of(new Partition(in, 0), new Partition(in, 1));
      assertThat(member.withoutOffset).isEqualTo(partitions);
      assertThat(member.input.committed(partitions, BOUND)).isEmpty();
      assertThat(member.input.ranges(partitions, BOUND))
          .isEqualTo(
              Map.of(
                  new Partition(in, 0), new LogRange(0, 0),
                  new Partition(in, 1), new LogRange(0, 1)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPositionThatTheLogNoLongerHasIsNamed(GroupProtocol protocol) throws Exception {
    var in = kafka.topic(1);
    kafka.write(in, 0, "a", "b", "c", "d", "e");
    kafka.deleteBelow(in, 0, 4);
    var partition = new Partition(in, 0);
    try (var member = TestMember.of(reading(protocol, in), "pod", state).open()) {
      member.pollUntil(() -> !member.outOfRange.isEmpty());
      var range = member.input.ranges(Set.of(partition), BOUND).get(partition);
      member.input.seek(partition, Position.at(range.start()));
      member.fetch(1);

      assertThat(member.outOfRange).isEqualTo(Map.of(partition, 0L));
      assertThat(range).isEqualTo(new LogRange(4, 5));
      assertThat(member.fetchedValues()).containsExactly("e");
    }
  }

  @Test
  void offsetsUnderAnOpenTransactionCannotBeReadYet() throws Exception {
    var in = kafka.topic(1);
    var out = kafka.topic(1);
    kafka.write(in, 0, "a");
    var partition = Set.of(new Partition(in, 0));
    var settings = reading(GroupProtocol.CONSUMER, in).writing(out);
    try (var member = TestMember.of(settings, "pod", state).open()) {
      member.fetch(1);
      member.sendAll(out);

      var blocked = failure(() -> member.input.committed(partition, Duration.ofSeconds(1)));
      member.output.commit();
      var committed = member.input.committed(partition, BOUND);

      assertThat(blocked.kind()).isEqualTo(FailureKind.TRANSPORT_LOST);
      assertThat(committed.get(new Partition(in, 0)).position().offset()).isEqualTo(1);
    }
  }

  @Test
  void aPausedPartitionBringsNothingUntilItIsResumed() throws Exception {
    var in = kafka.topic(1);
    var partition = Set.of(new Partition(in, 0), new Partition("not-assigned", 7));
    try (var member = TestMember.of(reading(GroupProtocol.CONSUMER, in), "pod", state).open()) {
      member.pollUntil(() -> !member.withoutOffset.isEmpty());
      member.input.pause(partition);
      kafka.write(in, 0, "a");
      for (int i = 0; i < 10; i++) {
        member.poll();
      }
      var whilePaused = member.fetched.size();
      member.input.resume(partition);
      member.fetch(1);

      assertThat(whilePaused).isZero();
    }
  }

  @Test
  void anInputTopicThatIsNotThereIsNamedAndThePresentOnesAreRead() throws Exception {
    var in = kafka.topic(1);
    kafka.write(in, 0, "a");
    var none = TestMember.of(reading(GroupProtocol.CONSUMER, "absent"), "pod", state);
    var half = reading(GroupProtocol.CONSUMER, in, "absent");

    var missing = failure(() -> none.cluster.openInput(none));
    try (var member = TestMember.of(half, "pod", state).open()) {
      member.fetch(1);

      assertThat(missing.kind()).isEqualTo(FailureKind.TOPIC_MISSING);
      assertThat(missing).hasMessageContaining("absent");
      assertThat(member.fetchedValues()).containsExactly("a");
    }
  }

  private TestSettings reading(GroupProtocol protocol, String... inputs) {
    return TestSettings.reading(kafka.broker().bootstrapServers(), protocol, inputs);
  }

  private static FailedCall failure(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(FailedCall.class, call);
  }
}
