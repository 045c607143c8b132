package io.hamstring.operator.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.api.v1alpha1.HamstringPipelineSpec;
import io.hamstring.contract.batch.BatchResolution;

/**
 * Turns a spec, whoever stored it and however wrong it is, into a pipeline that can run or into
 * every problem that keeps it from running. Safe for use by several threads.
 */
public final class SpecResolver {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final SpecSchema schema;

  private SpecResolver(SpecSchema schema) {
    this.schema = schema;
  }

  /** A resolver for this version of the API. */
  public static SpecResolver create() {
    return new SpecResolver(SpecSchema.ofApi());
  }

  /** Resolves a pipeline as it is stored. */
  public Resolution resolve(HamstringPipeline resource) {
    var metadata = resource.getMetadata();
    var identity =
        new PipelineIdentity(
            metadata.getNamespace() == null ? "default" : metadata.getNamespace(),
            metadata.getName(),
            metadata.getUid() == null ? "" : metadata.getUid(),
            metadata.getGeneration() == null ? 0 : metadata.getGeneration());
    var spec = resource.getSpec();
    return Operations.in(metadata.getAnnotations())
        .applyTo(
            resolve(spec == null ? JsonNodeFactory.instance.objectNode() : spec.tree(), identity));
  }

  /** Resolves a spec as it was written. */
  public Resolution resolve(JsonNode written, PipelineIdentity identity) {
    var findings = new Findings();
    var complete = schema.complete(ImpliedSink.in(written), findings);
    if (complete == null) {
      if (!findings.areGrave()) {
        findings.problem(FieldPath.SPEC, "is missing", "give it");
      }
      return Resolution.refused(findings.problems(), findings.warnings());
    }
    var spec = typed(complete);
    SpecRules.check(spec, findings);
    var graph = StageGraph.of(Lists.orEmpty(spec.getStages()));
    GraphCheck.check(graph, findings);
    TopicCheck.check(graph, spec.getAudit().getTopic(), findings);
    warnOfUnknownBatchKeys(spec, graph, findings);
    var pipeline = new Assembly(spec, graph, findings).pipeline(identity);
    if (!findings.areGrave()) {
      warnOfIdleWorkers(spec, graph, findings);
    }
    return findings.areGrave()
        ? Resolution.refused(findings.problems(), findings.warnings())
        : Resolution.of(pipeline, findings.warnings());
  }

  private static HamstringPipelineSpec typed(JsonNode complete) {
    try {
      return MAPPER.treeToValue(complete, HamstringPipelineSpec.class);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a spec that fits its schema fits its type", impossible);
    }
  }

  /** A worker beyond the partitions of its inputs has nothing to do. */
  private static void warnOfIdleWorkers(
      HamstringPipelineSpec spec, StageGraph graph, Findings findings) {
    var topics = spec.getKafka().getTopics();
    for (var node : graph.nodes()) {
      var scaling = node.spec().getAutoscaling();
      var most = scaling == null ? node.spec().getReplicas() : scaling.getMaxReplicas();
      var partitions = topics.getPartitions() * graph.inputsOf(node).size();
      if (topics.getCreate() && most != null && most > partitions) {
        var field =
            scaling == null
                ? node.path().field("replicas")
                : node.path().field("autoscaling").field("maxReplicas");
        findings.warning(
            field,
            "is "
                + most
                + ", and the stage's inputs are to have "
                + partitions
                + " partitions; unless they have more already, the workers beyond are idle");
      }
    }
  }

  private static void warnOfUnknownBatchKeys(
      HamstringPipelineSpec spec, StageGraph graph, Findings findings) {
    var batch = FieldPath.SPEC.field("batch");
    var names = graph.nodes().stream().map(StageGraph.Node::name).toList();
    var stages = Assembly.bounds(spec.getBatch().getStages());
    for (var key : BatchResolution.unknownStageKeys(stages, names)) {
      findings.warning(
          batch.field("stages").field(key),
          "names no stage of this pipeline and no type, and has no effect");
    }
    var inputs = graph.nodes().stream().flatMap(node -> graph.inputsOf(node).stream()).toList();
    Assembly.bounds(spec.getBatch().getTopics()).keySet().stream()
        .filter(topic -> !inputs.contains(topic))
        .sorted()
        .forEach(
            topic ->
                findings.warning(
                    batch.field("topics").field(topic),
                    "names no topic that a stage of this pipeline reads, and has no effect"));
  }
}
