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
record Client(
    String address, String resolver, int weight, Habit habit, Optional<NameFamily> planted) {

  /** The next name it asks for. */
  Question question(Random random) {
    return habit.next(random);
  }
}
