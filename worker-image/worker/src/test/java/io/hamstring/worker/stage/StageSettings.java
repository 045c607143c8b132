package io.hamstring.worker.stage;

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
import io.hamstring.recovery.processing.StageProcessor;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** Settings of a stage named {@code x} that reads the topic {@code in}. */
public final class StageSettings {

  /** Stands still a day after the records of {@link Records} begin. */
  public static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(Records.START).plusSeconds(86_400), ZoneOffset.UTC);

  private StageSettings() {}

  /** The processor that the factory makes of a type, its config and its outputs. */
  @SuppressWarnings("unchecked")
  public static StageProcessor<Object> processor(
      StageType type, Map<String, Object> config, Output... outputs) {
    return (StageProcessor<Object>) factory().of(of(type, null, config, outputs));
  }

  /** A factory that sees the class path of the tests. */
  public static StageFactory factory() {
    return new StageFactory(StageSettings.class.getClassLoader(), CLOCK, Path.of(""));
  }

  /** Whole settings. */
  public static WorkerSettings of(
      StageType type, String className, Map<String, Object> config, Output... outputs) {
    return new WorkerSettings(
        "security",
        "dns",
        new Stage(
            "x",
            type,
            "X-name",
            "hamstring_security_dns_x",
            List.of("in"),
            List.of(outputs),
            className,
            1,
            OnPoison.DEFAULT,
            config),
        new Kafka(
            "localhost:9092", GroupProtocol.CONSUMER, OffsetReset.EARLIEST, Map.of(), Map.of()),
        Timeouts.DEFAULT,
        BatchSettings.defaults(),
        BatchBounds.NONE,
        Audit.OFF);
  }
}
