package io.hamstring.operator.spec;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of a spec: a pipeline that can run, or every problem that keeps it from running. In
 * either case there may be warnings: what has no effect and probably was meant to have one.
 */
public final class Resolution {

  private final Pipeline pipeline;
  private final List<Problem> problems;
  private final List<String> warnings;

  private Resolution(Pipeline pipeline, List<Problem> problems, List<String> warnings) {
    this.pipeline = pipeline;
    this.problems = List.copyOf(problems);
    this.warnings = List.copyOf(warnings);
  }

  /** A spec that can run. */
  public static Resolution of(Pipeline pipeline, List<String> warnings) {
    return new Resolution(pipeline, List.of(), warnings);
  }

  /** A spec that cannot; at least one problem. */
  public static Resolution refused(List<Problem> problems, List<String> warnings) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("a spec is refused for at least one problem");
    }
    return new Resolution(null, problems, warnings);
  }

  /** The pipeline; empty exactly when there are problems. */
  public Optional<Pipeline> pipeline() {
    return Optional.ofNullable(pipeline);
  }

  public List<Problem> problems() {
    return problems;
  }

  /** One sentence each, beginning with the path of the field. */
  public List<String> warnings() {
    return warnings;
  }

  /** All problems as one text, or all warnings when there is no problem; empty when all is well. */
  public String message() {
    return problems.isEmpty()
        ? String.join("; ", warnings)
        : problems.stream().map(Problem::text).collect(Collectors.joining(". "));
  }
}
