package io.hamstring.worker.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One of the scenarios with one broker that {@code scenarios.sh --all} plays whole, another each
 * time. A failure names its seed: {@code -Dhamstring.scenarios.seed=} draws the same again.
 */
class ScenarioSampleTest {

  @TempDir static Path folder;
  private static Stages stages;

  @BeforeAll
  static void build() {
    stages = new Stages(folder);
  }

  @AfterAll
  static void end() {
    stages.close();
  }

  @ParameterizedTest(name = "seed {0}: {1}")
  @MethodSource("sample")
  void everyRecordHasItsEffectOnce(long seed, Cell cell) throws Exception {
    try (var scene = stages.scene(cell.kind())) {
      var outcome = scene.end(scene.play(cell));

      assertThat(outcome.isGood()).as(outcome.row()).isTrue();
    }
  }

  static Stream<Arguments> sample() {
    long seed = Long.getLong("hamstring.scenarios.seed", System.currentTimeMillis());
    return Cell.sample(Topology.ONE, 1, seed).stream().map(cell -> Arguments.of(seed, cell));
  }
}
