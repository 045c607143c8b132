package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.operator.apply.Applier;
import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.Outcome;
import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.telemetry.watch.SweepListener.GrownTopic;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The conditions whose status a write changes, as Kubernetes Events. */
final class Flips {

  /** The API's bound on an Event's message. */
  private static final int MAX_MESSAGE = 1024;

  private Flips() {}

  /**
   * An Event for each condition whose status differs. What is healthy from the start is no news.
   */
  static List<Event> between(
      HamstringPipeline pipeline,
      HamstringPipelineStatus stored,
      HamstringPipelineStatus fresh,
      Instant now) {
    var conditions =
        Optional.ofNullable(stored)
            .map(HamstringPipelineStatus::getConditions)
            .orElse(List.<Condition>of());
    var before =
        conditions.stream().collect(Collectors.toMap(Condition::getType, c -> c, (a, b) -> a));
    var firstLook = conditions.stream().map(Flips::since).min(Comparator.naturalOrder()).orElse("");
    return fresh.getConditions().stream()
        .filter(condition -> isNews(before.get(condition.getType()), condition, firstLook))
        .map(condition -> event(pipeline, condition, now))
        .toList();
  }

  private static boolean isNews(Condition was, Condition is, String firstLook) {
    if (was == null) {
      return isBad(is);
    }
    if (was.getStatus().equals(is.getStatus())) {
      return false;
    }
    // Every condition stands since the first look until it flips for the first time.
    var wasNeverKnown =
        was.getStatus().equals(ConditionStatus.UNKNOWN.text()) && since(was).equals(firstLook);
    return !wasNeverKnown || isBad(is) || SymptomType.ofId(is.getType()).isEmpty();
  }

  private static String since(Condition condition) {
    return String.valueOf(condition.getLastTransitionTime());
  }

  private static boolean isBad(Condition condition) {
    var bad =
        SymptomType.ofId(condition.getType()).isPresent()
            ? ConditionStatus.TRUE
            : ConditionStatus.FALSE;
    return condition.getStatus().equals(bad.text()) && !condition.getType().equals("Progressing");
  }

  /** The same flip has the same name, so that a repeated attempt makes no second Event. */
  private static Event event(HamstringPipeline pipeline, Condition condition, Instant now) {
    return event(
        pipeline,
        condition.getType() + condition.getStatus() + condition.getLastTransitionTime(),
        isBad(condition) ? "Warning" : "Normal",
        condition.getReason(),
        condition.getType() + " is " + condition.getStatus() + ": " + condition.getMessage(),
        now);
  }

  /** What a person should know who reads the keys of a topic. */
  static Event of(GrownTopic topic, HamstringPipeline pipeline, Instant now) {
    return event(
        pipeline,
        topic.toString(),
        "Warning",
        "PartitionsAdded",
        "topic "
            + topic.name()
            + " has "
            + topic.to()
            + " partitions instead of "
            + topic.from()
            + "; records with the same key as before may go to another partition from now on",
        now);
  }

  /** What the guard did, if there was anything to do. */
  static Optional<Event> of(
      Eviction eviction, Duration took, HamstringPipeline pipeline, Instant now) {
    var refused = eviction.trouble().kind() == Outcome.Kind.REFUSED;
    if (eviction.evicted() == 0 && !refused) {
      return Optional.empty();
    }
    var target = eviction.target();
    var what =
        "stage "
            + target.stage().stage()
            + ", pod "
            + target.pod()
            + " ("
            + target.cause().words()
            + "): fenced "
            + eviction.fenced().size()
            + ", evicted "
            + eviction.evicted()
            + " within "
            + took.toMillis()
            + " ms";
    return Optional.of(
        event(
            pipeline,
            target + " " + eviction.since(),
            "Warning",
            refused ? "EvictionRefused" : "WorkerEvicted",
            what + (refused ? "; the operator needs " + eviction.trouble().detail() : ""),
            now));
  }

  /** A spec that wants fewer partitions than before; Kafka cannot take any away. */
  static Event ofFewerPartitions(HamstringPipeline pipeline, int from, int to, Instant now) {
    return event(
        pipeline,
        "fewer partitions " + from + " " + to + " " + pipeline.getMetadata().getGeneration(),
        "Warning",
        "PartitionsNotRemoved",
        "spec.kafka.topics.partitions went from "
            + from
            + " to "
            + to
            + "; topics are never made smaller, so those that exist keep their partitions",
        now);
  }

  /** A cluster whose definition of pipelines does not hold all that this operator knows. */
  static Event ofOldDefinition(HamstringPipeline pipeline, String words, Instant now) {
    return event(pipeline, words, "Warning", "DefinitionOutdated", words, now);
  }

  private static Event event(
      HamstringPipeline pipeline,
      String what,
      String type,
      String reason,
      String message,
      Instant now) {
    var metadata = pipeline.getMetadata();
    var name =
        metadata.getName() + "." + Integer.toHexString((metadata.getUid() + what).hashCode());
    var at = now.truncatedTo(ChronoUnit.SECONDS).toString();
    return new EventBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(metadata.getNamespace())
        .endMetadata()
        .withInvolvedObject(
            new ObjectReferenceBuilder()
                .withApiVersion(pipeline.getApiVersion())
                .withKind(pipeline.getKind())
                .withNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .build())
        .withType(type)
        .withReason(reason)
        .withMessage(message.substring(0, Math.min(MAX_MESSAGE, message.length())))
        .withFirstTimestamp(at)
        .withLastTimestamp(at)
        .withCount(1)
        .withReportingComponent(Applier.FIELD_MANAGER)
        .withReportingInstance(Applier.FIELD_MANAGER)
        .withNewSource()
        .withComponent(Applier.FIELD_MANAGER)
        .endSource()
        .build();
  }
}
