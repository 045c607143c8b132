package io.hamstring.worker.config;

import io.hamstring.contract.Durations;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.ConfigDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Every setting a worker goes by: its path, its value, and where that came from. */
public final class EffectiveSettings {

  private static final String PRODUCER = "environment.kafka_producer.";

  /** Settings that an environment variable stands above. */
  private static final Map<String, String> OVERRIDES =
      Map.of(
          "environment.kafka_consumer.config.client.rack",
          WorkerPod.CLIENT_RACK,
          PRODUCER + "transaction_api_timeout_seconds",
          WorkerPod.TRANSACTION_API_TIMEOUT_SECONDS,
          PRODUCER + "message_timeout_ms",
          WorkerPod.MESSAGE_TIMEOUT_MS);

  private static final Pattern SECRET =
      Pattern.compile("(?i)(?!.*(_file|File)$).*(password|secret|jaas|token|credential|\\.key$).*");

  private EffectiveSettings() {}

  /**
   * One setting.
   *
   * @param from a path in the file, an environment variable, or {@code default}
   */
  public record Setting(String path, String value, String from) {

    @Override
    public String toString() {
      return path + " = " + value + "  (" + from + ")";
    }
  }

  /**
   * All settings in the order of the file, then the bounds that batches have in effect.
   *
   * @param own the stage's own explicit bounds
   */
  public static List<Setting> of(ConfigFile file, BatchBounds own) {
    var settings = new ArrayList<Setting>();
    flatten("", ConfigDocument.of(file.settings()), file.document(), file, settings);
    var batch = file.settings().effectiveBatch(own);
    var commit = file.settings().effectiveGroupCommit();
    settings.add(
        new Setting("effective.batch.size", String.valueOf(batch.size()), batch.sizeFrom()));
    settings.add(
        new Setting(
            "effective.batch.timeout", Durations.format(batch.timeout()), batch.timeoutFrom()));
    settings.add(
        new Setting(
            "effective.group_commit.enabled",
            String.valueOf(commit.enabled()),
            file.settings().environmentBatch().size() == null
                ? "environment.kafka_transaction_batch.group_commit"
                : WorkerPod.BATCH_SIZE));
    return settings;
  }

  private static void flatten(
      String path, Object value, Object given, ConfigFile file, List<Setting> settings) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      map.forEach(
          (key, inner) ->
              flatten(
                  path.isEmpty() ? String.valueOf(key) : path + "." + key,
                  inner,
                  given instanceof Map<?, ?> outer ? outer.get(key) : null,
                  file,
                  settings));
      return;
    }
    settings.add(new Setting(path, shown(path, value), from(path, given, file)));
  }

  private static String from(String path, Object given, ConfigFile file) {
    var variable = OVERRIDES.get(path);
    if (variable != null && !file.variables().getOrDefault(variable, "").isBlank()) {
      return variable;
    }
    return given == null ? "default" : file.path().getFileName().toString();
  }

  private static String shown(String path, Object value) {
    return SECRET.matcher(path).matches() ? "(hidden)" : String.valueOf(value);
  }
}
