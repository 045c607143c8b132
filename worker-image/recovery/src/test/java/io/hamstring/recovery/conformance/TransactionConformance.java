package io.hamstring.recovery.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.conformance.Laboratory.Patience;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.RejectedOutput;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How transactions end, and what that leaves of their producer. */
public abstract class TransactionConformance extends ClusterConformance {

  @Test
  void outputsAndOffsetsAreSeenTogetherOrNotAtAll() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(in, "a", "b", "c");

    member.copyAll(out);
    member.output.abort();
    var afterAbort = laboratory.values(out);
    var offsetAfterAbort = laboratory.offset(first(in));
    member.copyAll(out);
    member.output.commit();

    assertThat(afterAbort).isEmpty();
    assertThat(offsetAfterAbort).isEmpty();
    assertThat(laboratory.values(out)).containsExactly("a", "b", "c");
    assertThat(laboratory.offset(first(in)).orElseThrow().position().offset()).isEqualTo(3);
  }

  @Test
  void aProducerThatIsFencedInMidTransactionIsLostForGood() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(in, "a");
    member.copyAll(out);

    laboratory.fence(member.incarnation.transactionalId());

    fails(FailureKind.PRODUCER_LOST, member.output::commit);
    fails(FailureKind.PRODUCER_LOST, member.output::abort);
    assertThat(laboratory.values(out)).isEmpty();
    assertThat(laboratory.offset(first(in))).isEmpty();
  }

  @Test
  void aProducerThatIsFencedBetweenTransactionsSendsNothingMore() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(in, "a");

    laboratory.fence(member.incarnation.transactionalId());

    fails(
        FailureKind.PRODUCER_LOST,
        () -> {
          member.copyAll(out);
          member.output.commit();
        });
    assertThat(laboratory.values(out)).isEmpty();
    assertThat(laboratory.offset(first(in))).isEmpty();
  }

  @Test
  void aNewProducerOfTheSameIdSettlesWhatTheOneBeforeLeftOpen() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(in, "a");
    member.copyAll(out);
    member.output.close(Duration.ZERO);

    member.output = member.cluster.openOutput();
    var offsets = member.input.committed(Set.of(first(in)), BOUND);
    member.copyAll(out);
    member.output.commit();

    assertThat(offsets).isEmpty();
    assertThat(laboratory.values(out)).containsExactly("a");
  }

  @Test
  void aTransactionThatTakesTooLongIsAbortedByTheBrokers() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(Patience.SHORT_TRANSACTIONS, in, "a");
    member.copyAll(out);

    member.pollUntil(() -> isSettled(member, in));

    fails(FailureKind.PRODUCER_LOST, member.output::commit);
    assertThat(laboratory.values(out)).isEmpty();
    assertThat(laboratory.offset(first(in))).isEmpty();
  }

  @Test
  void anOutputTooLargeForItsTopicIsNamedAndItsProducerGoesOn() {
    var in = laboratory.topic(1);
    var out = laboratory.topicTaking(2_000);
    var member = owner(in, "a", "b", "c");
    var noise = new byte[3_000];
    new Random(1).nextBytes(noise);

    var rejected =
        failure(
            () -> {
              member.output.begin();
              member.output.send(Member.copy(out, member.fetched.get(1), noise));
              member.sendOffsets(member.input.membership());
              member.output.commit();
            });
    member.output.abort();
    member.copyAll(out);
    member.output.commit();

    assertThat(rejected.kind()).isEqualTo(FailureKind.RECORD_REJECTED);
    assertThat(((RejectedOutput) rejected).source()).isSameAs(member.fetched.get(1));
    assertThat(((RejectedOutput) rejected).topic()).isEqualTo(out);
    assertThat(laboratory.values(out)).containsExactly("a", "b", "c");
  }

  @Test
  void anOutputTopicThatIsNotThereIsMissingAndNoOutage() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(Patience.SHORT_ANSWERS, in, "a");

    var missing =
        failure(
            () -> {
              member.copyAll("no-such-topic");
              member.output.commit();
            });
    member.output.abort();
    member.copyAll(out);
    member.output.commit();

    assertThat(missing.kind()).isEqualTo(FailureKind.TOPIC_MISSING);
    assertThat(missing).hasMessageContaining("no-such-topic");
    assertThat(laboratory.values(out)).containsExactly("a");
  }

  @Test
  void aCommitThatIsNotAnsweredIsInDoubtAndTheOffsetsSayWhatBecameOfIt() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(Patience.SHORT_ANSWERS, in, "a");
    member.copyAll(out);
    laboratory.awaitArrival(first(out));
    laboratory.outage(true);

    fails(FailureKind.COMMIT_IN_DOUBT, member.output::commit);
    laboratory.outage(false);
    member.output.close(Duration.ZERO);
    member.output = reopened(member);

    assertThat(laboratory.values(out).size())
        .isEqualTo(laboratory.offset(first(in)).isPresent() ? 1 : 0);
  }

  @Test
  void inAnOutageAllOtherCallsLoseTheTransportAndPollBringsNothing() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(Patience.SHORT_ANSWERS, in, "a");
    laboratory.outage(true);

    member.poll();
    member.input.silence();
    fails(FailureKind.TRANSPORT_LOST, () -> member.copyAll(out));
    fails(FailureKind.TRANSPORT_LOST, member.cluster::openOutput);
    fails(FailureKind.TRANSPORT_LOST, () -> member.cluster.openInput(member));
    fails(FailureKind.TRANSPORT_LOST, () -> member.cluster.hasTopic(in));
    laboratory.pass(Duration.ofSeconds(5));
    var silence = member.input.silence();
    laboratory.outage(false);
    member.pollUntil(() -> member.input.silence().toSeconds() == 0);

    assertThat(member.events).noneMatch(event -> event.startsWith("lost"));
    assertThat(silence).isGreaterThan(Duration.ofSeconds(2));
  }

  private static Output reopened(Member member) {
    while (true) {
      try {
        return member.cluster.openOutput();
      } catch (FailedCall stillOut) {
        assertThat(stillOut.kind()).isEqualTo(FailureKind.TRANSPORT_LOST);
      }
    }
  }

  private static boolean isSettled(Member member, String in) {
    try {
      return member.input.committed(Set.of(first(in)), Duration.ofSeconds(1)).isEmpty();
    } catch (FailedCall open) {
      return false;
    }
  }
}
