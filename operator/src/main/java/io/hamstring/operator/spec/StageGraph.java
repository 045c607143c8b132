package io.hamstring.operator.spec;

import io.hamstring.api.v1alpha1.StageSpec;
import io.hamstring.contract.StageType;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.names.TopicNames;
import io.hamstring.contract.settings.WorkerSettings.Output;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** The stages of a pipeline, and the topics by which they hand records on. */
final class StageGraph {

  private static final String DNS = "dns";

  private final List<Node> nodes;

  private StageGraph(List<Node> nodes) {
    this.nodes = nodes;
  }

  /** Stages without a name or a type, which were refused already, are left out. */
  static StageGraph of(List<StageSpec> stages) {
    var nodes = new ArrayList<Node>();
    for (int i = 0; i < stages.size(); i++) {
      var stage = stages.get(i);
      if (stage != null && stage.getName() != null && stage.getType() != null) {
        nodes.add(new Node(i, stage, StageType.valueOf(stage.getType().name())));
      }
    }
    return new StageGraph(List.copyOf(nodes));
  }

  /** One stage as it was written. */
  record Node(int index, StageSpec spec, StageType type) {

    String name() {
      return spec.getName();
    }

    FieldPath path() {
      return FieldPath.stage(index);
    }

    String topicName() {
      return spec.getTopicName() == null ? name() : spec.getTopicName();
    }

    List<String> inputStages() {
      return spec.getInputs() == null ? List.of() : Lists.present(spec.getInputs().getStages());
    }

    /** Topics that the spec names, or those that a stage of the type reads without being told. */
    List<String> namedInputs() {
      var topics =
          spec.getInputs() == null
              ? List.<String>of()
              : Lists.present(spec.getInputs().getTopics());
      if (!topics.isEmpty()) {
        return topics;
      }
      return switch (type) {
        case LOGSERVER -> List.of(TopicNames.sensorInput(DNS));
        case MONITORING -> MonitoringTopics.all();
        default -> topics;
      };
    }

    List<String> namedOutputs() {
      return spec.getOutputs() == null ? List.of() : Lists.present(spec.getOutputs().getTopics());
    }

    Optional<String> deadLetterTopic() {
      return spec.getOnPoison() == null
          ? Optional.empty()
          : Optional.ofNullable(spec.getOnPoison().getDeadLetterTopic());
    }
  }

  List<Node> nodes() {
    return nodes;
  }

  /** The stage of that name; the first, if several have it. */
  Optional<Node> named(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
  }

  /** The topics between {@code reader} and the stages that it names, then those it names itself. */
  List<String> inputsOf(Node reader) {
    var topics = new LinkedHashSet<>(hopsTo(reader));
    topics.addAll(reader.namedInputs());
    return List.copyOf(topics);
  }

  /** The topics between {@code reader} and the stages that it names. */
  List<String> hopsTo(Node reader) {
    return reader.inputStages().stream()
        .flatMap(name -> named(name).stream())
        .map(writer -> TopicNames.hop(writer.type(), reader.type(), reader.topicName()))
        .distinct()
        .toList();
  }

  /**
   * What {@code writer} writes: a topic for each stage that names it, then those it names itself.
   */
  List<Output> outputsOf(Node writer) {
    var outputs = new LinkedHashSet<Output>();
    for (var reader : nodes) {
      if (reader.inputStages().contains(writer.name())) {
        outputs.add(
            new Output(
                TopicNames.hop(writer.type(), reader.type(), reader.topicName()), reader.type()));
      }
    }
    writer.namedOutputs().forEach(topic -> outputs.add(new Output(topic, StageType.CUSTOM)));
    if (outputs.isEmpty() && writer.type() == StageType.ALERTER) {
      outputs.add(new Output(TopicNames.alerts(), StageType.CUSTOM));
    }
    return List.copyOf(outputs);
  }

  /** The stages that read what {@code writer} writes, dead letters included. */
  List<Node> readersOf(Node writer) {
    var topics = new LinkedHashSet<String>();
    outputsOf(writer).forEach(output -> topics.add(output.topic()));
    writer.deadLetterTopic().ifPresent(topics::add);
    return nodes.stream()
        .filter(
            reader ->
                reader.inputStages().contains(writer.name())
                    || inputsOf(reader).stream().anyMatch(topics::contains))
        .toList();
  }
}
