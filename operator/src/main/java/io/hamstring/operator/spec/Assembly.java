package io.hamstring.operator.spec;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.api.v1alpha1.AlertsSpec;
import io.hamstring.api.v1alpha1.ClickHouseSpec;
import io.hamstring.api.v1alpha1.GuardSpec;
import io.hamstring.api.v1alpha1.HamstringPipelineSpec;
import io.hamstring.api.v1alpha1.KafkaSpec;
import io.hamstring.api.v1alpha1.PoisonSpec;
import io.hamstring.api.v1alpha1.StageSpec;
import io.hamstring.api.v1alpha1.TimeoutsSpec;
import io.hamstring.contract.ByteSizes;
import io.hamstring.contract.Durations;
import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.names.GroupNames;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.names.ObjectNames;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.KafkaSecurity;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.operator.spec.StageGraph.Node;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts a pipeline together from a spec that is complete but for what was refused. With refusals the
 * result is of no use, but the free-form parts of the spec have been checked.
 */
final class Assembly {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HamstringPipelineSpec spec;
  private final StageGraph graph;
  private final Findings findings;

  Assembly(HamstringPipelineSpec spec, StageGraph graph, Findings findings) {
    this.spec = spec;
    this.graph = graph;
    this.findings = findings;
  }

  /** The pipeline; null when something was refused. */
  Pipeline pipeline(PipelineIdentity identity) {
    var timeouts = timeouts(spec.getTimeouts());
    var kafka = spec.getKafka() == null ? null : kafka(spec.getKafka(), timeouts);
    var topicConfig = spec.getKafka() == null ? Map.<String, String>of() : topicConfig();
    var templates = new HashMap<Node, PodTemplate>();
    for (var node : graph.nodes()) {
      templates.put(node, TemplateReader.read(node.path(), node.spec(), findings));
    }
    if (findings.areGrave()) {
      return null;
    }
    var stages =
        graph.nodes().stream()
            .map(node -> stage(identity, node, kafka, timeouts, templates.get(node)))
            .toList();
    var topics = spec.getKafka().getTopics();
    return new Pipeline(
        identity,
        spec.getSuspend(),
        kafka,
        AccessAssembly.of(spec.getKafka(), kafka.consumerConfig()),
        timeouts,
        topics.getCreate(),
        topicNames().stream()
            .map(
                name ->
                    new WantedTopic(
                        name,
                        partitions(name),
                        topics.getReplicationFactor().shortValue(),
                        topicConfig))
            .toList(),
        stages,
        alerts(spec.getAlerts()),
        guard(spec.getGuard()));
  }

  private Map<String, String> topicConfig() {
    return new ClientSettings(findings)
        .texts(
            FieldPath.SPEC.field("kafka").field("topics").field("config"),
            spec.getKafka().getTopics().getConfig());
  }

  /** A monitoring topic has one, as HAMSTRING's have: there are many, and each is read in turn. */
  private int partitions(String topic) {
    return MonitoringTopics.tableOf(topic).isPresent()
        ? 1
        : spec.getKafka().getTopics().getPartitions();
  }

  private TreeSet<String> topicNames() {
    var names = new TreeSet<String>();
    for (var node : graph.nodes()) {
      names.addAll(graph.inputsOf(node));
      graph.outputsOf(node).forEach(output -> names.add(output.topic()));
      node.deadLetterTopic().ifPresent(names::add);
    }
    if (spec.getAudit().getTopic() != null) {
      names.add(spec.getAudit().getTopic());
    }
    return names;
  }

  private PipelineStage stage(
      PipelineIdentity identity, Node node, Kafka kafka, Timeouts timeouts, PodTemplate template) {
    var settings =
        new WorkerSettings(
            identity.namespace(),
            identity.name(),
            workerStage(identity, node),
            kafka,
            timeouts,
            batch().concerning(node.name(), node.type(), graph.inputsOf(node)),
            BatchBounds.NONE,
            new Audit(spec.getAudit().getRecordIds(), spec.getAudit().getTopic()),
            tellsOfItsWork(node));
    return new PipelineStage(
        settings,
        workers(node.spec()),
        node.spec().getStandby(),
        ObjectNames.of(identity.name(), node.name()),
        PodNames.selector(ObjectNames.ofPipeline(identity.name()), node.name()),
        template,
        "",
        node.type() == StageType.MONITORING ? SinkAssembly.files(clickHouse()) : new TreeMap<>(),
        PipelineStage.Rollout.FREE);
  }

  private WorkerSettings.Stage workerStage(PipelineIdentity identity, Node node) {
    var stage = node.spec();
    return new WorkerSettings.Stage(
        node.name(),
        node.type(),
        node.topicName(),
        stage.getGroup() == null
            ? GroupNames.of(identity.namespace(), identity.name(), node.name())
            : stage.getGroup(),
        graph.inputsOf(node),
        graph.outputsOf(node),
        stage.getProcessor() == null ? null : stage.getProcessor().getClassName(),
        stage.getConcurrency(),
        onPoison(stage.getOnPoison()),
        node.type() == StageType.MONITORING
            ? SinkAssembly.config(clickHouse(), config(stage))
            : config(stage),
        stage.getStandby() > 0);
  }

  private boolean tellsOfItsWork(Node node) {
    return node.type() != StageType.MONITORING
        && node.type() != StageType.CUSTOM
        && spec.getMonitoring() != null
        && spec.getMonitoring().getClickhouse() != null;
  }

  private ClickHouseSpec clickHouse() {
    return spec.getMonitoring().getClickhouse();
  }

  private static Workers workers(StageSpec stage) {
    if (stage.getReplicas() != null) {
      return new Workers.Fixed(stage.getReplicas());
    }
    var scaling = stage.getAutoscaling();
    return scaling == null
        ? new Workers.LeftToOthers()
        : new Workers.Scaled(
            scaling.getMinReplicas(),
            scaling.getMaxReplicas(),
            Durations.parse(scaling.getTargetDrain()),
            scaling.getDryRun() ? Workers.Scaled.Effect.SHOWN : Workers.Scaled.Effect.APPLIED,
            OptionalInt.empty());
  }

  private Kafka kafka(KafkaSpec kafka, Timeouts timeouts) {
    var protocol = GroupProtocol.valueOf(kafka.getGroupProtocol().name());
    var client = new ClientSettings(findings);
    var consumerConfig = client.consumer(kafka, protocol);
    var producerConfig = client.producer(kafka, timeouts.message());
    return new Kafka(
        kafka.getBootstrapServers(),
        protocol,
        OffsetReset.valueOf(kafka.getAutoOffsetReset().name()),
        // With refusals there may be nothing to read it from, and nobody will.
        findings.areGrave()
            ? KafkaSecurity.NONE
            : AccessAssembly.of(kafka, consumerConfig).workers().security(),
        consumerConfig,
        producerConfig);
  }

  private static Timeouts timeouts(TimeoutsSpec timeouts) {
    return new Timeouts(
        Durations.parse(timeouts.getMaxPollInterval()),
        Durations.parse(timeouts.getSession()),
        Durations.parse(timeouts.getTransaction()),
        Durations.parse(timeouts.getTransactionApi()),
        Durations.parse(timeouts.getMessage()),
        Durations.parse(timeouts.getCommitRetry()),
        Durations.parse(timeouts.getShutdown()));
  }

  private BatchSettings batch() {
    var batch = spec.getBatch();
    var commit = batch.getGroupCommit();
    return new BatchSettings(
        new BatchBounds(batch.getSize(), Durations.parse(batch.getTimeout())),
        bounds(batch.getStages()),
        bounds(batch.getTopics()),
        new GroupCommit(
            commit.getEnabled(),
            commit.getMaxRecords(),
            ByteSizes.parse(commit.getMaxBytes()),
            Durations.parse(commit.getMaxDelay())));
  }

  /** Bounds by key; {@code written} may be null. */
  static Map<String, BatchBounds> bounds(
      Map<String, io.hamstring.api.v1alpha1.BatchBounds> written) {
    var bounds = new LinkedHashMap<String, BatchBounds>();
    if (written != null) {
      written.forEach(
          (key, value) ->
              bounds.put(
                  key,
                  new BatchBounds(
                      value.getSize(),
                      value.getTimeout() == null ? null : Durations.parse(value.getTimeout()))));
    }
    return bounds;
  }

  private static OnPoison onPoison(PoisonSpec poison) {
    return new OnPoison(
        poison.getMaxAttempts(),
        poison.getDeadLetterTopic(),
        OnPoison.Then.valueOf(poison.getThen().name()));
  }

  private static Map<String, Object> config(StageSpec stage) {
    var config = stage.getConfig() == null ? MAPPER.createObjectNode() : stage.getConfig();
    var map = MAPPER.convertValue(config, new TypeReference<LinkedHashMap<String, Object>>() {});
    map.values().removeIf(value -> value == null);
    var processor = stage.getProcessor();
    if (processor != null && processor.getContainer() != null) {
      map.putIfAbsent("sidecar", Map.of("port", WorkerPod.SIDECAR_PORT));
    }
    return map;
  }

  private static Alerts alerts(AlertsSpec alerts) {
    return new Alerts(
        alerts.getMembershipLoss().getCount(),
        Durations.parse(alerts.getMembershipLoss().getWindow()),
        Durations.parse(alerts.getOutputSilence()),
        Durations.parse(alerts.getLagGrowthWindow()),
        Durations.parse(alerts.getHangingTransaction()));
  }

  private static Guard guard(GuardSpec guard) {
    return new Guard(
        guard.getEnabled(), Durations.parse(guard.getUnresponsiveAfter()), guard.getLostNodes());
  }
}
