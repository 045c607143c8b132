package io.hamstring.recovery.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.report.WorkerRole;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PostingTest {

  // Near the end of what nanoTime may give, so that the sum wraps.
  private static final long START = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();

  @Test
  void aStageWithoutStandbysHasActiveWorkersOnly() {
    assertThat(Posting.atStart(false, START).role()).isEqualTo(WorkerRole.ACTIVE);
  }

  @Test
  void whoHearsNothingJoinsByItselfAfterAMinute() {
    var posting = Posting.atStart(true, START);

    assertThat(posting.at(after(59)).role()).isEqualTo(WorkerRole.NONE);
    assertThat(posting.at(after(59)).isActive()).isFalse();
    assertThat(posting.at(after(60)).role()).isEqualTo(WorkerRole.ACTIVE);
  }

  @Test
  void aStandbyStaysOneForAMinuteAfterTheLatestWord() {
    var posting = Posting.atStart(true, START).told(WorkerRole.STANDBY, after(10));

    assertThat(posting.at(after(69)).role()).isEqualTo(WorkerRole.STANDBY);
    assertThat(posting.at(after(70)).role()).isEqualTo(WorkerRole.ACTIVE);
    posting = posting.told(WorkerRole.STANDBY, after(69));
    assertThat(posting.at(after(128)).role()).isEqualTo(WorkerRole.STANDBY);
    assertThat(posting.at(after(129)).role()).isEqualTo(WorkerRole.ACTIVE);
  }

  @Test
  void anActiveOneStaysActiveUntilItIsTold() {
    var posting = Posting.atStart(true, START).told(WorkerRole.ACTIVE, after(1));

    assertThat(posting.at(after(100_000)).isActive()).isTrue();
    assertThat(posting.told(WorkerRole.NONE, after(2)).isActive()).isTrue();
    assertThat(posting.told(WorkerRole.STANDBY, after(2)).role()).isEqualTo(WorkerRole.STANDBY);
  }

  private static long after(int seconds) {
    return START + Duration.ofSeconds(seconds).toNanos();
  }
}
