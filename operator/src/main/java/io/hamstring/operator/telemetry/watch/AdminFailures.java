package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.ClusterReach;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Says what a failure of Kafka's admin client means. The only place that knows their names. */
public final class AdminFailures {

  private AdminFailures() {}

  /** What a failed question to the cluster as a whole says of it. */
  static ClusterReach reach(Throwable failure) {
    var cause = causeOf(failure);
    if (isRefused(cause)) {
      return new ClusterReach(ClusterReach.State.NOT_AUTHORIZED, words(cause));
    }
    return new ClusterReach(
        cause instanceof InvalidConfigurationException
            ? ClusterReach.State.MISCONFIGURED
            : ClusterReach.State.UNREACHABLE,
        words(cause));
  }

  /**
   * What a client that could not be built says of the cluster. Bootstrap names that do not resolve
   * are an outage, and come as the same exception as a setting that is refused; the refused setting
   * is named.
   */
  static ClusterReach reachWithout(RuntimeException failure, boolean namesResolve) {
    Throwable deepest = failure;
    var refused = isRefusedSetting(failure);
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
      refused |= isRefusedSetting(deepest);
    }
    return new ClusterReach(
        refused && namesResolve ? ClusterReach.State.MISCONFIGURED : ClusterReach.State.UNREACHABLE,
        words(deepest));
  }

  /** A certificate or key that cannot be read is one too, two causes down. */
  private static boolean isRefusedSetting(Throwable failure) {
    return failure instanceof ConfigException || failure instanceof InvalidConfigurationException;
  }

  /** Whether Kafka forbids it, or does not know who asks. */
  public static boolean isRefused(Throwable failure) {
    var cause = causeOf(failure);
    return cause instanceof AuthorizationException || cause instanceof AuthenticationException;
  }

  /** Whether the cluster refuses what is asked for, so that only other wishes can help. */
  static boolean isRefusedWish(Throwable failure) {
    var cause = causeOf(failure);
    // To the client a denial is an InvalidConfigurationException too.
    return !isRefused(cause)
        && (cause instanceof PolicyViolationException
            || cause instanceof InvalidConfigurationException
            || cause instanceof InvalidReplicationFactorException
            || cause instanceof InvalidPartitionsException
            || cause instanceof InvalidTopicException);
  }

  static boolean isMissingTopic(Throwable failure) {
    return causeOf(failure) instanceof UnknownTopicOrPartitionException;
  }

  static boolean isExistingTopic(Throwable failure) {
    return causeOf(failure) instanceof TopicExistsException;
  }

  static boolean isAbsentGroup(Throwable failure) {
    return causeOf(failure) instanceof GroupIdNotFoundException;
  }

  /** Whether a group has no such member, or there is no such group. */
  public static boolean isNobody(Throwable failure) {
    return causeOf(failure) instanceof UnknownMemberIdException || isAbsentGroup(failure);
  }

  /** Whether the brokers are too old for what was asked. */
  public static boolean isUnsupported(Throwable failure) {
    return causeOf(failure) instanceof UnsupportedVersionException;
  }

  /** The failure in the client's words. */
  public static String words(Throwable failure) {
    var cause = causeOf(failure);
    return cause instanceof TimeoutException
        ? "no answer in time"
        : Optional.ofNullable(cause.getMessage())
            .filter(message -> !message.isBlank())
            .orElse(cause.getClass().getSimpleName());
  }

  private static Throwable causeOf(Throwable failure) {
    var isWrapped = failure instanceof ExecutionException || failure instanceof CompletionException;
    return isWrapped && failure.getCause() != null ? failure.getCause() : failure;
  }
}
