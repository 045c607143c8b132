package io.hamstring.recovery.processing;

/** A partition of a topic. */
public record Partition(String topic, int number) implements Comparable<Partition> {

  @Override
  public int compareTo(Partition other) {
    int byTopic = topic.compareTo(other.topic);
    return byTopic != 0 ? byTopic : Integer.compare(number, other.number);
  }

  /** A record's own comes from method handles, which cost a loop that asks it for every batch. */
  @Override
  public int hashCode() {
    return 31 * topic.hashCode() + number;
  }

  @Override
  public String toString() {
    return topic + "-" + number;
  }
}
