package io.hamstring.samples.view;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The run at one moment, as text.
 *
 * @param fed records that the broker has acknowledged
 * @param alerts records on the topics that alerts leave by, control records among them
 * @param tables rows of each monitoring table; empty without ClickHouse
 */
public record RunView(
    Duration elapsed,
    long fed,
    long alerts,
    List<StageView> stages,
    List<ConditionView> conditions,
    Map<String, Long> tables) {

  public RunView {
    stages = List.copyOf(stages);
    conditions = List.copyOf(conditions);
    tables = new TreeMap<>(tables);
  }

  /** A run without ClickHouse. */
  public RunView(
      Duration elapsed,
      long fed,
      long alerts,
      List<StageView> stages,
      List<ConditionView> conditions) {
    this(elapsed, fed, alerts, stages, conditions, Map.of());
  }

  /** A table for a terminal. */
  public List<String> table() {
    var lines = new ArrayList<String>();
    int width = Math.max(5, stages.stream().mapToInt(s -> s.name().length()).max().orElse(0));
    lines.add(summary());
    lines.add(
        ("%-" + width + "s %8s %9s %12s %7s %11s")
            .formatted("stage", "workers", "lag", "committed/s", "aborts", "recoveries"));
    for (var stage : stages) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-" + width + "s %8s %9d %12.0f %7d %11d",
              stage.name(),
              stage.ready() + "/" + stage.wanted(),
              stage.lag(),
              stage.committedPerSecond(),
              stage.aborts(),
              stage.recoveries()));
    }
    if (!tables.isEmpty()) {
      lines.add(rows());
    }
    lines.add("conditions True: " + trueConditions());
    lines.addAll(news());
    return lines;
  }

  /** One line for a log. */
  public String line() {
    return summary() + ": " + each() + (tables.isEmpty() ? "" : ", " + rows());
  }

  /** How the tables fill, the fullest first. */
  private String rows() {
    long all = tables.values().stream().mapToLong(Long::longValue).sum();
    return tables.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(table -> table.getKey().replaceFirst("_rows$", "") + " " + table.getValue())
        .collect(Collectors.joining(", ", "rows %d: ".formatted(all), ""));
  }

  /** Whether nothing but time has passed since {@code other}, which may be null. */
  boolean showsTheSameAs(RunView other) {
    return other != null
        && fed == other.fed
        && alerts == other.alerts
        && each().equals(other.each())
        && news().equals(other.news());
  }

  private String each() {
    return stages.stream()
        .map(s -> "%s %d/%d lag %d".formatted(s.name(), s.ready(), s.wanted(), s.lag()))
        .collect(Collectors.joining(", "));
  }

  /** What a person should read, a line each. */
  public List<String> news() {
    return conditions.stream()
        .filter(ConditionView::isNews)
        .map(c -> "%s=%s %s: %s".formatted(c.type(), c.status(), c.reason(), c.message()))
        .toList();
  }

  private String summary() {
    long seconds = elapsed.toSeconds();
    return String.format(
        Locale.ROOT, "%d:%02d fed %d, alerts %d", seconds / 60, seconds % 60, fed, alerts);
  }

  private String trueConditions() {
    var types =
        conditions.stream()
            .filter(condition -> condition.status().equals("True"))
            .map(ConditionView::type)
            .collect(Collectors.joining(" "));
    return types.isEmpty() ? "none" : types;
  }
}
