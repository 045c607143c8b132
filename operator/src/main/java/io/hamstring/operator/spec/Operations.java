package io.hamstring.operator.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a pipeline's annotations ask of the operator: not settings, but acts.
 *
 * <ul>
 *   <li>{@value #PAUSE}{@code : "true"}: nothing is applied until it is taken away.
 *   <li>{@value #RESTART}{@code : <stage>[@<token>][,…]}: the stage's workers are restarted once,
 *       one after another. A stage is restarted again when its token is another one, or, where none
 *       is given, when the whole value is. Taking the annotation away restarts nothing.
 * </ul>
 */
public final class Operations {

  /** Annotation: nothing is applied while it is {@code true}. */
  public static final String PAUSE = "hamstring.io/pause-reconciliation";

  /** Annotation: stages whose workers are to be restarted once. */
  public static final String RESTART = "hamstring.io/restart";

  /** Annotation of a pod template: for which token its stage was last restarted. */
  public static final String RESTARTED = "hamstring.io/restarted-for";

  private final Map<String, String> annotations;

  private Operations(Map<String, String> annotations) {
    this.annotations = annotations;
  }

  /** What {@code annotations}, which may be null, ask for. */
  public static Operations in(Map<String, String> annotations) {
    var asked = new TreeMap<String, String>();
    for (var key : List.of(PAUSE, RESTART)) {
      if (annotations != null && annotations.get(key) != null) {
        asked.put(key, annotations.get(key).strip());
      }
    }
    return new Operations(asked);
  }

  /** Whether nothing is to be applied. */
  public boolean isPaused() {
    return "true".equalsIgnoreCase(annotations.get(PAUSE));
  }

  /** A resolution with what is asked of its stages; what cannot be done is a warning. */
  Resolution applyTo(Resolution resolution) {
    if (annotations.isEmpty()) {
      return resolution;
    }
    var warnings = new ArrayList<>(resolution.warnings());
    if (annotations.containsKey(PAUSE)
        && !isPaused()
        && !"false".equalsIgnoreCase(annotations.get(PAUSE))) {
      warnings.add("annotation " + PAUSE + ": is '" + annotations.get(PAUSE) + "', not 'true'");
    }
    if (resolution.pipeline().isEmpty()) {
      return Resolution.refused(resolution.problems(), warnings);
    }
    var pipeline = resolution.pipeline().get();
    var tokens = tokens();
    var names = pipeline.stages().stream().map(PipelineStage::name).toList();
    tokens.keySet().stream()
        .filter(stage -> !names.contains(stage))
        .forEach(
            stage -> warnings.add("annotation " + RESTART + ": names no stage '" + stage + "'"));
    return Resolution.of(
        pipeline.with(
            pipeline.stages().stream()
                .map(
                    stage ->
                        tokens.containsKey(stage.name())
                            ? restarted(stage, tokens.get(stage.name()))
                            : stage)
                .toList()),
        warnings);
  }

  private Map<String, String> tokens() {
    var value = annotations.getOrDefault(RESTART, "");
    var tokens = new TreeMap<String, String>();
    for (var entry : value.split(",")) {
      var parts = entry.strip().split("@", 2);
      if (!parts[0].isBlank()) {
        tokens.put(parts[0].strip(), parts.length == 2 ? parts[1].strip() : value);
      }
    }
    return tokens;
  }

  private static PipelineStage restarted(PipelineStage stage, String token) {
    var marked = new HashMap<>(stage.template().annotations());
    marked.put(RESTARTED, token);
    return stage.with(stage.template().withAnnotations(marked));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Operations operations && annotations.equals(operations.annotations);
  }

  @Override
  public int hashCode() {
    return annotations.hashCode();
  }
}
