package io.hamstring.operator.telemetry;

/** A partition of a topic. */
public record Partition(String topic, int number) implements Comparable<Partition> {

  @Override
  public int compareTo(Partition other) {
    var byTopic = topic.compareTo(other.topic);
    return byTopic != 0 ? byTopic : Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return topic + "-" + number;
  }
}
