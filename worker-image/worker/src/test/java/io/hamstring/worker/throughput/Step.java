package io.hamstring.worker.throughput;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The six stages in their order, with the settings that each has by itself. */
enum Step {
  LOGSERVER(StageType.LOGSERVER),
  COLLECTOR(StageType.COLLECTOR),
  PREFILTER(StageType.PREFILTER),
  INSPECTOR(StageType.INSPECTOR),
  DETECTOR(StageType.DETECTOR),
  ALERTER(StageType.ALERTER);

  private final StageType type;

  Step(StageType type) {
    this.type = type;
  }

  String id() {
    return type.name().toLowerCase(Locale.ROOT);
  }

  /** The group that reads a topic; each topic here has one reader. */
  static String group(String topic) {
    return "group-of-" + topic;
  }

  /**
   * A worker of this stage between two topics.
   *
   * @param gathering how long a collector gathers lines
   */
  WorkerSettings settings(String servers, String in, String out, String gathering) {
    var reader = this == ALERTER ? StageType.CUSTOM : values()[ordinal() + 1].type;
    return new WorkerSettings(
        "ns",
        "dns",
        new Stage(
            id(),
            type,
            id(),
            group(in),
            List.of(in),
            List.of(new Output(out, reader)),
            null,
            1,
            OnPoison.DEFAULT,
            this == COLLECTOR ? Map.of("batchTimeout", gathering) : Map.of()),
        new Kafka(servers, GroupProtocol.CONSUMER, OffsetReset.EARLIEST, Map.of(), Map.of()),
        Timeouts.DEFAULT,
        BatchSettings.defaults(),
        BatchBounds.NONE,
        new Audit(true, null));
  }
}
