package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.ClusterReach;
import io.hamstring.operator.telemetry.GroupView;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.PartitionFigures;
import io.hamstring.operator.telemetry.StageObservation;
import io.hamstring.operator.telemetry.TopicProblem;
import io.hamstring.operator.telemetry.TopicProblem.Role;
import io.hamstring.operator.telemetry.WorkerObservation;
import io.hamstring.operator.telemetry.watch.PodSource.PodView;
import io.hamstring.operator.telemetry.watch.ReportScraper.Answer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts together what Kafka, Kubernetes and the workers said of a stage. */
final class Looking {

  private Looking() {}

  /** A look at a stage of a cluster that answered. */
  static StageObservation at(
      ClusterReach reach,
      WatchedStage stage,
      ClusterSweep sweep,
      List<PodView> pods,
      Map<PodView, Answer> answers,
      Instant now) {
    return new StageObservation(
            now,
            reach,
            stage.start(),
            new TreeMap<Partition, PartitionFigures>(sweep.figures(stage.group(), stage.inputs())),
            topicProblems(stage, sweep),
            refusals(stage, sweep),
            sweep.group(stage.group()),
            workers(pods, answers, now))
        .with(sweep.transactions(stage));
  }

  /** A look at a stage of a cluster that did not answer. */
  static StageObservation without(
      ClusterReach reach,
      WatchedStage stage,
      List<PodView> pods,
      Map<PodView, Answer> answers,
      Instant now) {
    return new StageObservation(
        now,
        reach,
        stage.start(),
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        GroupView.unknown(reach.detail()),
        workers(pods, answers, now));
  }

  private static SortedMap<String, TopicProblem> topicProblems(
      WatchedStage stage, ClusterSweep sweep) {
    var problems = new TreeMap<String, TopicProblem>();
    stage.outputs().forEach(topic -> tooSmall(problems, topic, Role.OUTPUT, sweep));
    stage.inputs().forEach(topic -> tooSmall(problems, topic, Role.INPUT, sweep));
    stage.outputs().forEach(topic -> problem(problems, topic, Role.OUTPUT, sweep));
    stage.inputs().forEach(topic -> problem(problems, topic, Role.INPUT, sweep));
    return problems;
  }

  private static void problem(
      Map<String, TopicProblem> problems, String topic, Role role, ClusterSweep sweep) {
    sweep
        .faultOf(topic)
        .ifPresent(
            fault -> {
              var kind =
                  sweep.isNotCreated(topic) && !AdminFailures.isRefused(fault)
                      ? TopicProblem.Kind.NOT_CREATED
                      : AdminFailures.isMissingTopic(fault)
                          ? TopicProblem.Kind.MISSING
                          : TopicProblem.Kind.UNANSWERED;
              problems.put(topic, new TopicProblem(kind, role, AdminFailures.words(fault)));
            });
  }

  /** Denials and outages are told elsewhere. */
  private static void tooSmall(
      Map<String, TopicProblem> problems, String topic, Role role, ClusterSweep sweep) {
    sweep
        .growthFaultOf(topic)
        .filter(AdminFailures::isRefusedWish)
        .ifPresent(
            fault ->
                problems.put(
                    topic,
                    new TopicProblem(
                        TopicProblem.Kind.NOT_GROWN, role, AdminFailures.words(fault))));
  }

  private static List<String> refusals(WatchedStage stage, ClusterSweep sweep) {
    var refusals = new ArrayList<String>();
    sweep
        .faultOfGroup(stage.group())
        .filter(AdminFailures::isRefused)
        .ifPresent(refused -> refusals.add("Describe on group " + stage.group()));
    for (var topics : List.of(stage.inputs(), stage.outputs())) {
      for (var topic : topics) {
        sweep
            .growthFaultOf(topic)
            .filter(AdminFailures::isRefused)
            .ifPresent(refused -> refusals.add("Alter on topic " + topic));
        sweep
            .faultOf(topic)
            .filter(AdminFailures::isRefused)
            .ifPresent(
                refused ->
                    refusals.add(
                        (sweep.isNotCreated(topic) ? "Create" : "Describe")
                            + " on topic "
                            + topic));
      }
    }
    return refusals;
  }

  private static List<WorkerObservation> workers(
      List<PodView> pods, Map<PodView, Answer> answers, Instant now) {
    var workers = new ArrayList<WorkerObservation>();
    for (var pod : pods) {
      var answer = answers.getOrDefault(pod, Answer.PASSED_OVER);
      workers.add(
          new WorkerObservation(
              pod.name(),
              pod.phase(),
              pod.ready(),
              pod.restarts(),
              answer.report(),
              answer.report() == null ? null : now,
              answer.silentBecause()));
    }
    return workers;
  }
}
