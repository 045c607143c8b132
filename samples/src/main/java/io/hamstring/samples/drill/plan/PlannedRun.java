package io.hamstring.samples.drill.plan;

import java.time.Duration;
import java.util.Random;

/**
 * One run.
 *
 * @param number counts the runs of the combination from 1
 * @param seed decides victim and phase
 */
public record PlannedRun(Combination combination, int number, long seed) {

  /** Longer than every clock that could flatter or spoil a run: a KIP-848 heartbeat takes 5 s. */
  private static final Duration LONGEST_PHASE = Duration.ofSeconds(6);

  /** Short and stable, fit for a file's name. */
  public String id() {
    return combination.id() + "-" + number;
  }

  /** How long after the fleet is steady the worker is hit. */
  public Duration phase() {
    return Duration.ofMillis(random().nextLong(LONGEST_PHASE.toMillis()));
  }

  /** Which of {@code workers}, in the order of their names, is hit. */
  public int victim(int workers) {
    var random = random();
    random.nextLong(LONGEST_PHASE.toMillis());
    return random.nextInt(workers);
  }

  // Seeds that follow each other give first numbers that do, too.
  private Random random() {
    var random = new Random(seed * 0x9E3779B97F4A7C15L);
    random.nextLong();
    return random;
  }
}
