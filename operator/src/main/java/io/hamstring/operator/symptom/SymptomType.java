package io.hamstring.operator.symptom;

import java.util.Arrays;
import java.util.Optional;

/** What can ail a pipeline, worst first. Each is a condition that is always present. */
public enum SymptomType {
  /** Operator or workers get no answer from Kafka. */
  KAFKA_UNREACHABLE("KafkaUnreachable", "KafkaAnswers", "operator and workers reach Kafka"),
  /** Kafka refuses operator or workers. A short denial during a broker's restart is normal. */
  NOT_AUTHORIZED("NotAuthorized", "Authorized", "Kafka lets operator and workers do their work"),
  /** A setting that Kafka or its client refuses. */
  MISCONFIGURED("Misconfigured", "SettingsAccepted", "client and brokers accept all settings"),
  /** A topic does not exist. A topic that was just created is not seen by every broker at once. */
  TOPIC_MISSING("TopicMissing", "TopicsExist", "all topics exist"),
  /** Another pipeline, or another worker, has what is this one's own. */
  IDENTITY_CONFLICT(
      "IdentityConflict",
      "IdentitiesUnique",
      "no other pipeline or worker has the same names, groups, topics or member ids"),
  /** Records were gone before they were read. What is lost stays lost: a person should see it. */
  DATA_LOSS("DataLoss", "NothingLost", "the log had everything that was to be read"),
  /** Monitoring rows cannot be written. */
  SINK_UNAVAILABLE(
      "SinkUnavailable", "SinkWritable", "no sink waits for ClickHouse to take monitoring rows"),
  /** Input waits and nothing is committed. */
  INPUT_WITHOUT_OUTPUT(
      "InputWithoutOutput", "CommitsFollowInput", "what arrives is worked on and committed"),
  /** Workers lose their group membership again and again. */
  REPEATED_MEMBERSHIP_LOSS(
      "RepeatedMembershipLoss", "MembershipsHold", "workers keep their group memberships"),
  /** A worker's loop stood still for longer than the poll interval. */
  MAX_POLL_EXCEEDED("MaxPollExceeded", "LoopsTurn", "every worker polls within maxPollInterval"),
  /** Transactions are aborted while the lag grows. */
  ABORTS_WHILE_LAG_GROWS(
      "AbortsWhileLagGrows",
      "TransactionsCommit",
      "lag does not grow while transactions are aborted"),
  /** Some partitions stand still while others go on. */
  PARTITION_STALLED(
      "PartitionStalled", "PartitionsMove", "no partition stands still while others go on"),
  /** A group lists members that nothing alive stands behind. */
  GHOST_MEMBER("GhostMember", "MembersLive", "every member of the group is a worker that may live"),
  /** An open transaction holds readers up. */
  BLOCKED_BY_TRANSACTION(
      "BlockedByTransaction",
      "TransactionsEnd",
      "no transaction stays open so long that it holds readers up"),
  /** Poison has nowhere to go. */
  DEAD_LETTER_UNAVAILABLE(
      "DeadLetterUnavailable",
      "DeadLettersWritable",
      "no partition waits for its dead-letter topic"),
  /** Records that cannot be worked on. */
  POISON_RECORDS(
      "PoisonRecords", "RecordsWorkable", "no record was set aside and no partition is held"),
  /** Batches come close to the poll interval. */
  SLOW_BATCHES("SlowBatches", "BatchesFit", "batches end well within maxPollInterval");

  private final String id;
  private final String healthyReason;
  private final String healthyMessage;

  SymptomType(String id, String healthyReason, String healthyMessage) {
    this.id = id;
    this.healthyReason = healthyReason;
    this.healthyMessage = healthyMessage;
  }

  /** The condition's type. */
  public String id() {
    return id;
  }

  /** The verdict of a look that saw nothing of it. */
  public Verdict healthy() {
    return Verdict.of(ConditionStatus.FALSE, healthyReason, healthyMessage);
  }

  /** The symptom whose condition has this type. */
  public static Optional<SymptomType> ofId(String id) {
    return Arrays.stream(values()).filter(type -> type.id.equals(id)).findFirst();
  }
}
