package io.hamstring.samples.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrillOptionsTest {

  @Test
  void everyCombinationHasItsFirstRunBeforeAnyHasItsSecond() {
    var plan = options(2).plan();

    assertThat(plan).hasSize(40);
    assertThat(plan.subList(0, 20)).allMatch(run -> run.number() == 1);
    assertThat(plan.subList(0, 20)).extracting(PlannedRun::combination).doesNotHaveDuplicates();
    assertThat(plan).extracting(PlannedRun::id).doesNotHaveDuplicates();
    assertThat(plan.get(0).id()).isEqualTo("consumer-sigterm-guard-on-1");
  }

  @Test
  void victimAndPhaseFollowFromTheSeedAndDifferFromSeedToSeed() {
    var about = new Combination(GroupProtocol.CLASSIC, Mode.SIGKILL, Guarding.ON);
    var phases = new HashSet<Duration>();
    var victims = new HashSet<Integer>();
    for (long seed = 1; seed <= 20; seed++) {
      var run = new PlannedRun(about, 1, seed);
      assertThat(run.phase()).isEqualTo(new PlannedRun(about, 2, seed).phase());
      assertThat(run.phase()).isBetween(Duration.ZERO, Duration.ofSeconds(6));
      phases.add(run.phase());
      victims.add(run.victim(3));
    }

    assertThat(phases).hasSizeGreaterThan(15);
    assertThat(victims).containsExactlyInAnyOrder(0, 1, 2);
  }

  private static DrillOptions options(int runs) {
    return new DrillOptions(
        List.of(GroupProtocol.values()),
        List.of(Mode.values()),
        List.of(Guarding.values()),
        0,
        runs,
        1,
        false,
        Path.of("report"),
        false,
        Duration.ofHours(1),
        Optional.empty());
  }
}
