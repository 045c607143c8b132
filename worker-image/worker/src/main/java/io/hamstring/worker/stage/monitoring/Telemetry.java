package io.hamstring.worker.stage.monitoring;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which monitoring topics rows may be written to. Rows are written beside the records that they
 * tell of, so a topic that cannot take them must not be written to: it would stall the data. Safe
 * for several threads.
 */
public final class Telemetry {

  private static final Logger LOG = LoggerFactory.getLogger(Telemetry.class);

  private final Set<String> topics;
  private final Set<String> given = ConcurrentHashMap.newKeySet();
  private volatile Set<String> open = Set.of();

  /** All of {@code topics} are still to be found. */
  public Telemetry(Collection<String> topics) {
    this.topics = Set.copyOf(topics);
  }

  /** Asks anew which topics there are; those that once failed stay out. */
  public void look(Predicate<String> exists) {
    var found =
        topics.stream()
            .filter(topic -> !given.contains(topic))
            .filter(exists)
            .collect(Collectors.toUnmodifiableSet());
    if (!found.equals(open)) {
      LOG.info("monitoring rows go to {} of {} topics", found.size(), topics.size());
    }
    open = found;
  }

  /** Whether rows may be written to a topic. */
  boolean isOpen(String topic) {
    return open.contains(topic);
  }

  /** Whether a topic is one of these. */
  public boolean isMonitoring(String topic) {
    return topics.contains(topic);
  }

  /** Writes no more rows to the topics that a failure's text names; whether it names one. */
  public boolean giveUpNamedIn(String failure) {
    var named = topics.stream().filter(topic -> failure.contains(topic)).toList();
    named.stream().filter(given::add).forEach(topic -> warn(topic, failure));
    open = open.stream().filter(topic -> !given.contains(topic)).collect(Collectors.toSet());
    return !named.isEmpty();
  }

  private static void warn(String topic, String failure) {
    LOG.warn("no more rows are written to {} until the next start: {}", topic, failure);
  }
}
