package io.hamstring.contract.report;

import java.util.Optional;

/** Why the monitoring sink cannot write its rows now; each begins the detail of a recovery. */
public enum SinkTrouble {
  /** Nobody answers, or not in time. */
  UNREACHABLE("ClickHouse cannot be reached"),
  /** The user, the password or a grant is not what it should be. */
  REFUSED("ClickHouse refuses the sink's user"),
  /** A database, table or setting is not what it should be. */
  MISCONFIGURED("ClickHouse is not as the sink needs it"),
  /** It answers and takes no rows now: too many parts, no memory, no space. */
  OVERLOADED("ClickHouse takes no rows now");

  private final String words;

  SinkTrouble(String words) {
    this.words = words;
  }

  /** The trouble with its particulars, for a person. */
  public String with(String particulars) {
    return words + ": " + particulars;
  }

  /** The trouble that a recovery's detail tells of, if it tells of one. */
  public static Optional<SinkTrouble> in(String detail) {
    for (var trouble : values()) {
      if (detail != null && detail.contains(trouble.words)) {
        return Optional.of(trouble);
      }
    }
    return Optional.empty();
  }
}
