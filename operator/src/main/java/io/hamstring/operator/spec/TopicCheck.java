package io.hamstring.operator.spec;

import io.hamstring.contract.names.TopicNames;
import io.hamstring.operator.spec.StageGraph.Node;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds topics that Kafka would refuse, or that two uses would share that cannot. */
final class TopicCheck {

  /** What a topic is used for. */
  private enum Use {
    HOP("is read by '%s' from other stages"),
    INPUT("is read by '%s'"),
    OUTPUT("is written by '%s'"),
    DEAD_LETTERS("takes the dead letters of '%s'"),
    AUDIT("takes the audit trail");

    private final String words;

    Use(String words) {
      this.words = words;
    }
  }

  /** Uses that may share a topic. */
  private static final Map<Use, Set<Use>> COMPATIBLE =
      Map.of(
          Use.HOP, EnumSet.of(Use.INPUT),
          Use.INPUT, EnumSet.of(Use.HOP, Use.INPUT, Use.OUTPUT, Use.DEAD_LETTERS),
          Use.OUTPUT, EnumSet.of(Use.INPUT, Use.OUTPUT),
          Use.DEAD_LETTERS, EnumSet.of(Use.INPUT, Use.DEAD_LETTERS),
          Use.AUDIT, EnumSet.noneOf(Use.class));

  private record Used(String topic, Use use, String stage, FieldPath path) {

    String words() {
      return String.format(use.words, stage);
    }
  }

  private final Findings findings;
  private final Map<String, List<Used>> byName = new LinkedHashMap<>();

  private TopicCheck(Findings findings) {
    this.findings = findings;
  }

  /**
   * Checks every topic.
   *
   * @param auditTopic null when there is none
   */
  static void check(StageGraph graph, String auditTopic, Findings findings) {
    var check = new TopicCheck(findings);
    for (var node : graph.nodes()) {
      check.hops(graph, node);
      check.named(node.namedInputs(), Use.INPUT, node, node.path().field("inputs"));
      check.outputs(graph, node);
      node.deadLetterTopic()
          .ifPresent(
              topic ->
                  check.use(
                      new Used(
                          topic,
                          Use.DEAD_LETTERS,
                          node.name(),
                          node.path().field("onPoison").field("deadLetterTopic"))));
    }
    if (auditTopic != null) {
      check.use(new Used(auditTopic, Use.AUDIT, "", FieldPath.SPEC.field("audit").field("topic")));
    }
  }

  private void hops(StageGraph graph, Node node) {
    for (var topic : graph.hopsTo(node)) {
      var path = node.path().field(node.spec().getTopicName() == null ? "name" : "topicName");
      use(new Used(topic, Use.HOP, node.name(), path));
    }
  }

  private void outputs(StageGraph graph, Node node) {
    if (node.namedOutputs().isEmpty()) {
      graph.outputsOf(node).stream()
          .filter(output -> output.topic().equals(TopicNames.alerts()))
          .forEach(
              output ->
                  use(
                      new Used(
                          output.topic(),
                          Use.OUTPUT,
                          node.name(),
                          node.path().field("outputs").field("topics"))));
    }
    named(node.namedOutputs(), Use.OUTPUT, node, node.path().field("outputs"));
  }

  private void named(List<String> topics, Use use, Node node, FieldPath path) {
    for (int i = 0; i < topics.size(); i++) {
      use(new Used(topics.get(i), use, node.name(), path.field("topics").item(i)));
    }
  }

  private void use(Used used) {
    if (!TopicNames.isLegal(used.topic())) {
      findings.problem(
          used.path(),
          "makes the topic '" + used.topic() + "', which Kafka refuses",
          "choose a shorter name of letters, digits, '.', '_' and '-'");
      return;
    }
    // Kafka takes '.' and '_' for the same, because its metrics do.
    var others = byName.computeIfAbsent(used.topic().replace('.', '_'), any -> new ArrayList<>());
    others.stream()
        .filter(other -> clash(used, other))
        .findFirst()
        .ifPresent(other -> refuse(used, other));
    others.add(used);
  }

  private static boolean clash(Used one, Used other) {
    return !one.topic().equals(other.topic())
        || !COMPATIBLE.get(one.use()).contains(other.use())
        || one.use() == Use.INPUT && other.use() == Use.HOP && one.stage().equals(other.stage());
  }

  private void refuse(Used used, Used other) {
    if (!used.topic().equals(other.topic())) {
      findings.problem(
          used.path(),
          "makes the topic '"
              + used.topic()
              + "', which Kafka cannot tell from '"
              + other.topic()
              + "'",
          "let the names differ in more than '.' and '_'");
      return;
    }
    findings.problem(
        used.path(),
        "makes '" + used.topic() + "' a topic that " + used.words() + ", and it " + other.words(),
        remedy(used, other));
  }

  private static String remedy(Used used, Used other) {
    if (used.use() == Use.HOP && other.use() == Use.HOP) {
      return "give every stage of a type a topicName of its own";
    }
    if (used.use() == Use.INPUT && other.use() == Use.HOP) {
      return "take it out: inputs.stages reads it already";
    }
    if (used.use() == Use.OUTPUT || other.use() == Use.OUTPUT) {
      return "name the writing stage in the reader's inputs.stages, or write another topic";
    }
    return "name another topic";
  }
}
