package io.hamstring.operator.telemetry;

import java.time.Instant;
import java.util.List;

/**
 * What the guard knows of a stage.
 *
 * @param ghosts members that should not be there
 * @param refusals what it may not do, each with the grant that is missing
 */
public record GuardView(List<Ghost> ghosts, List<String> refusals) {

  /** Nothing is wrong, as far as anybody looked. */
  public static final GuardView QUIET = new GuardView(List.of(), List.of());

  public GuardView {
    ghosts = List.copyOf(ghosts);
    refusals = List.copyOf(refusals);
  }

  /** A member that should not be there. */
  public record Ghost(Kind kind, GroupMember member, Instant since) {}

  /** The kinds of ghosts. */
  public enum Kind {
    /** It has the id of a worker that is dead, longer than its session could last. */
    DEAD_WORKER,
    /** The coordinator lists the same member twice. */
    LISTED_TWICE,
    /** No worker of the stage could have its id: somebody else reads in the stage's place. */
    FOREIGN
  }
}
