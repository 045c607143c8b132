package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.ClusterTraits;
import io.hamstring.operator.telemetry.Figure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Asks a cluster now and then what it can do. What it refuses to say stays unknown, and is asked
 * for again. Confined to the cluster's own thread.
 */
final class TraitsReader {

  /** Upgrades of a cluster take longer. */
  private static final Duration OFTEN_ENOUGH = Duration.ofMinutes(1);

  private static final String METADATA_VERSION = "metadata.version";
  private static final String GROUP_VERSION = "group.version";
  private static final String MAX_TRANSACTION = "transaction.max.timeout.ms";

  private ClusterTraits traits = ClusterTraits.UNKNOWN;
  private Instant askedAt = Instant.EPOCH;

  /** What is known of a cluster that answers; asks it when that is old. */
  ClusterTraits of(Admin admin, Duration bound, Instant now) throws InterruptedException {
    if (Duration.between(askedAt, now).compareTo(OFTEN_ENOUGH) >= 0) {
      askedAt = now;
      traits = ask(admin, bound);
    }
    return traits;
  }

  private static ClusterTraits ask(Admin admin, Duration bound) throws InterruptedException {
    var said = Answers.await(Map.of("", admin.describeFeatures().featureMetadata()), bound);
    var nodes = Answers.await(Map.of("", admin.describeCluster().nodes()), bound);
    var features = said.of("");
    return new ClusterTraits(
        features.map(TraitsReader::metadataVersion).orElseGet(() -> unknown(said.whyNot(""))),
        features.map(TraitsReader::groupVersion).orElseGet(() -> unknown(said.whyNot(""))),
        nodes.of("").flatMap(all -> all.stream().findFirst()).isEmpty()
            ? unknown("no broker is known")
            : maxTransaction(
                admin, nodes.of("").orElseThrow().iterator().next().idString(), bound));
  }

  private static Figure metadataVersion(FeatureMetadata features) {
    var supported = features.supportedFeatures().get(METADATA_VERSION);
    return supported == null
        ? unknown("the brokers name no " + METADATA_VERSION)
        : Figure.of(supported.maxVersion());
  }

  /** A feature that is off is not named among those in effect. */
  private static Figure groupVersion(FeatureMetadata features) {
    if (!features.supportedFeatures().containsKey(GROUP_VERSION)) {
      return unknown("the brokers name no " + GROUP_VERSION);
    }
    var finalised = features.finalizedFeatures().get(GROUP_VERSION);
    return Figure.of(finalised == null ? 0 : finalised.maxVersionLevel());
  }

  private static Figure maxTransaction(Admin admin, String broker, Duration bound)
      throws InterruptedException {
    var resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
    var answers = Answers.await(admin.describeConfigs(List.of(resource)).values(), bound);
    return answers
        .of(resource)
        .map(TraitsReader::maxTransaction)
        .orElseGet(() -> unknown(answers.whyNot(resource)));
  }

  private static Figure maxTransaction(Config config) {
    var entry = config.get(MAX_TRANSACTION);
    return entry == null || entry.value() == null
        ? unknown("the broker names no " + MAX_TRANSACTION)
        : Figure.of(Long.parseLong(entry.value()));
  }

  private static Figure unknown(String because) {
    return Figure.unknown(because);
  }
}
