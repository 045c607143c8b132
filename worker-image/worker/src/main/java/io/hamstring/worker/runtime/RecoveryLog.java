package io.hamstring.worker.runtime;

import io.hamstring.recovery.loop.WorkerEvent;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One line for each recovery begun and one for each ended, with the report's fields; and for each
 * role.
 */
final class RecoveryLog implements Consumer<WorkerEvent> {

  private static final Logger LOG = LoggerFactory.getLogger("io.hamstring.worker.recovery");

  @Override
  public void accept(WorkerEvent event) {
    if (event instanceof WorkerEvent.RecoveryBegan began) {
      var recovery = began.recovery();
      LOG.atLevel(Level.WARN)
          .addKeyValue("cause", recovery.cause())
          .addKeyValue("attempt", recovery.attempt())
          .addKeyValue("detail", recovery.detail())
          .log("recovery began");
    } else if (event instanceof WorkerEvent.RoleTaken taken) {
      LOG.atLevel(Level.INFO).addKeyValue("role", taken.role()).log("role taken");
    } else if (event instanceof WorkerEvent.RecoveryEnded ended) {
      var report = ended.report();
      LOG.atLevel(Level.INFO)
          .addKeyValue("cause", report.cause())
          .addKeyValue("attempts", report.attempts())
          .addKeyValue("took", report.took())
          .log("recovery ended");
    }
  }
}
