package io.hamstring.operator.spec;

import io.hamstring.api.v1alpha1.AfterPoison;
import io.hamstring.api.v1alpha1.AuthenticationSpec;
import io.hamstring.api.v1alpha1.AuthenticationType;
import io.hamstring.api.v1alpha1.GroupProtocol;
import io.hamstring.api.v1alpha1.HamstringPipelineSpec;
import io.hamstring.api.v1alpha1.KafkaSpec;
import io.hamstring.api.v1alpha1.MonitoringSpec;
import io.hamstring.api.v1alpha1.StageSpec;
import io.hamstring.api.v1alpha1.StageType;
import io.hamstring.api.v1alpha1.TimeoutsSpec;
import io.hamstring.contract.ByteSizes;
import io.hamstring.contract.Durations;
import io.hamstring.contract.names.MonitoringTopics;
import java.util.List;

/**
 * The rules between fields that the definition gives the API server as CEL, for specs that no API
 * server has checked, and the sections that this version does not act on yet.
 */
final class SpecRules {

  private static final String NOT_YET = "is not acted on by this version";

  private final Findings findings;

  private SpecRules(Findings findings) {
    this.findings = findings;
  }

  /** Checks a spec that is complete but for what the schema refused. */
  static void check(HamstringPipelineSpec spec, Findings findings) {
    var rules = new SpecRules(findings);
    rules.timeouts(spec.getTimeouts());
    rules.groupCommit(spec.getBatch().getGroupCommit().getMaxBytes());
    if (spec.getKafka() != null) {
      rules.kafka(spec.getKafka());
    }
    rules.monitoring(spec.getMonitoring(), Lists.present(spec.getStages()));
    var stages = Lists.orEmpty(spec.getStages());
    for (int i = 0; i < stages.size(); i++) {
      if (stages.get(i) != null) {
        rules.stage(FieldPath.stage(i), stages.get(i), spec.getKafka());
      }
    }
  }

  private void monitoring(MonitoringSpec monitoring, List<StageSpec> stages) {
    var sinks = stages.stream().filter(stage -> stage.getType() == StageType.MONITORING).toList();
    var server = FieldPath.SPEC.field("monitoring").field("clickhouse");
    if (monitoring == null || monitoring.getClickhouse() == null) {
      if (!sinks.isEmpty()) {
        findings.problem(
            server, "is missing beside a stage of type monitoring", "give it, or drop the stage");
      } else if (monitoring != null) {
        findings.warning(server, "is missing; no rows are written");
      }
    } else if (sinks.size() > 1) {
      findings.problem(
          FieldPath.SPEC.field("stages"),
          "has " + sinks.size() + " stages of type monitoring",
          "keep one: raise its replicas for more rows");
    }
  }

  private void timeouts(TimeoutsSpec timeouts) {
    var path = FieldPath.SPEC.field("timeouts");
    shorter(path, "message", timeouts.getMessage(), "transaction", timeouts.getTransaction());
    shorter(
        path,
        "transactionApi",
        timeouts.getTransactionApi(),
        "maxPollInterval",
        timeouts.getMaxPollInterval());
  }

  private void groupCommit(String maxBytes) {
    var path = FieldPath.SPEC.field("batch").field("groupCommit").field("maxBytes");
    try {
      if (ByteSizes.parse(maxBytes) < 1) {
        findings.problem(path, "is '" + maxBytes + "'", "give at least 1");
      }
    } catch (IllegalArgumentException tooLarge) {
      findings.problem(path, "is '" + maxBytes + "', too large to be counted", "give less");
    }
  }

  private void shorter(FieldPath path, String low, String lowValue, String high, String highValue) {
    if (Durations.parse(lowValue).compareTo(Durations.parse(highValue)) >= 0) {
      findings.problem(
          path.field(low),
          "is '" + lowValue + "', not shorter than " + high + " ('" + highValue + "')",
          "lower " + low + " or raise " + high);
    }
  }

  private void kafka(KafkaSpec kafka) {
    var path = FieldPath.SPEC.field("kafka");
    if (kafka.getAuthentication() != null) {
      authentication(path.field("authentication"), kafka.getAuthentication(), kafka);
    }
    if (kafka.getAdmin() != null && kafka.getAdmin().getAuthentication() != null) {
      authentication(
          path.field("admin").field("authentication"), kafka.getAdmin().getAuthentication(), kafka);
    }
  }

  private void authentication(FieldPath path, AuthenticationSpec authentication, KafkaSpec kafka) {
    var type = authentication.getType();
    if (type == null) {
      return;
    }
    if (type == AuthenticationType.TLS) {
      needed(
          path.field("certificateAndKey"),
          authentication.getCertificateAndKey(),
          "type tls needs it; name the Secret");
      if (kafka.getTls() == null) {
        findings.problem(
            FieldPath.SPEC.field("kafka").field("tls"),
            "is missing beside authentication of type tls",
            "give it; tls: {} trusts what Java trusts");
      }
      return;
    }
    needed(
        path.field("username"), authentication.getUsername(), "plain and scram need it; give it");
    needed(
        path.field("passwordSecret"),
        authentication.getPasswordSecret(),
        "plain and scram need it; name the Secret");
    if (type == AuthenticationType.PLAIN && kafka.getTls() == null) {
      findings.warning(path, "sends the password in plain text, because spec.kafka.tls is missing");
    }
  }

  private void needed(FieldPath field, Object value, String remedy) {
    if (value == null) {
      findings.problem(field, "is missing", remedy);
    }
  }

  private void stage(FieldPath path, StageSpec stage, KafkaSpec kafka) {
    processor(path, stage);
    workers(path, stage);
    standby(path, stage, kafka);
    inputs(path, stage);
    poison(path.field("onPoison"), stage);
  }

  private void processor(FieldPath path, StageSpec stage) {
    var processor = stage.getProcessor();
    if (processor == null) {
      if (stage.getType() == StageType.CUSTOM) {
        findings.problem(
            path.field("processor"),
            "is missing",
            "type custom runs your own code; give processor.className or processor.container");
      }
      return;
    }
    var both = processor.getClassName() != null && processor.getContainer() != null;
    var none = processor.getClassName() == null && processor.getContainer() == null;
    if (both || none) {
      findings.problem(
          path.field("processor"),
          both ? "gives both className and container" : "gives neither className nor container",
          "give one of the two");
    }
  }

  private void workers(FieldPath path, StageSpec stage) {
    var scaling = stage.getAutoscaling();
    if (scaling == null) {
      return;
    }
    var field = path.field("autoscaling");
    if (stage.getReplicas() != null) {
      findings.problem(
          path.field("replicas"),
          "is " + stage.getReplicas() + " beside autoscaling",
          "give either replicas or autoscaling");
    }
    if (scaling.getMaxReplicas() != null && scaling.getMinReplicas() > scaling.getMaxReplicas()) {
      findings.problem(
          field.field("minReplicas"),
          "is " + scaling.getMinReplicas() + ", above maxReplicas " + scaling.getMaxReplicas(),
          "lower minReplicas or raise maxReplicas");
    }
  }

  private void standby(FieldPath path, StageSpec stage, KafkaSpec kafka) {
    if (stage.getStandby() == null || stage.getStandby() == 0) {
      return;
    }
    if (kafka != null && kafka.getGroupProtocol() == GroupProtocol.CLASSIC) {
      findings.problem(
          path.field("standby"),
          "is " + stage.getStandby() + " with groupProtocol classic",
          "set spec.kafka.groupProtocol to consumer or standby to 0");
    }
  }

  private void inputs(FieldPath path, StageSpec stage) {
    if (stage.getType() == null || stage.getType() == StageType.LOGSERVER) {
      return;
    }
    if (stage.getType() == StageType.MONITORING) {
      sink(path, stage);
      return;
    }
    var inputs = stage.getInputs();
    var none =
        inputs == null
            || (Lists.orEmpty(inputs.getStages()).isEmpty()
                && Lists.orEmpty(inputs.getTopics()).isEmpty());
    if (none) {
      findings.problem(
          path.field("inputs"),
          "names neither a stage nor a topic",
          "give inputs.stages or inputs.topics; only a logserver and monitoring have a default");
    }
  }

  private void sink(FieldPath path, StageSpec stage) {
    if (stage.getOutputs() != null && !Lists.present(stage.getOutputs().getTopics()).isEmpty()) {
      findings.problem(
          path.field("outputs"), "is given for type monitoring", "leave it out: rows leave Kafka");
    }
    var topics =
        stage.getInputs() == null
            ? List.<String>of()
            : Lists.present(stage.getInputs().getTopics());
    for (int i = 0; i < topics.size(); i++) {
      if (MonitoringTopics.tableOf(topics.get(i)).isEmpty()) {
        findings.problem(
            path.field("inputs").field("topics").item(i),
            "is '" + topics.get(i) + "', which is no monitoring topic",
            "name one of " + String.join(", ", MonitoringTopics.all()));
      }
    }
  }

  private void poison(FieldPath path, StageSpec stage) {
    var topic = stage.getOnPoison() == null ? null : stage.getOnPoison().getDeadLetterTopic();
    if (topic == null) {
      return;
    }
    if (stage.getOnPoison().getThen() == AfterPoison.SKIP) {
      findings.problem(
          path.field("then"),
          "is 'skip' beside deadLetterTopic '" + topic + "'",
          "leave out one of the two: skip is for stages without a dead-letter topic");
    }
    if (stage.getInputs() != null && Lists.present(stage.getInputs().getTopics()).contains(topic)) {
      findings.problem(
          path.field("deadLetterTopic"),
          "is '" + topic + "', which the stage reads itself",
          "name another topic: poison would come back for ever");
    }
  }
}
