package io.hamstring.operator.telemetry;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What is known of every watched stage: written by the sweeps, read by everybody. The one shared
 * object of the operator's telemetry; all that it hands out is immutable.
 */
public final class TelemetryBoard {

  private final ConcurrentMap<StageKey, StageWindow> windows = new ConcurrentHashMap<>();
  private final ConcurrentMap<StageKey, WindowMemory> memories = new ConcurrentHashMap<>();
  private final ConcurrentMap<StageKey, GuardView> guarded = new ConcurrentHashMap<>();

  /** Adds a look at a stage to its window, which reaches {@code span} back. */
  public void record(StageKey stage, Duration span, StageObservation seen) {
    var look = seen.with(guarded.getOrDefault(stage, GuardView.QUIET));
    windows.compute(
        stage,
        (key, window) ->
            window == null
                ? StageWindow.opening(span, memories.getOrDefault(key, WindowMemory.EMPTY), look)
                : window.plus(span, look));
  }

  /** What the guard knows of a stage; the next look at it says so too. */
  public void guarded(StageKey stage, GuardView view) {
    guarded.put(stage, view);
  }

  /** No worker of a stage is wanted: that nothing is committed is no silence. */
  public void rest(StageKey stage) {
    windows.computeIfPresent(stage, (key, window) -> window.atRest());
  }

  /** What a restarted operator must not forget of a stage, looked at or not yet. */
  public Optional<WindowMemory> memoryOf(StageKey stage) {
    return of(stage).map(StageWindow::memory).or(() -> Optional.ofNullable(memories.get(stage)));
  }

  /** What a predecessor remembered of a stage; it counts until the first look is recorded. */
  public void remember(StageKey stage, WindowMemory memory) {
    memories.put(stage, memory);
  }

  /** What was seen of a stage. */
  public Optional<StageWindow> of(StageKey stage) {
    return Optional.ofNullable(windows.get(stage));
  }

  /** What was seen of the named stages of a pipeline. */
  public Map<String, StageWindow> of(PipelineKey pipeline, Collection<String> stages) {
    var seen = new TreeMap<String, StageWindow>();
    for (var stage : stages) {
      of(pipeline.stage(stage)).ifPresent(window -> seen.put(stage, window));
    }
    return seen;
  }

  /** Lets go of every stage of a pipeline but the named ones. */
  public void retain(PipelineKey pipeline, Collection<String> stages) {
    windows.keySet().removeIf(key -> gone(key, pipeline, stages));
    memories.keySet().removeIf(key -> gone(key, pipeline, stages));
    guarded.keySet().removeIf(key -> gone(key, pipeline, stages));
  }

  private static boolean gone(StageKey key, PipelineKey pipeline, Collection<String> stages) {
    return key.pipeline().equals(pipeline) && !stages.contains(key.stage());
  }
}
