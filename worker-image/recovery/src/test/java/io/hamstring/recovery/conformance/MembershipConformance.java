package io.hamstring.recovery.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How members come and go, and whose offsets their group takes. */
public abstract class MembershipConformance extends ClusterConformance {

  @Test
  void membershipComesWithPolling() {
    var in = laboratory.topic(3);
    var member = start("pod", in).open();

    var before = member.input.membership();
    member.pollUntil(() -> share(3, member));
    var after = member.input.membership();

    assertThat(before.isKnown()).isFalse();
    assertThat(after.isKnown()).isTrue();
    assertThat(after.instanceId()).isEqualTo(member.incarnation.instanceId());
    assertThat(member.events.get(member.events.size() - 1)).isEqualTo("assigned 3");
  }

  @Test
  void aSecondMemberIsGivenWhatTheFirstIsAskedFor() {
    var in = laboratory.topic(4);
    var first = start("first", in).open();
    first.pollUntil(() -> share(4, first));
    var generation = first.input.membership().generation();
    var second = start("second", in).open();

    Member.pollUntil(() -> share(2, first, second), first, second);

    var all = new TreeSet<>(first.assigned);
    all.addAll(second.assigned);
    assertThat(all).hasSize(4);
    assertThat(first.events).contains(laboratory.isEager() ? "revoked 4" : "revoked 2");
    assertThat(first.events).noneMatch(event -> event.startsWith("lost"));
    assertThat(first.input.membership().generation()).isGreaterThan(generation);
  }

  @Test
  void aMemberThatNoPartitionIsLeftForIsAMemberAllTheSame() {
    var in = laboratory.topic(1);
    var first = start("first", in).open();
    first.pollUntil(() -> share(1, first));
    var second = start("second", in).open();

    Member.pollUntil(
        () ->
            first.assigned.size() + second.assigned.size() == 1
                // A membership is known a little earlier than the listener is told of it.
                && !second.events.isEmpty()
                && first.input.membership().isKnown()
                && second.input.membership().isKnown()
                && first.input.membership().generation() == second.input.membership().generation(),
        first,
        second);

    var idle = first.assigned.isEmpty() ? first : second;
    assertThat(idle.events.get(idle.events.size() - 1)).isIn("assigned 0", "revoked 1");
  }

  @Test
  void aStaticMemberThatClosesHandsItsPartitionsOverAtOnce() {
    var in = laboratory.topic(4);
    var stays = start("stays", in).open();
    stays.pollUntil(() -> share(4, stays));
    var leaves = start("leaves", in).open();
    Member.pollUntil(() -> share(2, stays, leaves), stays, leaves);

    leaves.close();
    stays.pollUntil(() -> share(4, stays));

    // Sooner than the session's end, which is what it would take if the member only fell silent.
    assertThat(leaves.events.get(leaves.events.size() - 1)).isEqualTo("revoked 2");
    assertThat(stays.events).noneMatch(event -> event.startsWith("lost"));
  }

  @Test
  void anEvictedMemberFindsItsPartitionsLostAndJoinsAgain() {
    var in = laboratory.topic(2);
    var member = start("pod", in).open();
    member.pollUntil(() -> share(2, member));
    var before = member.input.membership();

    laboratory.evict(member.incarnation.instanceId());
    member.pollUntil(() -> member.events.contains("lost 2"));
    member.pollUntil(() -> share(2, member));

    assertThat(member.input.membership()).isNotEqualTo(before);
  }

  @Test
  void oneOfTwoHoldersOfAnInstanceIdIsFencedAndTheOtherGoesOn() {
    var in = laboratory.topic(1);
    var first = start("pod", in).open();
    first.pollUntil(() -> share(1, first));
    // Removes the first, which then joins again with the same id.
    var second = start("pod", in).open();

    var failure = Member.pollToFailure(first, second);

    assertThat(failure.kind()).isEqualTo(FailureKind.INSTANCE_FENCED);
  }

  @Test
  void anEvictedMembersOffsetsAreRefusedAndItsProducerGoesOn() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(in, "a", "b");
    laboratory.evict(member.incarnation.instanceId());

    fails(FailureKind.COMMIT_REFUSED, () -> member.copyAll(out));
    member.output.abort();
    member.pollUntil(() -> member.events.contains("lost 1") && member.fetched.size() == 2);
    member.copyAll(out);
    member.output.commit();

    assertThat(laboratory.values(out)).containsExactly("a", "b");
  }

  @Test
  void anOlderEpochMayPassForPartitionsThatStayed() {
    var in = laboratory.topic(2);
    var out = laboratory.topic(1);
    laboratory.write(new Partition(in, 0), "a");
    laboratory.write(new Partition(in, 1), "b");
    var first = start("first", in).open();
    first.fetch(2);
    var before = first.input.membership();
    var second = start("second", in).open();
    Member.pollUntil(() -> share(1, first, second), first, second);
    Member.pollUntil(() -> first.fetched.size() == 1, first, second);

    first.output.begin();
    first.output.send(Member.copy(out, first.fetched.get(0), first.fetched.get(0).value()));
    if (laboratory.forgivesOlderEpochs()) {
      first.sendOffsets(before);
      first.output.commit();
      assertThat(laboratory.values(out)).hasSize(1);
    } else {
      fails(FailureKind.COMMIT_REFUSED, () -> first.sendOffsets(before));
      first.output.abort();
      assertThat(laboratory.values(out)).isEmpty();
    }
  }

  @Test
  void anEpochFromBeforeAPartitionCameBackIsRefused() {
    var in = laboratory.topic(2);
    laboratory.write(new Partition(in, 0), "a");
    laboratory.write(new Partition(in, 1), "b");
    var first = start("first", in).open();
    first.fetch(2);
    var before = first.input.membership();
    var second = start("second", in).open();
    Member.pollUntil(() -> share(1, first, second), first, second);
    second.close();
    first.pollUntil(() -> share(2, first) && first.positions.size() == 2);

    first.output.begin();
    fails(FailureKind.COMMIT_REFUSED, () -> first.sendOffsets(before));
    first.output.abort();

    assertThat(laboratory.offset(first(in))).isEmpty();
  }

  @Test
  void offsetsWithoutAMembershipAreRefused() {
    var in = laboratory.topic(1);
    var member = start("pod", in).open();
    var unknown = member.input.membership();
    member.positions.put(first(in), Position.at(1));

    member.output.begin();

    fails(FailureKind.COMMIT_REFUSED, () -> member.sendOffsets(unknown));
  }

  @Test
  void theNextIncarnationSettlesWhatTheOneBeforeLeft() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    // It neither polls nor closes from here on, and its client keeps its session alive.
    var dead = owner(in, "a", "b");
    dead.copyAll(out);

    var next = start("pod", 2, in).open();
    next.fetch(2);
    next.copyAll(out);
    next.output.commit();

    fails(FailureKind.PRODUCER_LOST, dead.output::commit);
    assertThat(laboratory.values(out)).containsExactly("a", "b");
  }

  @Test
  void partitionsThatAreAddedAreAssigned() {
    var in = laboratory.topic(1);
    var before = start("before", in).open();
    before.pollUntil(() -> share(1, before));

    laboratory.grow(in, 3);
    before.close();
    var after = start("after", in).open();
    after.pollUntil(() -> share(3, after));

    assertThat(after.input.partitions(BOUND)).hasSize(3);
  }

  @Test
  void aWakeUpEndsTheNextPollAndHarmsNoOtherCall() {
    var in = laboratory.topic(1);
    var member = start("pod", in).open();
    member.pollUntil(() -> share(1, member));

    member.input.wakeUp();
    var ranges = member.input.ranges(member.assigned, BOUND);
    member.input.wakeUp();
    long began = System.nanoTime();
    member.input.poll(Duration.ofSeconds(30));
    var took = Duration.ofNanos(System.nanoTime() - began);

    assertThat(ranges).hasSize(1);
    assertThat(took).isLessThan(Duration.ofSeconds(15));
  }
}
