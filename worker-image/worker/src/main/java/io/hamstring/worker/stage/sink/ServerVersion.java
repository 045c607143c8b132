package io.hamstring.worker.stage.sink;

import java.util.Comparator;
import java.util.regex.Pattern;

/** A release of ClickHouse. */
record ServerVersion(int year, int number) implements Comparable<ServerVersion> {

  /** Any that speaks HTTP. */
  static final ServerVersion OLDEST = new ServerVersion(0, 0);

  /** The first that lets the rows of a table grow too old. */
  static final ServerVersion WITH_TTL = new ServerVersion(19, 6);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

  /** What {@code SELECT version()} says; the oldest if it says nothing known. */
  static ServerVersion of(String text) {
    var parts = TEXT.matcher(text);
    return parts.matches()
        ? new ServerVersion(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)))
        : OLDEST;
  }

  @Override
  public int compareTo(ServerVersion other) {
    return Comparator.comparingInt(ServerVersion::year)
        .thenComparingInt(ServerVersion::number)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return year + "." + number;
  }
}
