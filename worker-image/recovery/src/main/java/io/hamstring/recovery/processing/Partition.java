package io.hamstring.recovery.processing;

import java.util.Comparator;

/** A partition of a topic. */
public record Partition(String topic, int number) implements Comparable<Partition> {

  private static final Comparator<Partition> ORDER =
      Comparator.comparing(Partition::topic).thenComparingInt(Partition::number);

  @Override
  public int compareTo(Partition other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return topic + "-" + number;
  }
}
