package io.hamstring.samples.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.samples.kubelet.ContainerLife.Phase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ContainerLifeTest {

  private static final Instant T0 = Instant.EPOCH;
  private static final RestartBackOff BACK_OFF =
      new RestartBackOff(Duration.ofSeconds(1), Duration.ofSeconds(8), Duration.ofMinutes(1));

  @Test
  void eachFailureInARowDoublesTheWait() {
    var life = ContainerLife.dueAt(T0);
    var waits = new long[6];
    var now = T0;

    for (var i = 0; i < waits.length; i++) {
      life = life.started(now).ended(ended(now, now.plusSeconds(1), 1), true, BACK_OFF);
      waits[i] = Duration.between(now.plusSeconds(1), life.since()).toSeconds();
      now = life.since();
    }

    assertThat(waits).containsExactly(1, 2, 4, 8, 8, 8);
    assertThat(life.started(now).restarts()).isEqualTo(6);
  }

  @Test
  void aLongRunClearsTheCount() {
    var tired = ContainerLife.dueAt(T0);
    for (var i = 0; i < 5; i++) {
      tired = tired.started(T0).ended(ended(T0, T0, 1), true, BACK_OFF);
    }

    var rested = tired.started(T0).ended(ended(T0, T0.plusSeconds(60), 1), true, BACK_OFF);

    assertThat(rested.since()).isEqualTo(T0.plusSeconds(61));
    assertThat(rested.restarts()).isEqualTo(5);
  }

  @Test
  void aStopThatTakesTooLongIsOverdue() {
    var stopping = ContainerLife.dueAt(T0).started(T0).stopping(T0, Duration.ofSeconds(30));

    assertThat(stopping.isOverdue(T0.plusSeconds(29))).isFalse();
    assertThat(stopping.isOverdue(T0.plusSeconds(30))).isTrue();
    assertThat(stopping.killed().isOverdue(T0.plusSeconds(30))).isFalse();
  }

  @Test
  void aSecondStopMayShortenTheGraceButNotLengthenIt() {
    var stopping = ContainerLife.dueAt(T0).started(T0).stopping(T0, Duration.ofSeconds(30));

    var later = T0.plusSeconds(1);
    assertThat(stopping.stopping(later, Duration.ZERO).isOverdue(later)).isTrue();
    assertThat(stopping.stopping(later, Duration.ofSeconds(90)).since())
        .isEqualTo(T0.plusSeconds(30));
  }

  @Test
  void aContainerThatNeverRanIsOverAtOnce() {
    var stopped = ContainerLife.dueAt(T0).stopping(T0, Duration.ofSeconds(30));

    assertThat(stopped.phase()).isEqualTo(Phase.ENDED);
  }

  @Test
  void whatIsNotRestartedIsOver() {
    var over = ContainerLife.dueAt(T0).started(T0).ended(ended(T0, T0, 0), false, BACK_OFF);

    assertThat(over.phase()).isEqualTo(Phase.ENDED);
    assertThat(over.isDue(T0.plusSeconds(999))).isFalse();
  }

  @Test
  void anExitCodeBeyond128NamesTheSignal() {
    assertThat(ended(T0, T0, 137).signal()).isEqualTo(9);
    assertThat(ended(T0, T0, 1).signal()).isZero();
    assertThat(ended(T0, T0, 0).reason()).isEqualTo("Completed");
  }

  @Test
  void aProbeChangesItsMindOnlyAfterEnoughResultsInARow() {
    var rules =
        new ProbeTrack.Rules(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1), 2, 3);
    var once = ProbeTrack.from(rules, T0).after(true, T0);
    var failing = once.after(false, T0).after(false, T0);

    assertThat(once.hasSucceeded()).isFalse();
    assertThat(once.after(true, T0).hasSucceeded()).isTrue();
    assertThat(failing.hasFailed()).isFalse();
    assertThat(failing.after(false, T0).hasFailed()).isTrue();
    assertThat(failing.after(true, T0).after(false, T0).hasFailed()).isFalse();
    assertThat(once.isDue(T0)).isFalse();
    assertThat(once.isDue(T0.plusSeconds(1))).isTrue();
  }

  private static Termination ended(Instant from, Instant to, int code) {
    return new Termination(code, from, to, "");
  }
}
