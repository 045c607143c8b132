package io.hamstring.operator.telemetry;

import java.util.Set;

/**
 * A member of a group as its coordinator describes it.
 *
 * @param memberId the coordinator's own name for it
 * @param instanceId its static id, or empty
 * @param clientId what its client calls itself
 * @param host where it connects from
 * @param assigned partitions that it may read
 */
public record GroupMember(
    String memberId, String instanceId, String clientId, String host, Set<Partition> assigned) {

  public GroupMember {
    assigned = Set.copyOf(assigned);
  }
}
