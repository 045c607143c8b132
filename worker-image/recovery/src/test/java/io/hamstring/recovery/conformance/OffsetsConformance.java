package io.hamstring.recovery.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.LogRange;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Where reading begins, goes on and comes to. */
public abstract class OffsetsConformance extends ClusterConformance {

  @Test
  void aPartitionWithoutACommittedOffsetIsNamed() {
    var in = laboratory.topic(2);
    laboratory.write(new Partition(in, 1), "a");
    var member = start("pod", in).open();
    member.fetch(1);

    var partitions = Set.of(new Partition(in, 0), new Partition(in, 1));
    assertThat(member.withoutOffset).isEqualTo(partitions);
    assertThat(member.input.committed(partitions, BOUND)).isEmpty();
    assertThat(member.input.ends(partitions, BOUND))
        .isEqualTo(
            member.input.ranges(partitions, BOUND).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, range -> range.getValue().end())));
    assertThat(member.input.ranges(partitions, BOUND))
        .isEqualTo(
            Map.of(
                new Partition(in, 0),
                new LogRange(0, 0),
                new Partition(in, 1),
                new LogRange(0, 1)));
    assertThat(member.input.partitions(BOUND)).isEqualTo(partitions);
  }

  @Test
  void anOffsetComesBackWithItsLeaderEpochAndItsMetadata() {
    var in = laboratory.topic(1);
    var member = owner(in, "a", "b");
    var offset = new Committed(new Position(1, 0), "starts=1 by=somebody");

    member.output.begin();
    member.output.sendOffsets(Map.of(first(in), offset), member.input.membership());
    member.output.commit();

    assertThat(member.input.committed(Set.of(first(in)), BOUND))
        .isEqualTo(Map.of(first(in), offset));
  }

  @Test
  void theNextOwnerGoesOnAtTheCommittedOffset() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var before = owner(in, "a", "b");
    before.copyAll(out);
    before.output.commit();
    laboratory.write(first(in), "c");
    before.close();

    var next = start("next", in).open();
    next.fetch(1);

    assertThat(next.values()).containsExactly("c");
    assertThat(next.withoutOffset).isEmpty();
  }

  @Test
  void aPositionStepsOverTheMarkersOfTransactions() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    for (int i = 0; i < 5; i++) {
      laboratory.beginWrite(first(in), "v" + i).end(true);
    }
    var member = start("pod", in).open();

    member.pollUntil(() -> at(member, in) == 10);
    member.copyAll(out);
    member.output.commit();

    assertThat(member.fetched).hasSize(5);
    assertThat(laboratory.offset(first(in)).orElseThrow().position().offset()).isEqualTo(10);
    assertThat(member.input.ranges(Set.of(first(in)), BOUND).get(first(in)).end()).isEqualTo(10);
  }

  @Test
  void aPositionStepsOverWhatWasAborted() {
    var in = laboratory.topic(1);
    laboratory.write(first(in), "a");
    laboratory.beginWrite(first(in), "x", "y").end(false);
    var member = start("pod", in).open();

    member.pollUntil(() -> at(member, in) == 4);

    assertThat(member.values()).containsExactly("a");
  }

  @Test
  void whatAnOpenTransactionWroteIsNotSeenNorWhatFollows() {
    var in = laboratory.topic(1);
    laboratory.write(first(in), "a");
    var open = laboratory.beginWrite(first(in), "b");
    laboratory.write(first(in), "c");
    var member = start("pod", in).open();
    member.fetch(1);

    for (int i = 0; i < 10; i++) {
      member.poll();
    }
    var before = member.values();
    var end = member.input.ranges(Set.of(first(in)), BOUND).get(first(in)).end();
    open.end(true);
    member.fetch(3);

    assertThat(before).containsExactly("a");
    assertThat(end).isEqualTo(1);
    assertThat(member.values()).containsExactly("a", "b", "c");
  }

  @Test
  void aPositionBelowTheLogIsNamedAndReadingGoesOnWhereItIsTold() {
    var in = laboratory.topic(1);
    laboratory.write(first(in), "a", "b", "c", "d", "e");
    laboratory.deleteBelow(first(in), 4);
    var member = start("pod", in).open();

    member.pollUntil(() -> !member.outOfRange.isEmpty());
    var range = member.input.ranges(Set.of(first(in)), BOUND).get(first(in));
    member.input.seek(first(in), Position.at(range.start()));
    member.fetch(1);

    assertThat(member.outOfRange).isEqualTo(Map.of(first(in), 0L));
    assertThat(range).isEqualTo(new LogRange(4, 5));
    assertThat(member.values()).containsExactly("e");
  }

  @Test
  void aPositionAboveTheLogIsNamed() {
    var in = laboratory.topic(1);
    laboratory.write(first(in), "a", "b");
    laboratory.setOffset(first(in), 50);
    var member = start("pod", in).open();

    member.pollUntil(() -> !member.outOfRange.isEmpty());
    member.input.seek(first(in), Position.at(2));
    laboratory.write(first(in), "c");
    member.fetch(1);

    assertThat(member.outOfRange).isEqualTo(Map.of(first(in), 50L));
    assertThat(member.values()).containsExactly("c");
  }

  @Test
  void aTopicMadeAnewHasAnotherIdAndNoOffsets() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var before = owner(in, "a", "b");
    var id = before.input.topicIds(false).get(in);
    before.copyAll(out);
    before.output.commit();
    before.close();

    laboratory.makeAnew(in);
    laboratory.write(first(in), "new");
    var after = start("next", in).open();
    after.fetch(1);

    assertThat(id).isNotEmpty();
    assertThat(after.input.topicIds(true).get(in)).isNotEmpty().isNotEqualTo(id);
    assertThat(after.withoutOffset).containsExactly(first(in));
    assertThat(after.values()).containsExactly("new");
  }

  @Test
  void offsetsUnderAnOpenTransactionCannotBeReadYet() {
    var in = laboratory.topic(1);
    var out = laboratory.topic(1);
    var member = owner(in, "a");
    member.copyAll(out);

    fails(
        FailureKind.TRANSPORT_LOST,
        () -> member.input.committed(Set.of(first(in)), Duration.ofSeconds(1)));
    member.output.commit();
    var committed = member.input.committed(Set.of(first(in)), BOUND);

    assertThat(committed.get(first(in)).position().offset()).isEqualTo(1);
  }

  @Test
  void aPausedPartitionBringsNothingUntilItIsResumed() {
    var in = laboratory.topic(1);
    var partitions = Set.of(first(in), new Partition("not-assigned", 7));
    var member = start("pod", in).open();
    member.pollUntil(() -> !member.withoutOffset.isEmpty());

    member.input.pause(partitions);
    laboratory.write(first(in), "a");
    for (int i = 0; i < 10; i++) {
      member.poll();
    }
    var whilePaused = member.values();
    member.input.resume(partitions);
    member.fetch(1);

    assertThat(whilePaused).isEmpty();
  }

  @Test
  void readingGoesOnWhereItWasSentTo() {
    var in = laboratory.topic(1);
    var member = owner(in, "a", "b", "c");

    member.input.seek(first(in), Position.at(1));
    member.fetch(5);

    assertThat(member.values()).containsExactly("a", "b", "c", "b", "c");
  }

  @Test
  void anInputTopicThatIsNotThereIsNamedAndThePresentOnesAreRead() {
    var in = laboratory.topic(1);
    laboratory.write(first(in), "a");
    var none = start("none", "absent");
    var half = start("half", in, "absent");

    var missing = failure(() -> none.cluster.openInput(none));
    half.open().fetch(1);

    assertThat(missing.kind()).isEqualTo(FailureKind.TOPIC_MISSING);
    assertThat(missing).hasMessageContaining("absent");
    assertThat(half.values()).containsExactly("a");
    assertThat(half.cluster.hasTopic(in)).isTrue();
    assertThat(half.cluster.hasTopic("absent")).isFalse();
  }

  private static long at(Member member, String in) {
    var position = member.positions.get(first(in));
    return position == null ? -1 : position.offset();
  }
}
