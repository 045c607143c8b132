package io.hamstring.recovery.port;

/**
 * A member as its group knows it at one moment; what a transaction shows with its offsets.
 *
 * @param generation generation or member epoch, -1 while unknown
 * @param memberId empty while unknown
 * @param instanceId static member id, or null
 */
public record Membership(String group, int generation, String memberId, String instanceId) {

  /** Whether offsets may be sent in this membership's name. */
  public boolean isKnown() {
    return !memberId.isEmpty() && generation >= 0;
  }
}
