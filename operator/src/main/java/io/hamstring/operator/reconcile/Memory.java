package io.hamstring.operator.reconcile;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.Condition;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.contract.FailureKind;
import io.hamstring.operator.condition.Challenger;
import io.hamstring.operator.condition.PipelineHealth;
import io.hamstring.operator.condition.Remembered;
import io.hamstring.operator.condition.Reported;
import io.hamstring.operator.condition.Tracked;
import io.hamstring.operator.scale.ScaleReason;
import io.hamstring.operator.scale.ScaleState;
import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.symptom.Verdict;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.WindowMemory;
import io.hamstring.operator.telemetry.WorkerRecovery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The one part of a status that is read back: what a restarted operator must not forget. Whatever
 * it cannot read it does without.
 */
final class Memory {

  /** Lost memberships remembered for each stage. */
  private static final int MAX_LOSSES = 20;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private Memory() {}

  /** The stored form. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Page(List<Line> conditions, Map<String, Window> stages, Map<String, Scaling> scaling) {}

  /** What the scaler must not forget of a stage; its decision stands in the status. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Scaling(ScaleReason reason, Instant at, Double rate, Instant lowerSince, int lowerMost) {}

  /** A condition of a stage that is not simply healthy. */
  record Line(
      String stage,
      SymptomType type,
      ConditionStatus status,
      String reason,
      String message,
      long weight,
      Instant since,
      ConditionStatus challenger,
      Instant challengerSince) {}

  /** What was seen of a stage. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Window(Instant silentSince, List<Loss> losses, Long committed) {}

  /** A lost membership. */
  record Loss(String instance, String pod, Instant at) {}

  /** Any part of a status as it would be read back, so that equal ones are equal. */
  static JsonNode asJson(Object value) {
    try {
      return MAPPER.readTree(MAPPER.writeValueAsBytes(value));
    } catch (IOException impossible) {
      throw new UncheckedIOException("what was written can be read", impossible);
    }
  }

  static JsonNode of(Standing standing, TelemetryBoard board) {
    var lines = new ArrayList<Line>();
    standing.health().memory().forEach(remembered -> lines.add(line(remembered)));
    var windows = new TreeMap<String, Window>();
    standing
        .pipeline()
        .ifPresent(
            pipeline ->
                pipeline
                    .stages()
                    .forEach(
                        stage ->
                            board
                                .memoryOf(WatchPlan.keyOf(pipeline).stage(stage.name()))
                                .map(Memory::window)
                                .filter(
                                    seen -> seen.silentSince() != null || !seen.losses().isEmpty())
                                .ifPresent(seen -> windows.put(stage.name(), seen))));
    var scaling = new TreeMap<String, Scaling>();
    standing.steering().scaling().forEach((stage, state) -> scaling.put(stage, scaling(state)));
    return lines.isEmpty() && windows.isEmpty() && scaling.isEmpty()
        ? null
        : asText(new Page(lines, windows, scaling.isEmpty() ? null : scaling));
  }

  /** A text within the status: as a tree it took five times the room in every informer. */
  private static JsonNode asText(Page page) {
    try {
      return TextNode.valueOf(MAPPER.writeValueAsString(page));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException("what was written can be read", impossible);
    }
  }

  private static Line line(Remembered remembered) {
    var tracked = remembered.tracked();
    var verdict = tracked.reported();
    return new Line(
        remembered.stage(),
        remembered.type(),
        verdict.status(),
        verdict.reason(),
        verdict.message(),
        verdict.weight(),
        tracked.since(),
        tracked.challenger().map(Challenger::status).orElse(null),
        tracked.challenger().map(Challenger::since).orElse(null));
  }

  private static Scaling scaling(ScaleState state) {
    return new Scaling(
        state.reason(), state.at(), state.rate(), state.lowerSince(), state.lowerMost());
  }

  /** What a predecessor's scaler remembered of a stage; the number of workers is not in it. */
  static Optional<ScaleState> scalingIn(HamstringPipelineStatus status, String stage) {
    return page(status)
        .flatMap(page -> Optional.ofNullable(page.scaling()))
        .flatMap(scaling -> Optional.ofNullable(scaling.get(stage)))
        .filter(state -> state.reason() != null && state.at() != null)
        .map(
            state ->
                new ScaleState(
                    0,
                    state.reason(),
                    "as the operator decided before it was restarted",
                    state.at(),
                    state.rate(),
                    state.lowerSince(),
                    state.lowerMost()));
  }

  private static Window window(WindowMemory memory) {
    var losses =
        memory.recoveries().stream()
            .filter(recovery -> recovery.cause() == FailureKind.MEMBERSHIP_LOST)
            .map(loss -> new Loss(loss.instanceId(), loss.pod(), loss.at()))
            .toList();
    return new Window(
        memory.silentSince(),
        losses.subList(Math.max(0, losses.size() - MAX_LOSSES), losses.size()),
        memory.committed());
  }

  /** The health that a predecessor left in {@code status}, which may be null. */
  static PipelineHealth healthIn(HamstringPipelineStatus status, List<String> stages) {
    return status == null
        ? PipelineHealth.unseen()
        : PipelineHealth.resumed(
            reported(status),
            stages,
            page(status)
                .map(page -> page.conditions().stream().map(Memory::remembered).toList())
                .orElse(List.of()));
  }

  /** Tells the board what a predecessor had seen. */
  static void recall(HamstringPipelineStatus status, PipelineKey pipeline, TelemetryBoard board) {
    page(status)
        .ifPresent(
            page ->
                page.stages()
                    .forEach(
                        (stage, window) ->
                            board.remember(pipeline.stage(stage), windowMemory(window))));
  }

  private static WindowMemory windowMemory(Window window) {
    return new WindowMemory(
        window.silentSince(),
        Optional.ofNullable(window.losses()).orElse(List.of()).stream()
            .map(
                loss ->
                    new WorkerRecovery(
                        loss.instance(),
                        loss.pod(),
                        loss.at(),
                        FailureKind.MEMBERSHIP_LOST,
                        null,
                        null))
            .toList(),
        window.committed());
  }

  private static Remembered remembered(Line line) {
    return new Remembered(
        line.stage(),
        line.type(),
        new Tracked(
            new Verdict(line.status(), line.reason(), line.message(), line.weight()),
            line.since(),
            Optional.ofNullable(line.challenger())
                .map(status -> new Challenger(status, line.challengerSince()))));
  }

  private static Optional<Page> page(HamstringPipelineStatus status) {
    if (status == null || status.getMemory() == null || status.getMemory().isNull()) {
      return Optional.empty();
    }
    try {
      var memory = status.getMemory();
      var page =
          memory.isTextual()
              ? MAPPER.readValue(memory.textValue(), Page.class)
              : MAPPER.treeToValue(memory, Page.class);
      return page == null || page.conditions() == null || page.stages() == null
          ? Optional.empty()
          : Optional.of(page);
    } catch (JsonProcessingException notOurs) {
      return Optional.empty();
    }
  }

  private static Map<String, Reported> reported(HamstringPipelineStatus status) {
    var reported = new LinkedHashMap<String, Reported>();
    for (Condition condition :
        Optional.ofNullable(status.getConditions()).orElse(List.<Condition>of())) {
      ConditionStatus.of(condition.getStatus())
          .flatMap(
              known ->
                  instant(condition.getLastTransitionTime())
                      .map(
                          since ->
                              new Reported(
                                  Verdict.of(known, condition.getReason(), condition.getMessage()),
                                  since)))
          .ifPresent(one -> reported.put(condition.getType(), one));
    }
    return reported;
  }

  static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException | NullPointerException unreadable) {
      return Optional.empty();
    }
  }
}
