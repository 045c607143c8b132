package io.hamstring.recovery.port;

import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.Map;

/**
 * A transactional producer that is ready. Used by one thread at a time. All calls are bounded by
 * the transactional API timeout; a call that fails throws {@link FailedCall}.
 */
public interface Output {

  /** Begins a transaction. */
  void begin();

  /**
   * Hands a record over; a failure to deliver it shows at {@link #commit}. May follow the offsets.
   */
  void send(OutputRecord record);

  /** Adds the offsets to the transaction; waits until the one before is over. */
  void sendOffsets(Map<Partition, Committed> offsets, Membership membership);

  /** Commits. COMMIT_IN_DOUBT when it was sent and not answered; then never abort. */
  void commit();

  /** Aborts. A failure means that this output cannot be used again. */
  void abort();

  /** Lets go of everything; does not wait for records under way. Never throws. */
  void close(Duration timeout);
}
