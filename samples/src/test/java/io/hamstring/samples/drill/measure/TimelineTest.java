package io.hamstring.samples.drill.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Outputs every 20 ms of partition 0 by "a", which is hit at 100 s, and of partition 1 by "b". */
class TimelineTest {

  private static final long FAULT = 100_000;
  private static final long END = 130_000;
  private static final Offset<Double> CLOSE = within(0.03);

  private final List<Effect> effects = new ArrayList<>();

  @Test
  void takeoverIsTheFirstOutputByAnotherWorkerSinceTheFault() {
    outputs(0, "b", 90_000, 91_000);
    outputs(0, "a", 91_000, FAULT);
    outputs(0, "b", 101_500, END);
    outputs(1, "b", 90_000, END);

    assertThat(partition(0).owner()).isEqualTo("a");
    assertThat(partition(0).takeover()).isCloseTo(1.5, CLOSE);
    assertThat(partition(0).silence()).isCloseTo(1.52, CLOSE);
    assertThat(partition(1).takeover()).isNull();
    assertThat(partition(1).silence()).isCloseTo(0.02, CLOSE);
  }

  @Test
  void aVictimThatGoesOnIsNoTakeover() {
    outputs(0, "a", 90_000, END);
    outputs(1, "b", 90_000, END);

    assertThat(partition(0).takeover()).isNull();
    assertThat(RunRecord.takeover(timeline(Moments.NEVER).partitions(), "a")).isNull();
  }

  @Test
  void aPartitionThatNobodyTakesOverIsSilentToTheEnd() {
    outputs(0, "a", 90_000, FAULT);
    outputs(1, "b", 90_000, END);

    assertThat(partition(0).silence()).isCloseTo(30, CLOSE);
    assertThat(timeline(Moments.NEVER).downstreamSilence()).isCloseTo(30, CLOSE);
  }

  @Test
  void theReaderSeesWhatAnOpenTransactionHoldsBackOnOnePartitionOfTheOutput() {
    outputs(0, "a", 90_000, FAULT);
    outputs(0, "b", 100_500, END);
    for (long at = 90_000; at < END; at += 20) {
      boolean heldBack = at > FAULT && at < 110_000;
      effects.add(new Effect(1, 1, "b", at, heldBack ? 110_000 : at));
    }

    assertThat(partition(1).silence()).isCloseTo(0.02, CLOSE);
    assertThat(timeline(Moments.NEVER).downstreamSilence()).isCloseTo(10, CLOSE);
  }

  @Test
  void whatHappensSinceAFrozenWorkerGoesOnIsToldApart() {
    outputs(0, "a", 90_000, FAULT);
    outputs(0, "b", 110_000, 122_000);
    outputs(0, "a", 125_000, END);
    outputs(1, "b", 90_000, END);

    var partition = timeline(120_000).partitions().get(0);

    assertThat(partition.silence()).isCloseTo(10, CLOSE);
    assertThat(partition.afterResume()).isCloseTo(3, CLOSE);
    assertThat(timeline(120_000).downstreamSilence()).isCloseTo(10, CLOSE);
  }

  @Test
  void aStripShowsWhoWorkedWhenAndPausesThatOneCanSee() {
    outputs(0, "a", 80_000, FAULT);
    outputs(0, "b", 102_000, 110_000);
    outputs(0, "b", 110_900, END);

    var segments = timeline(Moments.NEVER).strips().get(0).segments();

    assertThat(segments).extracting(Strip.Segment::worker).containsExactly("a", "b");
    assertThat(segments.get(0).from()).isCloseTo(-5, CLOSE);
    assertThat(segments.get(1).from()).isCloseTo(2, CLOSE);
    assertThat(segments.get(1).to()).isCloseTo(30, CLOSE);
  }

  private void outputs(int partition, String worker, long from, long to) {
    for (long at = from; at < to; at += 20) {
      effects.add(new Effect(partition, (int) (at / 20 % 6), worker, at, at + 10));
    }
  }

  private PartitionFindings partition(int number) {
    return timeline(Moments.NEVER).partitions().get(number);
  }

  private Timeline timeline(long resumed) {
    return new Timeline(effects, "a", new Moments(FAULT, resumed, END));
  }
}
