package io.hamstring.contract.batch;

import io.hamstring.contract.StageType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Finds the effective batch bounds of a worker. Levels from highest to lowest, field by field: the
 * stage's own explicit bounds, the environment, the exact input topic, the stage's name in the
 * pipeline, HAMSTRING's full stage name, the stage type, the global values. Of several input topics
 * the smallest size and the smallest timeout count.
 */
public final class BatchResolution {

  /** Where a level's name is given in an {@link EffectiveBatch}. */
  public static final String ENVIRONMENT = "environment";

  private BatchResolution() {}

  /**
   * The effective bounds.
   *
   * @param own the stage's own explicit bounds (collector, sink); {@link BatchBounds#NONE} for most
   * @param environment what the environment variables say; {@link BatchBounds#NONE} for most
   */
  public static EffectiveBatch resolve(
      BatchSettings settings,
      String stageName,
      StageType type,
      List<String> topics,
      BatchBounds environment,
      BatchBounds own) {
    var perTopic =
        topics.isEmpty()
            ? List.of(ofTopic(settings, stageName, type, null))
            : topics.stream().map(topic -> ofTopic(settings, stageName, type, topic)).toList();
    var size = smallest(perTopic, levels -> levels.size);
    var timeout = smallest(perTopic, levels -> levels.timeout);
    size = size.orHigher(environment.size(), ENVIRONMENT).orHigher(own.size(), "config");
    timeout =
        timeout.orHigher(environment.timeout(), ENVIRONMENT).orHigher(own.timeout(), "config");
    return new EffectiveBatch(size.value, size.from, timeout.value, timeout.from);
  }

  private static Levels ofTopic(
      BatchSettings settings, String stageName, StageType type, String topic) {
    var levels =
        new Levels(
            new Chosen<>(settings.global().size(), "global"),
            new Chosen<>(settings.global().timeout(), "global"));
    for (var key : List.of(type.id(), type.fullName(), stageName)) {
      levels = levels.with(settings.stages().get(key), "stages." + key);
    }
    return topic == null ? levels : levels.with(settings.topics().get(topic), "topics." + topic);
  }

  private static <T extends Comparable<T>> Chosen<T> smallest(
      List<Levels> perTopic, Function<Levels, Chosen<T>> field) {
    return perTopic.stream().map(field).min(Comparator.comparing(Chosen::value)).orElseThrow();
  }

  private record Chosen<T>(T value, String from) {
    Chosen<T> orHigher(T higher, String level) {
      return higher == null ? this : new Chosen<>(higher, level);
    }
  }

  private record Levels(Chosen<Integer> size, Chosen<java.time.Duration> timeout) {
    Levels with(BatchBounds bounds, String level) {
      return bounds == null
          ? this
          : new Levels(
              size.orHigher(bounds.size(), level), timeout.orHigher(bounds.timeout(), level));
    }
  }

  /**
   * Keys under {@code stages} that name no stage of this pipeline and no type: likely typing
   * errors.
   */
  public static List<String> unknownStageKeys(
      Map<String, BatchBounds> stages, List<String> stageNames) {
    return stages.keySet().stream()
        .filter(key -> !stageNames.contains(key))
        .filter(key -> StageType.ofId(key).isEmpty())
        .filter(
            key ->
                java.util.Arrays.stream(StageType.values())
                    .noneMatch(t -> t.fullName().equals(key)))
        .sorted()
        .toList();
  }
}
