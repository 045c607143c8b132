package io.hamstring.samples.traffic;

import io.hamstring.worker.stage.detector.training.NameFamily;
import java.util.Optional;
import java.util.Random;

/**
 * A machine that asks for names.
 *
 * @param resolver address of the DNS server it asks
 * @param weight how often it asks, relative to the others
 * @param planted the family of names it asks for beside its browsing, if it was planted
 */
record Client(String address, String resolver, int weight, Optional<NameFamily> planted) {

  private static final double PLANTED_SHARE = 0.6;

  /** The next name it asks for. */
  Question question(BenignNames benign, Random random) {
    if (planted.isPresent() && random.nextDouble() < PLANTED_SHARE) {
      // Of the many names of a family hardly one is registered.
      return new Question(planted.get().next(random), random.nextInt(50) == 0);
    }
    return random.nextInt(25) == 0
        ? new Question(benign.mistyped(random), false)
        : new Question(benign.name(random), true);
  }

  /**
   * A name and whether it exists.
   *
   * @param name without a trailing dot
   */
  record Question(String name, boolean exists) {}
}
