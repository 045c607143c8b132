package io.hamstring.samples.watch;

import static io.hamstring.samples.watch.Settling.State.STANDING_STILL;
import static io.hamstring.samples.watch.Settling.State.WORKED_OFF;
import static io.hamstring.samples.watch.Settling.State.WORKING;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.samples.watch.Progress.End;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A stage "one" that reads "in" and writes "mid", which a stage "two" reads. */
class SettlingTest {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final List<WatchedStage> STAGES =
      List.of(
          new WatchedStage("one", "group-1", Set.of("in"), Set.of("mid")),
          new WatchedStage("two", "group-2", Set.of("mid"), Set.of()));

  private final Settling settling = new Settling(STAGES, Duration.ofMinutes(3));
  private int seconds;

  @Test
  void twoLooksAlikeWithoutLagProveThatAllIsWorkedOff() {
    assertThat(next(look(10, 10, 12, 12, 12))).isEqualTo(WORKING);
    assertThat(next(look(10, 10, 12, 12, 12))).isEqualTo(WORKED_OFF);
  }

  @Test
  void oneLookProvesNothingBecauseTheFirstStageMayHaveWrittenMeanwhile() {
    next(look(10, 10, 0, 0, 0));

    assertThat(next(look(10, 10, 12, 12, 0))).isEqualTo(WORKING);
    assertThat(next(look(10, 10, 12, 12, 12))).isEqualTo(WORKING);
    assertThat(next(look(10, 10, 12, 12, 12))).isEqualTo(WORKED_OFF);
  }

  @Test
  void anOpenTransactionIsWorkLeft() {
    next(look(10, 10, 14, 12, 12));

    assertThat(next(look(10, 10, 14, 12, 12))).isEqualTo(WORKING);
    assertThat(settling.whatIsLeft()).isEqualTo("an open transaction on mid-0");
  }

  @Test
  void nothingIsWorkedOffWhileMoreWillBeFed() {
    next(look(10, 10, 12, 12, 12));

    assertThat(settling.next(look(10, 10, 12, 12, 12), false, now())).isEqualTo(WORKING);
  }

  @Test
  void anInputTopicThatIsNotThereIsNotWorkedOff() {
    var nothing = new Progress(Map.of(), Map.of());
    next(nothing);

    assertThat(next(nothing)).isEqualTo(WORKING);
  }

  @Test
  void aStageThatStandsStillIsNamedWithItsLag() {
    next(look(10, 10, 12, 12, 5));
    next(look(10, 10, 12, 12, 6));
    seconds += 178;
    assertThat(next(look(10, 10, 12, 12, 6))).isEqualTo(WORKING);

    assertThat(next(look(10, 10, 12, 12, 6))).isEqualTo(STANDING_STILL);
    assertThat(settling.whatIsLeft()).isEqualTo("stage two has a lag of 6");
  }

  private Settling.State next(Progress look) {
    return settling.next(look, true, now());
  }

  private Instant now() {
    return START.plusSeconds(seconds++);
  }

  private static Progress look(long in, long byOne, long logEnd, long stable, long byTwo) {
    var input = new TopicPartition("in", 0);
    var between = new TopicPartition("mid", 0);
    return new Progress(
        Map.of(input, new End(in, in), between, new End(logEnd, stable)),
        Map.of("one", Map.of(input, byOne), "two", Map.of(between, byTwo)));
  }
}
