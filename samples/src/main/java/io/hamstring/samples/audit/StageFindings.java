package io.hamstring.samples.audit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of a stage's input, as its topics say.
 *
 * @param in records of its input topics
 * @param out records it wrote to its output topics
 * @param rejected input records it refused, by reason
 * @param dropped input records that a rule of the stage found not relevant, by rule
 * @param delivered input records whose effect left Kafka, by rule
 * @param lookBack earlier input records that its outputs repeat on purpose
 * @param lost input records that neither an output nor the audit topic accounts for
 * @param doubled sources and ordinals seen again, and input records accounted for again
 * @param unknown sources that are no committed record of its inputs
 * @param untraced outputs that do not name their sources
 * @param examples a few record ids of each kind of fault, for a person
 */
public record StageFindings(
    String name,
    String type,
    long in,
    long out,
    Map<String, Long> rejected,
    Map<String, Long> dropped,
    Map<String, Long> delivered,
    long lookBack,
    long lost,
    long doubled,
    long unknown,
    long untraced,
    List<String> examples) {

  public StageFindings {
    rejected = new TreeMap<>(rejected);
    dropped = new TreeMap<>(dropped);
    delivered = new TreeMap<>(delivered);
    examples = List.copyOf(examples);
  }

  /** Whether the effect of every input record is there once. */
  public boolean exactlyOnce() {
    return lost == 0 && doubled == 0 && unknown == 0 && untraced == 0;
  }

  /** All rejected records. */
  public long rejections() {
    return sum(rejected);
  }

  /** All records that a rule dropped. */
  public long drops() {
    return sum(dropped);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
