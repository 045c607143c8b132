package io.hamstring.samples.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.samples.watch.WorkerPodView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KillerTest {

  private static final WorkerPodView RUNNING =
      new WorkerPodView("dns-detector-1", "detector", "127.1.0.1:8080", true, 0, null, null);
  private static final WorkerPodView WAITING =
      new WorkerPodView("dns-detector-0", "detector", null, false, 0, null, "PodInitializing");
  private static final WorkerPodView OTHER =
      new WorkerPodView("dns-alerter-0", "alerter", "127.1.0.2:8080", true, 0, null, null);

  private final Killer killer = new Killer(List.of(new Kill("detector", Duration.ofSeconds(10))));

  @Test
  void aRunningWorkerOfTheStageDiesWhenItsTimeHasCome() {
    assertThat(killer.next(Duration.ofSeconds(9), List.of(RUNNING), stage -> true)).isEmpty();

    var choice =
        killer
            .next(Duration.ofSeconds(10), List.of(OTHER, WAITING, RUNNING), stage -> true)
            .orElseThrow();
    killer.done(choice, Duration.ofMillis(10_200));

    assertThat(killer.isOpen()).isFalse();
    assertThat(killer.carriedOut())
        .containsExactly("dns-detector-1 at 10.2 s (asked for detector@10.0)");
    assertThat(killer.next(Duration.ofMinutes(1), List.of(RUNNING), stage -> true)).isEmpty();
  }

  @Test
  void aKillWaitsForAWorkerThatRuns() {
    assertThat(killer.next(Duration.ofMinutes(5), List.of(OTHER, WAITING), stage -> true))
        .isEmpty();
  }

  @Test
  void aKillWaitsAWhileForItsStageToHaveWorked() {
    assertThat(killer.next(Duration.ofSeconds(39), List.of(RUNNING), stage -> false)).isEmpty();
    assertThat(killer.next(Duration.ofSeconds(40), List.of(RUNNING), stage -> false)).isPresent();
  }

  @Test
  void whatIsFedIsTheWholeFileOrWhatWasAskedFor() {
    assertThat(options(null, true).recordsOf(Optional.of(53L))).isEqualTo(53);
    assertThat(options(10L, true).recordsOf(Optional.of(53L))).isEqualTo(10);
    assertThat(options(99L, true).recordsOf(Optional.of(53L))).isEqualTo(53);
    assertThat(options(null, true).recordsOf(Optional.empty())).isEqualTo(20_000);
    assertThat(options(99L, false).recordsOf(Optional.empty())).isEqualTo(99);
    assertThat(options(null, false).recordsOf(Optional.empty())).isEqualTo(Long.MAX_VALUE);
  }

  private static RunOptions options(Long records, boolean once) {
    return new RunOptions(null, null, records, 1, once, List.of(), null, Duration.ofMinutes(1));
  }
}
