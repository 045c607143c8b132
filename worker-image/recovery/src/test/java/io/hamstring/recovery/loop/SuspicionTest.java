package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SuspicionTest {

  private static final int MAX_ATTEMPTS = 2;

  @Test
  void workBeginsOnceTheStartIsCommitted() {
    var fresh = new Suspicion("a", MAX_ATTEMPTS);
    fresh.found(Mark.NONE);
    assertThat(fresh.mayWork()).isFalse();

    fresh.committed(fresh.due().orElseThrow());

    assertThat(fresh.mayWork()).isTrue();
    assertThat(fresh.isSuspect()).isFalse();
    assertThat(fresh.due()).isEmpty();
  }

  @Test
  void aRecordIsGivenUpAfterItsTriesAndNoSooner() {
    var left = died("a", Mark.NONE);
    left = died("b", left);
    assertThat(left.attempt()).isEqualTo(1);
    left = died("c", left);
    assertThat(left.attempt()).isEqualTo(MAX_ATTEMPTS);

    var last = new Suspicion("d", MAX_ATTEMPTS);
    last.found(left);
    last.committed(last.due().orElseThrow());
    last.choose();

    assertThat(last.isExhausted()).isTrue();
    assertThat(last.mayWork()).isTrue();
    assertThat(last.due()).as("no further try").isEmpty();
  }

  @Test
  void aSuspectThatIsNotChosenWaits() {
    var suspect = new Suspicion("b", MAX_ATTEMPTS);
    suspect.found(died("a", Mark.NONE));
    suspect.committed(suspect.due().orElseThrow());

    assertThat(suspect.isSuspect()).isTrue();
    assertThat(suspect.mayWork()).isFalse();
  }

  @Test
  void aCommitClearsTheSuspicion() {
    var suspect = new Suspicion("b", MAX_ATTEMPTS);
    suspect.found(died("a", Mark.NONE));
    suspect.committed(suspect.due().orElseThrow());
    suspect.choose();
    suspect.committed(suspect.due().orElseThrow());
    assertThat(suspect.mayWork()).isTrue();

    suspect.committed(Mark.parse(suspect.passed()));

    assertThat(suspect.isSuspect()).isFalse();
    assertThat(suspect.isChosen()).isFalse();
    assertThat(suspect.isMarked()).isFalse();
    assertThat(suspect.mayWork()).isTrue();
  }

  @Test
  void whatStandsBesideAnOffsetFollowsTheLatestMark() {
    var suspicion = new Suspicion("a", MAX_ATTEMPTS);
    suspicion.found(Mark.NONE);
    suspicion.committed(suspicion.due().orElseThrow());
    assertThat(suspicion.passed()).isEmpty();

    suspicion.committed(Mark.parse(suspicion.gaveUp(7)));
    assertThat(Mark.parse(suspicion.passed()).lookBackFrom()).isEqualTo(8);

    suspicion.found(Mark.NONE.of("id", 3));
    assertThat(Mark.parse(suspicion.passed())).isEqualTo(Mark.NONE.of("id", 3));
  }

  /** What an incarnation leaves that dies as soon as it may work. */
  private static Mark died(String incarnation, Mark found) {
    var suspicion = new Suspicion(incarnation, MAX_ATTEMPTS);
    suspicion.found(found);
    var left = suspicion.due().orElseThrow();
    suspicion.committed(left);
    if (suspicion.isSuspect()) {
      suspicion.choose();
      left = suspicion.due().orElse(left);
    }
    return left;
  }
}
