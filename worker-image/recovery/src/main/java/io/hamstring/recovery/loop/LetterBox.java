package io.hamstring.recovery.loop;

import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Knows whether the dead-letter topic can be written, and keeps what waits for it: a missing topic
 * holds the partitions with poison and no others. Asked off the loop and transaction threads.
 * Confined to the loop thread.
 */
final class LetterBox {

  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);
  private static final Duration BELIEVED_FOR = Duration.ofMinutes(5);

  private final String topic;
  private final Cluster cluster;
  private final Crew crew;
  private final Mailbox mailbox;
  private final Time time;
  private final List<Finished> parked = new ArrayList<>();
  private boolean known;
  private boolean asking;
  private long knownAt;
  private long askAt;

  /**
   * @param topic the dead-letter topic, or null if there is none
   */
  LetterBox(String topic, Cluster cluster, Crew crew, Mailbox mailbox, Time time) {
    this.topic = topic;
    this.cluster = cluster;
    this.crew = crew;
    this.mailbox = mailbox;
    this.time = time;
    this.askAt = time.nanos();
  }

  boolean mayWrite() {
    return topic == null || (known && time.nanos() - knownAt < BELIEVED_FOR.toNanos());
  }

  void park(Finished finished) {
    parked.add(finished);
  }

  void check(long now) {
    if (parked.isEmpty() || asking || now - askAt < 0) {
      return;
    }
    asking = true;
    crew.process(() -> mailbox.post(ask()));
  }

  private Message ask() {
    try {
      return new Message.TopicChecked(cluster.hasTopic(topic), null);
    } catch (FailedCall failed) {
      return new Message.TopicChecked(false, failed);
    }
  }

  /** What may go on because of that answer. */
  List<Finished> checked(Message.TopicChecked checked, long now) {
    asking = false;
    askAt = now + ASK_AGAIN.toNanos();
    known = checked.exists();
    knownAt = now;
    if (!known) {
      return List.of();
    }
    var free = List.copyOf(parked);
    parked.clear();
    return free;
  }

  void refused(long now) {
    known = false;
    askAt = now + ASK_AGAIN.toNanos();
  }
}
