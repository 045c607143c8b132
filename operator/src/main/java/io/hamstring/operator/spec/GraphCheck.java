package io.hamstring.operator.spec;

import io.hamstring.contract.StageType;
import io.hamstring.operator.spec.StageGraph.Node;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds stages that cannot be joined as the spec says. */
final class GraphCheck {

  /** HAMSTRING's chain; a custom stage may stand anywhere. */
  private static final Map<StageType, Set<StageType>> FEEDS =
      Map.of(
          StageType.LOGSERVER, EnumSet.of(StageType.CUSTOM),
          StageType.COLLECTOR, EnumSet.of(StageType.LOGSERVER, StageType.CUSTOM),
          StageType.PREFILTER, EnumSet.of(StageType.COLLECTOR, StageType.CUSTOM),
          StageType.INSPECTOR, EnumSet.of(StageType.PREFILTER, StageType.CUSTOM),
          StageType.DETECTOR, EnumSet.of(StageType.INSPECTOR, StageType.DETECTOR, StageType.CUSTOM),
          StageType.ALERTER, EnumSet.of(StageType.DETECTOR, StageType.CUSTOM),
          StageType.MONITORING, EnumSet.noneOf(StageType.class),
          StageType.CUSTOM, EnumSet.allOf(StageType.class));

  private final StageGraph graph;
  private final Findings findings;

  private GraphCheck(StageGraph graph, Findings findings) {
    this.graph = graph;
    this.findings = findings;
  }

  static void check(StageGraph graph, Findings findings) {
    var check = new GraphCheck(graph, findings);
    graph.nodes().forEach(check::inputs);
    graph.nodes().forEach(check::unread);
    check.groups();
    check.cycles();
  }

  private void inputs(Node reader) {
    var names = reader.inputStages();
    for (int i = 0; i < names.size(); i++) {
      var path = reader.path().field("inputs").field("stages").item(i);
      var writer = graph.named(names.get(i));
      if (writer.isEmpty()) {
        findings.problem(
            path,
            "is '" + names.get(i) + "', and no stage has that name",
            "name one of " + names());
      } else if (!FEEDS.get(reader.type()).contains(writer.get().type())) {
        findings.problem(
            path,
            "is '"
                + names.get(i)
                + "', of type "
                + writer.get().type().id()
                + ", whose records a stage of type "
                + reader.type().id()
                + " cannot read",
            FEEDS.get(reader.type()).isEmpty()
                ? "take it out: it reads the monitoring topics"
                : "name a stage of type " + feeders(reader.type()));
      }
    }
  }

  private String names() {
    return graph.nodes().stream().map(Node::name).distinct().collect(Collectors.joining(", "));
  }

  private static String feeders(StageType type) {
    return FEEDS.get(type).stream().map(StageType::id).collect(Collectors.joining(" or "));
  }

  private void unread(Node writer) {
    if (graph.outputsOf(writer).isEmpty()
        && writer.type() != StageType.CUSTOM
        && writer.type() != StageType.MONITORING) {
      findings.warning(
          writer.path(), "nobody reads what '" + writer.name() + "' writes; it is thrown away");
    }
  }

  private void groups() {
    var holders = new HashMap<String, Node>();
    for (var node : graph.nodes()) {
      var group = node.spec().getGroup();
      if (group == null) {
        continue;
      }
      var holder = holders.putIfAbsent(group, node);
      if (holder != null) {
        findings.problem(
            node.path().field("group"),
            "is '" + group + "', as that of stage '" + holder.name() + "'",
            "give every stage a group of its own");
      }
    }
  }

  private void cycles() {
    var done = new HashSet<String>();
    graph.nodes().forEach(node -> walk(node, new ArrayList<>(), done));
  }

  private void walk(Node node, List<Node> trail, Set<String> done) {
    var seenAt = trail.indexOf(node);
    if (seenAt >= 0) {
      report(trail.subList(seenAt, trail.size()));
      return;
    }
    if (done.contains(node.name())) {
      return;
    }
    trail.add(node);
    graph.readersOf(node).forEach(reader -> walk(reader, trail, done));
    trail.remove(trail.size() - 1);
    done.add(node.name());
  }

  private void report(List<Node> cycle) {
    var names = cycle.stream().map(Node::name).collect(Collectors.joining(" -> "));
    findings.problem(
        cycle.get(0).path().field("inputs"),
        "closes the cycle " + names + " -> " + cycle.get(0).name(),
        "take one of these inputs out: records would go round for ever");
  }
}
