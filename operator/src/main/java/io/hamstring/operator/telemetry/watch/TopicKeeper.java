package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.watch.SweepListener.GrownTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes topics that are missing and adds partitions that are; never takes any away. */
final class TopicKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(TopicKeeper.class);

  private final Admin admin;
  private final Duration bound;
  private final List<GrownTopic> grown = new ArrayList<>();
  private final Map<String, Exception> notGrown = new HashMap<>();

  TopicKeeper(Admin admin, Duration bound) {
    this.admin = admin;
    this.bound = bound;
  }

  /**
   * Brings the cluster up to what is kept.
   *
   * @return by topic, what became of those that had to be made: null for success; those of which
   *     nothing is known yet, such as after a timeout, are not in it and stay missing
   */
  Map<String, Exception> keep(
      Collection<KeptTopic> kept, Answers<String, TopicDescription> described, int brokers)
      throws InterruptedException {
    var missing = new ArrayList<NewTopic>();
    var growing = new HashMap<String, NewPartitions>();
    for (var topic : mostWanted(kept).values()) {
      var there = described.of(topic.name());
      if (there.isPresent() && there.get().partitions().size() < topic.partitions()) {
        growing.put(topic.name(), NewPartitions.increaseTo(topic.partitions()));
      } else if (described
          .failureOf(topic.name())
          .filter(AdminFailures::isMissingTopic)
          .isPresent()) {
        missing.add(
            new NewTopic(
                    topic.name(),
                    topic.partitions(),
                    (short) Math.max(1, Math.min(topic.replicationFactor(), brokers)))
                .configs(topic.config()));
      }
    }
    grow(growing, described);
    return create(missing);
  }

  private Map<String, Exception> create(Collection<NewTopic> missing) throws InterruptedException {
    var outcome = new HashMap<String, Exception>();
    if (missing.isEmpty()) {
      return outcome;
    }
    var answers = Answers.await(admin.createTopics(missing).values(), bound);
    for (var topic : missing) {
      var failure =
          answers
              .failureOf(topic.name())
              .filter(f -> !AdminFailures.isExistingTopic(f))
              .orElse(null);
      if (failure == null
          || AdminFailures.isRefusedWish(failure)
          || AdminFailures.isRefused(failure)) {
        outcome.put(topic.name(), failure);
      } else {
        LOG.atWarn()
            .addKeyValue("topic", topic.name())
            .log("topic not created: {}", AdminFailures.words(failure));
      }
      if (failure == null) {
        LOG.atInfo()
            .addKeyValue("topic", topic.name())
            .addKeyValue("partitions", topic.numPartitions())
            .log("topic created");
      }
    }
    return outcome;
  }

  private void grow(Map<String, NewPartitions> growing, Answers<String, TopicDescription> described)
      throws InterruptedException {
    if (growing.isEmpty()) {
      return;
    }
    var answers = Answers.await(admin.createPartitions(growing).values(), bound);
    for (var topic : growing.keySet()) {
      var from = described.of(topic).orElseThrow().partitions().size();
      var to = growing.get(topic).totalCount();
      var log =
          LOG.atWarn().addKeyValue("topic", topic).addKeyValue("from", from).addKeyValue("to", to);
      answers
          .failureOf(topic)
          .ifPresentOrElse(
              failure -> {
                notGrown.put(topic, failure);
                log.log("partitions not added: {}", AdminFailures.words(failure));
              },
              () -> {
                log.log("partitions added; keys map to other partitions from now on");
                grown.add(new GrownTopic(topic, from, to));
              });
    }
  }

  /** Topics that got partitions. */
  List<GrownTopic> grown() {
    return List.copyOf(grown);
  }

  /** Topics that were to get partitions and got none, with the failure. */
  Map<String, Exception> notGrown() {
    return Map.copyOf(notGrown);
  }

  /** Two pipelines may share a topic; the larger wish counts. */
  private static Map<String, KeptTopic> mostWanted(Collection<KeptTopic> kept) {
    var byName = new TreeMap<String, KeptTopic>();
    for (var topic : kept) {
      byName.merge(topic.name(), topic, (a, b) -> a.partitions() >= b.partitions() ? a : b);
    }
    return byName;
  }
}
