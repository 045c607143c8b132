package io.hamstring.operator.convert;

import java.util.List;
import java.util.Optional;

/** How many workers HAMSTRING runs of an instance in one container: processes times threads. */
final class WorkerCounts {

  private final Source scaling;

  WorkerCounts(Source scaling) {
    this.scaling = scaling;
  }

  /** The instance's own number, or that of its module, or the default. */
  int of(String module, String instance) {
    var ofModule = scaling.at("modules", module);
    var counts =
        List.of(
            count(ofModule.at("instances", instance)),
            count(ofModule),
            count(scaling.at("defaults")));
    return counts.stream().flatMap(Optional::stream).findFirst().orElse(1);
  }

  private static Optional<Integer> count(Source given) {
    given.at("executor").raw();
    for (var key : List.of("max_workers", "workers", "threads")) {
      var number = given.at(key).number();
      if (number.isPresent()) {
        return number;
      }
    }
    var processes = given.at("processes").number();
    var threads = given.at("threads_per_process").number();
    return processes.isEmpty() && threads.isEmpty()
        ? Optional.empty()
        : Optional.of(processes.orElse(1) * threads.orElse(1));
  }
}
