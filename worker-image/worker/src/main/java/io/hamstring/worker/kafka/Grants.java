package io.hamstring.worker.kafka;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.port.FailedCall;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/**
 * What a worker has to be granted, in the words of Kafka's ACLs. Kafka's own refusals of a
 * transactional id, and some of a group, do not name it.
 *
 * @param user as Kafka knows the worker
 * @param transactionalIds what the ids of all incarnations of the stage begin with
 */
record Grants(String user, String group, String transactionalIds) {

  static Grants of(WorkerSettings settings, Incarnation incarnation) {
    var username = settings.kafka().security().login().username();
    var id = incarnation.transactionalId();
    return new Grants(
        username == null || username.isEmpty() ? "the worker's user" : "User:" + username,
        settings.stage().group(),
        id.substring(0, id.indexOf("_" + incarnation.pod() + "_") + 1));
  }

  /** The failure as the recovery core knows it; a refusal says what is to be granted. */
  FailedCall failed(KafkaCall call, Throwable failure) {
    var known = KafkaFailures.failed(call, failure);
    boolean isNew = known.getCause() == failure;
    return known.kind() == FailureKind.NOT_AUTHORIZED && isNew
        ? new FailedCall(
            known.kind(),
            known.getMessage() + remedy(call, failure).map(text -> "; " + text).orElse(""),
            failure)
        : known;
  }

  /** What a worker meets that may not write to {@code topics}. */
  FailedCall notWritable(Set<String> topics) {
    return failed(KafkaCall.OPEN_OUTPUT, new TopicAuthorizationException(topics));
  }

  /** Whether Kafka refuses a topic that exists. */
  static boolean isRefusal(Throwable failure) {
    return failure instanceof TopicAuthorizationException;
  }

  private Optional<String> remedy(KafkaCall call, Throwable failure) {
    return KafkaFailures.chain(failure).stream()
        .flatMap(link -> remedyOf(call, link).stream())
        .findFirst();
  }

  private Optional<String> remedyOf(KafkaCall call, Throwable refusal) {
    if (refusal instanceof GroupAuthorizationException) {
      return Optional.of("grant Read on group " + group + " to " + user);
    }
    if (refusal instanceof TransactionalIdAuthorizationException) {
      return Optional.of(
          "grant Write and Describe on the transactional ids that begin with "
              + transactionalIds
              + " to "
              + user);
    }
    if (refusal instanceof TopicAuthorizationException topics) {
      return Optional.of(
          "grant "
              + (call.isConsumers() ? "Read" : "Write")
              + " and Describe on "
              + named(topics.unauthorizedTopics())
              + " to "
              + user);
    }
    return refusal instanceof AuthenticationException
        ? Optional.of("check the credentials of " + user)
        : Optional.empty();
  }

  private static String named(Set<String> topics) {
    return topics.isEmpty() ? "the topic" : "topic " + String.join(", ", topics);
  }
}
