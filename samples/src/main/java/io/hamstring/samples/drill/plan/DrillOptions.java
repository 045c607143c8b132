package io.hamstring.samples.drill.plan;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a drill is asked to do.
 *
 * @param standby workers that wait beside the three that work
 * @param runs of each combination
 * @param seed of the first run
 * @param warmUp whether each new cluster has a run first that does not count
 * @param report folder for the reports
 * @param resume whether runs that the folder holds are kept and not run again
 * @param within no run begins later than that
 * @param takeoverBound a run with the guard on that takes longer is a failure; or empty
 */
public record DrillOptions(
    List<GroupProtocol> protocols,
    List<Mode> modes,
    List<Guarding> guards,
    int standby,
    int runs,
    long seed,
    boolean warmUp,
    Path report,
    boolean resume,
    Duration within,
    Optional<Duration> takeoverBound) {

  public DrillOptions {
    protocols = List.copyOf(protocols);
    modes = List.copyOf(modes);
    guards = List.copyOf(guards);
    if (standby < 0 || standby > 3) {
      throw new IllegalArgumentException("--standby must be from 0 to 3, was " + standby);
    }
    if (standby > 0 && protocols.contains(GroupProtocol.CLASSIC)) {
      throw new IllegalArgumentException("--standby needs --protocol consumer");
    }
    if (runs < 1) {
      throw new IllegalArgumentException("--runs must be at least 1, was " + runs);
    }
  }

  /** All runs, in an order that has seen every combination before it repeats one. */
  public List<PlannedRun> plan() {
    var plan = new ArrayList<PlannedRun>();
    for (int number = 1; number <= runs; number++) {
      for (var protocol : protocols) {
        for (var mode : modes) {
          for (var guard : guards) {
            plan.add(
                new PlannedRun(
                    new Combination(protocol, mode, guard, standby), number, seed + number - 1));
          }
        }
      }
    }
    return plan;
  }
}
