package io.hamstring.operator.telemetry;

import java.util.List;

/**
 * The members of a group, as often as the coordinator lists them; or why they are not known.
 *
 * @param unknownBecause why they are not known, or null
 */
public record GroupView(List<GroupMember> members, String unknownBecause) {

  public GroupView {
    members = List.copyOf(members);
  }

  /** A group as it was described. */
  public static GroupView of(List<GroupMember> members) {
    return new GroupView(members, null);
  }

  /** A group that was not described. */
  public static GroupView unknown(String because) {
    return new GroupView(List.of(), because);
  }

  /** How many members it has. */
  public Figure size() {
    return isKnown() ? Figure.of(members.size()) : Figure.unknown(unknownBecause);
  }

  public boolean isKnown() {
    return unknownBecause == null;
  }
}
