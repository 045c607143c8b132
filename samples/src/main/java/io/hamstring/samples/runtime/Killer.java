package io.hamstring.samples.runtime;

import io.hamstring.samples.watch.WorkerPodView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Picks the workers that are to be killed. A kill that is due waits until a worker of its stage
 * runs and the stage has committed something, at most 30 s for the latter, so that it hits work in
 * mid-stream. Confined to one thread.
 */
final class Killer {

  private static final Duration WAIT_FOR_WORK = Duration.ofSeconds(30);

  private final List<Kill> open;
  private final List<String> carriedOut = new ArrayList<>();

  Killer(List<Kill> kills) {
    open = new ArrayList<>(kills);
  }

  /** A worker to be killed now for the sake of a wish. */
  record Choice(Kill kill, WorkerPodView pod) {}

  /**
   * The next worker to be killed, if one is due.
   *
   * @param hasWorked whether a stage has committed something
   */
  Optional<Choice> next(Duration elapsed, List<WorkerPodView> pods, Predicate<String> hasWorked) {
    for (var kill : open) {
      boolean due = elapsed.compareTo(kill.after()) >= 0;
      boolean midStream =
          hasWorked.test(kill.stage()) || elapsed.compareTo(kill.after().plus(WAIT_FOR_WORK)) >= 0;
      var victim =
          pods.stream()
              .filter(pod -> pod.stage().equals(kill.stage()) && pod.running())
              .findFirst();
      if (due && midStream && victim.isPresent()) {
        return Optional.of(new Choice(kill, victim.get()));
      }
    }
    return Optional.empty();
  }

  /** Says that a choice was carried out. */
  void done(Choice choice, Duration elapsed) {
    open.remove(choice.kill());
    carriedOut.add(
        String.format(
            Locale.ROOT,
            "%s at %.1f s (asked for %s)",
            choice.pod().name(),
            elapsed.toMillis() / 1_000.0,
            choice.kill()));
  }

  boolean isOpen() {
    return !open.isEmpty();
  }

  List<Kill> open() {
    return List.copyOf(open);
  }

  List<String> carriedOut() {
    return List.copyOf(carriedOut);
  }
}
