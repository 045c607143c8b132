package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds out that the brokers are gone while nothing is committed: a poll does not fail then. A
 * member that has heard nothing for a while proves nothing yet (it may wait for others to join), so
 * the brokers are asked, off the loop thread. Confined to the loop thread.
 */
final class Outage {

  /** Some heartbeats and their retries. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  private final String topic;
  private final Cluster cluster;
  private final Crew crew;
  private final Mailbox mailbox;
  private final Time time;
  private boolean asking;
  private long askAt;

  Outage(String topic, Cluster cluster, Crew crew, Mailbox mailbox, Time time) {
    this.topic = topic;
    this.cluster = cluster;
    this.crew = crew;
    this.mailbox = mailbox;
    this.time = time;
    this.askAt = time.nanos();
  }

  void watch(Duration silence) {
    if (silence.compareTo(SILENCE) > 0 && !asking && time.nanos() - askAt >= 0) {
      asking = true;
      crew.process(() -> mailbox.post(ask()));
    }
  }

  private Message ask() {
    try {
      cluster.hasTopic(topic);
      return new Message.BrokersAsked(null);
    } catch (FailedCall failed) {
      return new Message.BrokersAsked(failed);
    }
  }

  /** What no broker answering says of itself; empty if one did. */
  Optional<String> confirmed(Message.BrokersAsked asked) {
    asking = false;
    askAt = time.nanos() + SILENCE.toNanos();
    return Optional.ofNullable(asked.failure())
        .filter(failure -> failure.kind() == FailureKind.TRANSPORT_LOST)
        .map(failure -> "no broker answers: " + failure.getMessage());
  }
}
