package io.hamstring.samples.kubelet;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a container is between start and end. Pure: the clock and the process come in as arguments,
 * and what is to be done comes out as the next phase.
 *
 * @param since of WAITING, when to start; of RUNNING, when started; of STOPPING, when to kill
 * @param restarts starts after the first
 * @param failures ends in a row that count for the back-off
 * @param last how the latest run ended
 */
record ContainerLife(
    Phase phase, Instant since, int restarts, int failures, Optional<Termination> last) {

  /** The phases. */
  enum Phase {
    /** Not started yet, or started again when {@code since} has come. */
    WAITING,
    /** Its process lives and is wanted. */
    RUNNING,
    /** Told to end (SIGTERM), to be killed when {@code since} has come. */
    STOPPING,
    /** Killed (SIGKILL); its end has not been seen yet. */
    KILLED,
    /** Ended, and not started again. */
    ENDED
  }

  /** A container that was never started. */
  static ContainerLife dueAt(Instant now) {
    return new ContainerLife(Phase.WAITING, now, 0, 0, Optional.empty());
  }

  boolean isDue(Instant now) {
    return phase == Phase.WAITING && !now.isBefore(since);
  }

  boolean hasProcess() {
    return phase == Phase.RUNNING || phase == Phase.STOPPING || phase == Phase.KILLED;
  }

  /** Its process was started. */
  ContainerLife started(Instant now) {
    var again = last.isPresent() ? restarts + 1 : 0;
    return new ContainerLife(Phase.RUNNING, now, again, failures, last);
  }

  /** It could not be started, and is tried again later. */
  ContainerLife postponed(Instant until) {
    return new ContainerLife(Phase.WAITING, until, restarts, failures, last);
  }

  /** Its process is told to end; a container that has none is over. */
  ContainerLife stopping(Instant now, Duration grace) {
    return switch (phase) {
      case WAITING -> new ContainerLife(Phase.ENDED, now, restarts, failures, last);
      case RUNNING -> new ContainerLife(Phase.STOPPING, now.plus(grace), restarts, failures, last);
      case STOPPING -> {
        var earlier = now.plus(grace).isBefore(since) ? now.plus(grace) : since;
        yield new ContainerLife(Phase.STOPPING, earlier, restarts, failures, last);
      }
      case KILLED, ENDED -> this;
    };
  }

  boolean isOverdue(Instant now) {
    return phase == Phase.STOPPING && !now.isBefore(since);
  }

  ContainerLife killed() {
    return new ContainerLife(Phase.KILLED, since, restarts, failures, last);
  }

  /** Its process has ended; {@code restart} says whether it is wanted again. */
  ContainerLife ended(Termination termination, boolean restart, RestartBackOff backOff) {
    var ran = Duration.between(termination.startedAt(), termination.finishedAt());
    var inRow = ran.compareTo(backOff.forgottenAfter()) >= 0 ? 1 : failures + 1;
    var now = termination.finishedAt();
    return restart
        ? new ContainerLife(
            Phase.WAITING,
            now.plus(backOff.after(inRow)),
            restarts,
            inRow,
            Optional.of(termination))
        : new ContainerLife(Phase.ENDED, now, restarts, inRow, Optional.of(termination));
  }
}
