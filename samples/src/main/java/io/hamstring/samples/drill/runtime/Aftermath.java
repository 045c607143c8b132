package io.hamstring.samples.drill.runtime;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.samples.audit.Audit;
import io.hamstring.samples.audit.AuditedStage;
import io.hamstring.samples.audit.StageFindings;
import io.hamstring.samples.audit.TopicReader;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.LocalCluster;
import io.hamstring.samples.runtime.RunFailed;
import io.hamstring.samples.watch.BrokerWatch;
import io.hamstring.samples.watch.Settling;
import io.hamstring.samples.watch.WatchedStage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** What follows when no more records come: the fleet works off what is left, and all is audited. */
final class Aftermath {

  private static final long LOOK = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private Aftermath() {}

  static void workOff(LocalCluster cluster, List<WorkerSettings> settings, String audit)
      throws RunFailed, InterruptedException {
    var stages = settings.stream().map(s -> WatchedStage.of(s.stage())).toList();
    var settling = new Settling(stages, PATIENCE);
    try (var broker = new BrokerWatch(cluster.bootstrapServers())) {
      while (true) {
        var look = broker.look(stages, Set.of(audit));
        switch (settling.next(look, true, Instant.now())) {
          case WORKED_OFF -> {
            return;
          }
          case STANDING_STILL ->
              throw new RunFailed(
                  ExitStatus.TIMED_OUT,
                  "nothing has moved for " + PATIENCE + ": " + settling.whatIsLeft());
          case WORKING -> Thread.sleep(LOOK);
        }
      }
    }
  }

  static StageFindings audited(LocalCluster cluster, List<WorkerSettings> settings, String topic)
      throws IOException {
    var audit = new Audit(settings.stream().map(s -> AuditedStage.of(s.stage())).toList());
    new TopicReader(cluster.bootstrapServers()).show(audit, topic);
    return audit.findings().get(0);
  }
}
