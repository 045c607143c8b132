package io.hamstring.worker.stage.format;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Ids that a replay gives again: UUIDs named by the id of the input record and the role that the id
 * plays. HAMSTRING draws them at random, so that a replayed batch has other ids than its first try.
 */
public final class StableId {

  private StableId() {}

  /** The id that the record {@code recordId} has in the given role. */
  public static String of(String recordId, String role) {
    var name = recordId + '/' + role;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** An id of a batch's place in the tree of batches: two UUIDs joined by a dash. */
  public static String row(String recordId, String role) {
    return of(recordId, role + "/row") + '-' + of(recordId, role + "/batch");
  }
}
