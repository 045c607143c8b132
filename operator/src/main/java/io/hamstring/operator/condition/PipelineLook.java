package io.hamstring.operator.condition;

import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.symptom.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One look at a pipeline.
 *
 * @param activity whether the pipeline is to work
 * @param specProblems each names its field and the remedy; empty when the spec is valid
 * @param applyProblems what Kubernetes refused
 * @param hold why nothing was applied, if so
 * @param verdicts by stage; only stages that are to have workers
 */
public record PipelineLook(
    Activity activity,
    List<String> specProblems,
    List<String> specWarnings,
    List<String> applyProblems,
    Hold hold,
    List<StageWorkers> workers,
    SortedMap<String, Map<SymptomType, Verdict>> verdicts) {

  public PipelineLook {
    specProblems = List.copyOf(specProblems);
    specWarnings = List.copyOf(specWarnings);
    applyProblems = List.copyOf(applyProblems);
    workers = List.copyOf(workers);
    verdicts = Collections.unmodifiableSortedMap(new TreeMap<>(verdicts));
  }

  /** Whether a pipeline is to work. */
  public enum Activity {
    ACTIVE,
    SUSPENDED
  }
}
