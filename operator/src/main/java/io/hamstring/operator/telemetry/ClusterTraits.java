package io.hamstring.operator.telemetry;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import java.time.Duration;

/**
 * What a cluster says it can do; what it does not say is no reproach.
 *
 * @param metadataVersion level of the newest {@code metadata.version} that its brokers know, by
 *     which Kafka tells its releases apart
 * @param groupVersion level of {@code group.version} in effect; 1 and more is KIP-848
 * @param maxTransaction {@code transaction.max.timeout.ms}
 */
public record ClusterTraits(Figure metadataVersion, Figure groupVersion, Figure maxTransaction) {

  /** Nothing was said yet. */
  public static final ClusterTraits UNKNOWN =
      new ClusterTraits(
          Figure.unknown("not asked yet"),
          Figure.unknown("not asked yet"),
          Figure.unknown("not asked yet"));

  /** {@code 3.9-IV0} of Kafka's MetadataVersion, the only one of that release. */
  private static final long OF_3_9 = 21;

  /** {@code 4.0-IV3} of Kafka's MetadataVersion, the first that 4.0 was released with. */
  private static final long OF_4_0 = 25;

  /** What a pipeline needs of its cluster. */
  public record Needs(GroupProtocol protocol, Duration transaction) {

    /** Nothing in particular. */
    public static final Needs NONE = new Needs(GroupProtocol.CLASSIC, Duration.ZERO);
  }

  /** Why a pipeline with these needs cannot work here, and what to do; empty when it can. */
  public String whyUnfitFor(Needs needs) {
    if (needs.equals(Needs.NONE)) {
      return "";
    }
    if (isBelow(metadataVersion, OF_3_9)) {
      return "the brokers are older than 3.9, the oldest release that workers run on; upgrade them";
    }
    if (needs.protocol() == GroupProtocol.CONSUMER && isBelow(metadataVersion, OF_4_0)) {
      return "the brokers are older than 4.0, which groupProtocol consumer needs; upgrade them, or"
          + " set spec.kafka.groupProtocol to classic";
    }
    if (needs.protocol() == GroupProtocol.CONSUMER && isBelow(groupVersion, 1)) {
      return "the brokers know groupProtocol consumer, but their feature group.version is off; run"
          + " kafka-features.sh upgrade --feature group.version=1, or set"
          + " spec.kafka.groupProtocol to classic";
    }
    if (isBelow(maxTransaction, needs.transaction().toMillis())) {
      return "spec.timeouts.transaction is "
          + needs.transaction().toMillis()
          + "ms, above transaction.max.timeout.ms of the brokers ("
          + maxTransaction.value()
          + "); lower the one or raise the other";
    }
    return "";
  }

  private static boolean isBelow(Figure figure, long bound) {
    return figure.isKnown() && figure.value() < bound;
  }
}
