package io.hamstring.worker.kafka;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.FailedCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DelegationTokenDisabledException;
import org.apache.kafka.common.errors.DelegationTokenExpiredException;
import org.apache.kafka.common.errors.DelegationTokenNotFoundException;
import org.apache.kafka.common.errors.DelegationTokenOwnerMismatchException;
import org.apache.kafka.common.errors.DuplicateSequenceException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.FencedMemberEpochException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.IllegalSaslStateException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.InconsistentTopicIdException;
import org.apache.kafka.common.errors.InvalidCommitOffsetSizeException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidFetchSizeException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.InvalidOffsetException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidPrincipalTypeException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidRegularExpression;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.OffsetMovedToTieredStorageException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.PrincipalDeserializationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.TransactionCoordinatorFencedException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnacceptableCredentialException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.apache.kafka.common.errors.UnsupportedAssignorException;
import org.apache.kafka.common.errors.UnsupportedByAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedCompressionTypeException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.protocol.Errors;

/**
 * What a failure of Kafka's client means, by the classes in its cause chain and by the call that
 * failed. A class that says nothing of its own, such as a timeout, gives way to a cause that does.
 */
final class KafkaFailures {

  private static final int MAX_DEPTH = 5;

  /** What a class says, whichever call it comes from. */
  private enum Meaning {
    MEMBER,
    INSTANCE,
    PRODUCER,
    NOT_AUTHORIZED,
    MISCONFIGURED,
    TOPIC,
    RECORD,
    OFFSETS,
    /** Nothing but that it did not work; the rest of Kafka's classes. */
    NOTHING
  }

  /** In this order, the first that fits counts: a class stands before its superclass. */
  private static final Map<Class<? extends Throwable>, Meaning> MEANINGS = meanings();

  private KafkaFailures() {}

  /** The failure as the recovery core knows it. */
  static FailedCall failed(KafkaCall call, Throwable failure) {
    return alreadyKnown(failure)
        .orElseGet(() -> new FailedCall(kind(call, failure), detail(call, failure), failure));
  }

  /** What has to be rebuilt because {@code call} ended with {@code failure}. */
  static FailureKind kind(KafkaCall call, Throwable failure) {
    if (call == KafkaCall.ABORT) {
      return FailureKind.PRODUCER_LOST;
    }
    return switch (meaning(failure)) {
      case MEMBER ->
          call.isConsumers()
              ? FailureKind.MEMBERSHIP_LOST
              : call == KafkaCall.OPEN_OUTPUT
                  ? FailureKind.TRANSPORT_LOST
                  : FailureKind.COMMIT_REFUSED;
      case INSTANCE -> FailureKind.INSTANCE_FENCED;
      case PRODUCER -> call.isConsumers() ? FailureKind.TRANSPORT_LOST : FailureKind.PRODUCER_LOST;
      case NOT_AUTHORIZED -> FailureKind.NOT_AUTHORIZED;
      case MISCONFIGURED -> FailureKind.MISCONFIGURED;
      case TOPIC -> FailureKind.TOPIC_MISSING;
      case RECORD -> FailureKind.RECORD_REJECTED;
      case OFFSETS -> call.isConsumers() ? FailureKind.OFFSETS_LOST : unclear(call, failure);
      case NOTHING -> unclear(call, failure);
    };
  }

  /** Whether a call only came back because another thread asked it to. */
  static boolean isWakeUp(RuntimeException failure) {
    return failure instanceof WakeupException;
  }

  /** Whether it is what becomes of the records of a transaction that is being aborted. */
  static boolean isPurge(Throwable failure) {
    return failure instanceof TransactionAbortedException;
  }

  /** Whether it is nothing but too late. */
  static boolean isTimeout(Throwable failure) {
    return failure instanceof TimeoutException && meaning(failure) == Meaning.NOTHING;
  }

  /** Whether the member or the group that was to be removed does not exist. */
  static boolean isNobody(Throwable failure) {
    return chain(failure).stream()
        .anyMatch(
            f -> f instanceof UnknownMemberIdException || f instanceof GroupIdNotFoundException);
  }

  /** Whether a topic is not there, or may not be seen. */
  static boolean isNoTopic(Throwable failure) {
    return chain(failure).stream()
        .anyMatch(
            f ->
                f instanceof UnknownTopicOrPartitionException
                    || f instanceof InvalidTopicException
                    || f instanceof TopicAuthorizationException);
  }

  /** What failed, in the client's words. */
  static String detail(KafkaCall call, Throwable failure) {
    var text = new StringBuilder(call.words());
    var said = "";
    for (var link : chain(failure)) {
      var message = String.valueOf(link.getMessage());
      if (!said.contains(message)) {
        text.append(": ").append(link.getClass().getSimpleName()).append(": ").append(message);
        said = message;
      }
    }
    return text.toString();
  }

  /**
   * A failure that only says that it did not work. The client reports a transaction that can only
   * be aborted as such, or as a bare KafkaException with a cause; all else leaves open whether the
   * broker has the commit.
   */
  private static FailureKind unclear(KafkaCall call, Throwable failure) {
    boolean notCommitted =
        failure instanceof TransactionAbortableException
            || (failure.getClass() == KafkaException.class && failure.getCause() != null);
    return call == KafkaCall.COMMIT && !notCommitted
        ? FailureKind.COMMIT_IN_DOUBT
        : FailureKind.TRANSPORT_LOST;
  }

  private static Meaning meaning(Throwable failure) {
    return chain(failure).stream()
        .map(KafkaFailures::ownMeaning)
        .filter(meaning -> meaning != Meaning.NOTHING)
        .findFirst()
        .orElse(Meaning.NOTHING);
  }

  private static Meaning ownMeaning(Throwable failure) {
    return byText(failure)
        .orElseGet(
            () ->
                MEANINGS.entrySet().stream()
                    .filter(entry -> entry.getKey().isInstance(failure))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(Meaning.NOTHING));
  }

  /**
   * The only two failures that the client (4.4.0) tells by nothing but a text: names that do not
   * resolve are a ConfigException of the constructor, and a transaction timeout above the broker's
   * limit is a bare KafkaException of initTransactions.
   */
  private static Optional<Meaning> byText(Throwable failure) {
    var message = String.valueOf(failure.getMessage());
    if (failure instanceof ConfigException && message.startsWith("No resolvable bootstrap urls")) {
      return Optional.of(Meaning.NOTHING);
    }
    if (failure.getClass() == KafkaException.class
        && message.contains(Errors.INVALID_TRANSACTION_TIMEOUT.message())) {
      return Optional.of(Meaning.MISCONFIGURED);
    }
    return Optional.empty();
  }

  // A rebalance listener's own exception comes back wrapped.
  private static Optional<FailedCall> alreadyKnown(Throwable failure) {
    return chain(failure).stream()
        .filter(FailedCall.class::isInstance)
        .map(FailedCall.class::cast)
        .findFirst();
  }

  /** A failure with its causes, itself first. */
  static List<Throwable> chain(Throwable failure) {
    var chain = new ArrayList<Throwable>();
    for (var link = failure; link != null && chain.size() < MAX_DEPTH; link = link.getCause()) {
      chain.add(link);
    }
    return chain;
  }

  private static Map<Class<? extends Throwable>, Meaning> meanings() {
    var meanings = new LinkedHashMap<Class<? extends Throwable>, Meaning>();
    List.of(
            CommitFailedException.class,
            UnknownMemberIdException.class,
            IllegalGenerationException.class,
            StaleMemberEpochException.class,
            FencedMemberEpochException.class,
            RebalanceInProgressException.class)
        .forEach(type -> meanings.put(type, Meaning.MEMBER));
    List.of(FencedInstanceIdException.class, UnreleasedInstanceIdException.class)
        .forEach(type -> meanings.put(type, Meaning.INSTANCE));
    List.of(
            ProducerFencedException.class,
            InvalidProducerEpochException.class,
            InvalidPidMappingException.class,
            InvalidTxnStateException.class,
            OutOfOrderSequenceException.class,
            DuplicateSequenceException.class,
            TransactionCoordinatorFencedException.class,
            TransactionalIdNotFoundException.class,
            // How a producer answers that has come to its end.
            IllegalStateException.class)
        .forEach(type -> meanings.put(type, Meaning.PRODUCER));
    List.of(
            RecordTooLargeException.class,
            org.apache.kafka.common.InvalidRecordException.class,
            SerializationException.class)
        .forEach(type -> meanings.put(type, Meaning.RECORD));
    List.of(
            UnknownTopicOrPartitionException.class,
            UnknownTopicIdException.class,
            InconsistentTopicIdException.class)
        .forEach(type -> meanings.put(type, Meaning.TOPIC));
    List.of(
            InvalidOffsetException.class,
            org.apache.kafka.clients.consumer.InvalidOffsetException.class,
            OffsetMovedToTieredStorageException.class)
        .forEach(type -> meanings.put(type, Meaning.OFFSETS));
    List.of(UnsupportedSaslMechanismException.class, IllegalSaslStateException.class)
        .forEach(type -> meanings.put(type, Meaning.MISCONFIGURED));
    List.of(
            AuthorizationException.class,
            AuthenticationException.class,
            DelegationTokenDisabledException.class,
            DelegationTokenExpiredException.class,
            DelegationTokenNotFoundException.class,
            DelegationTokenOwnerMismatchException.class,
            InvalidPrincipalTypeException.class,
            PrincipalDeserializationException.class,
            SecurityDisabledException.class,
            UnacceptableCredentialException.class,
            UnsupportedByAuthenticationException.class)
        .forEach(type -> meanings.put(type, Meaning.NOT_AUTHORIZED));
    List.of(
            ConfigException.class,
            InvalidConfigurationException.class,
            InvalidGroupIdException.class,
            InvalidSessionTimeoutException.class,
            InvalidTxnTimeoutException.class,
            InconsistentGroupProtocolException.class,
            UnsupportedAssignorException.class,
            GroupMaxSizeReachedException.class,
            UnsupportedCompressionTypeException.class,
            InvalidCommitOffsetSizeException.class,
            OffsetMetadataTooLarge.class,
            InvalidFetchSizeException.class,
            InvalidTimestampException.class,
            InvalidRegularExpression.class,
            InvalidRequestException.class,
            PolicyViolationException.class)
        .forEach(type -> meanings.put(type, Meaning.MISCONFIGURED));
    return meanings;
  }
}
