package io.hamstring.operator.condition;

import java.util.Arrays;
import java.util.Optional;

/** What can ail a pipeline, worst first. Each is a condition that is always present. */
public enum SymptomType {
  /** Operator or workers get no answer from Kafka. */
  KAFKA_UNREACHABLE(
      "KafkaUnreachable",
      "KafkaAnswers",
      "operator and workers reach Kafka",
      Hysteresis.ofSeconds(20, 20)),
  /** Kafka refuses operator or workers. A short denial during a broker's restart is normal. */
  NOT_AUTHORIZED(
      "NotAuthorized",
      "Authorized",
      "Kafka lets operator and workers do their work",
      Hysteresis.ofSeconds(60, 20)),
  /** A setting that Kafka or its client refuses. */
  MISCONFIGURED(
      "Misconfigured",
      "SettingsAccepted",
      "client and brokers accept all settings",
      Hysteresis.ofSeconds(0, 20)),
  /** A topic does not exist. A topic that was just created is not seen by every broker at once. */
  TOPIC_MISSING("TopicMissing", "TopicsExist", "all topics exist", Hysteresis.ofSeconds(15, 10)),
  /** Another pipeline, or another worker, has what is this one's own. */
  IDENTITY_CONFLICT(
      "IdentityConflict",
      "IdentitiesUnique",
      "no other pipeline or worker has the same names, groups, topics or member ids",
      Hysteresis.ofSeconds(0, 60)),
  /** Records were gone before they were read. What is lost stays lost: a person should see it. */
  DATA_LOSS(
      "DataLoss",
      "NothingLost",
      "the log had everything that was to be read",
      Hysteresis.ofSeconds(0, 3600)),
  /** Input waits and nothing is committed. */
  INPUT_WITHOUT_OUTPUT(
      "InputWithoutOutput",
      "CommitsFollowInput",
      "what arrives is worked on and committed",
      Hysteresis.ofSeconds(0, 10)),
  /** Workers lose their group membership again and again. */
  REPEATED_MEMBERSHIP_LOSS(
      "RepeatedMembershipLoss",
      "MembershipsHold",
      "workers keep their group memberships",
      Hysteresis.ofSeconds(0, 120)),
  /** A worker's loop stood still for longer than the poll interval. */
  MAX_POLL_EXCEEDED(
      "MaxPollExceeded",
      "LoopsTurn",
      "every worker polls within maxPollInterval",
      Hysteresis.ofSeconds(0, 60)),
  /** Transactions are aborted while the lag grows. */
  ABORTS_WHILE_LAG_GROWS(
      "AbortsWhileLagGrows",
      "TransactionsCommit",
      "lag does not grow while transactions are aborted",
      Hysteresis.ofSeconds(0, 60)),
  /** Poison has nowhere to go. */
  DEAD_LETTER_UNAVAILABLE(
      "DeadLetterUnavailable",
      "DeadLettersWritable",
      "no partition waits for its dead-letter topic",
      Hysteresis.ofSeconds(15, 10)),
  /** Records that cannot be worked on. */
  POISON_RECORDS(
      "PoisonRecords",
      "RecordsWorkable",
      "no record was set aside and no partition is held",
      Hysteresis.ofSeconds(0, 10)),
  /** Batches come close to the poll interval. */
  SLOW_BATCHES(
      "SlowBatches",
      "BatchesFit",
      "batches end well within maxPollInterval",
      Hysteresis.ofSeconds(30, 120));

  private final String id;
  private final String healthyReason;
  private final String healthyMessage;
  private final Hysteresis hysteresis;

  SymptomType(String id, String healthyReason, String healthyMessage, Hysteresis hysteresis) {
    this.id = id;
    this.healthyReason = healthyReason;
    this.healthyMessage = healthyMessage;
    this.hysteresis = hysteresis;
  }

  /** The condition's type. */
  public String id() {
    return id;
  }

  /** The verdict of a look that saw nothing of it. */
  public Verdict healthy() {
    return Verdict.of(ConditionStatus.FALSE, healthyReason, healthyMessage);
  }

  /** How long contrary verdicts must hold. */
  public Hysteresis hysteresis() {
    return hysteresis;
  }

  /** The symptom whose condition has this type. */
  public static Optional<SymptomType> ofId(String id) {
    return Arrays.stream(values()).filter(type -> type.id.equals(id)).findFirst();
  }
}
