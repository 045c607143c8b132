package io.hamstring.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of the definition, run as an API server would run them. */
class CelRulesTest {

  private static final CelCompiler COMPILER =
      CelCompilerFactory.standardCelCompilerBuilder()
          .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
          .addVar("self", SimpleType.DYN)
          .setResultType(SimpleType.BOOL)
          .build();
  private static final CelRuntime RUNTIME = CelRuntimeFactory.standardCelRuntimeBuilder().build();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static final String VIOLATIONS =
      """
      timeouts                          | {message: 30s, transaction: 30s}           | message must be shorter than transaction
      timeouts                          | {transactionApi: 5m, maxPollInterval: 299s} | transactionApi must be shorter than maxPollInterval
      timeouts/maxPollInterval          | 999ms                                      | must be from 1s to 24h
      timeouts/session                  | 31m                                        | must be from 1s to 30m
      timeouts/transaction              | 15m1ms                                     | must be from 1s to 15m
      timeouts/transactionApi           | 99ms                                       | must be from 100ms to 15m
      timeouts/shutdown                 | 1h1s                                       | must be from 1s to 1h
      batch/timeout                     | 2h                                         | must be from 0s to 1h
      batch/groupCommit/maxDelay        | 2m                                         | must be from 0s to 1m
      alerts/outputSilence              | 1s                                         | must be from 10s to 24h
      monitoring/clickhouse/connectTimeout | 11m                                     | must be from 100ms to 10m
      kafka/authentication              | {type: tls}                                | type tls needs certificateAndKey
      kafka/authentication              | {type: plain, username: a}                 | type tls needs certificateAndKey
      kafka/admin/authentication        | {type: plain}                              | type tls needs certificateAndKey
      kafka                             | {authentication: {type: tls}}              | authentication of type tls needs tls
      kafka                             | {admin: {authentication: {type: tls}}}     | authentication of type tls needs tls
      stages/processor                  | {}                                         | give either className or container
      stages/processor                  | {className: A, container: {}}              | give either className or container
      stages/autoscaling                | {minReplicas: 2, maxReplicas: 1}           | minReplicas must not be above maxReplicas
      stages/onPoison                   | {deadLetterTopic: a, then: skip}           | then: skip is for stages without
      stages                            | {type: logserver, replicas: 1, autoscaling: {}} | give either replicas or autoscaling
      stages                            | {type: custom, inputs: {topics: [a]}}      | type custom needs processor
      stages                            | {type: alerter}                            | a stage needs inputs.stages or inputs.topics
      stages                            | {type: alerter, inputs: {stages: [], topics: []}} | a stage needs inputs.stages or inputs.topics
      stages                            | {type: alerter, inputs: {topics: [a]}, onPoison: {deadLetterTopic: a}} | onPoison.deadLetterTopic must not be one of inputs.topics
      ''                                | {kafka: {}, stages: [{name: a}, {name: a}]} | every stage needs a name of its own
      ''                                | {kafka: {}, stages: [{name: a, type: monitoring}]} | type monitoring needs spec.monitoring.clickhouse
      ''                                | {kafka: {groupProtocol: classic}, stages: [{name: a, standby: 1}]} | standby needs kafka.groupProtocol consumer
      """;

  private static final String GOOD =
      """
      timeouts                          | {}
      timeouts                          | {message: 29s999ms, transaction: 30s, transactionApi: 15s, maxPollInterval: 5m}
      timeouts/maxPollInterval          | 1h30m
      timeouts/commitRetry              | 0s
      batch/timeout                     | 50ms
      kafka/authentication              | {type: tls, certificateAndKey: {}}
      kafka/authentication              | {type: scram-sha-512, username: a, passwordSecret: {}}
      kafka                             | {authentication: {type: plain}, admin: {}}
      kafka                             | {tls: {}, admin: {authentication: {type: tls}}}
      stages/processor                  | {className: A}
      stages/processor                  | {container: {}}
      stages/autoscaling                | {minReplicas: 1, maxReplicas: 1}
      stages/onPoison                   | {deadLetterTopic: a, then: stop}
      stages/onPoison                   | {then: skip}
      stages                            | {type: logserver}
      stages                            | {type: monitoring}
      ''                                | {kafka: {}, monitoring: {clickhouse: {}}, stages: [{name: a, type: monitoring}]}
      stages                            | {type: alerter, inputs: {stages: [a]}, replicas: 2}
      stages                            | {type: custom, inputs: {topics: [a]}, processor: {className: A}, onPoison: {deadLetterTopic: b}}
      ''                                | {kafka: {groupProtocol: classic}, stages: [{name: a, standby: 0}, {name: b}]}
      ''                                | {kafka: {groupProtocol: consumer}, stages: [{name: a, standby: 2}]}
      """;

  private final JsonNode spec =
      FinishedCrd.checkedIn().at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");

  CelRulesTest() throws IOException {}

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(delimiter = '|', textBlock = VIOLATIONS)
  void whatARuleForbidsIsRefusedWithItsMessage(String field, String value, String message)
      throws IOException {
    assertThat(violated(schema(field), value)).anyMatch(text -> text.startsWith(message));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(delimiter = '|', textBlock = GOOD)
  void whatNoRuleForbidsPasses(String field, String value) throws IOException {
    assertThat(violated(schema(field), value)).isEmpty();
  }

  @Test
  void everyRuleCompilesAndHasAMessageThatATableRowShows() throws CelValidationException {
    var messages = new TreeSet<String>();
    collect(spec, messages);

    var untried =
        messages.stream()
            .filter(message -> VIOLATIONS.lines().noneMatch(line -> shows(line, message)))
            .toList();

    assertThat(messages).hasSizeGreaterThan(12);
    assertThat(untried).isEmpty();
  }

  private static boolean shows(String line, String message) {
    return message.startsWith(line.substring(line.lastIndexOf('|') + 1).trim());
  }

  private static void collect(JsonNode schema, Set<String> messages) throws CelValidationException {
    for (var rule : schema.path("x-kubernetes-validations")) {
      COMPILER.compile(rule.get("rule").asText()).getAst();
      assertThat(rule.path("message").asText()).isNotBlank();
      messages.add(rule.get("message").asText());
    }
    for (var below : List.of("items", "additionalProperties")) {
      if (schema.path(below).isObject()) {
        collect(schema.get(below), messages);
      }
    }
    for (var field : schema.path("properties").properties()) {
      collect(field.getValue(), messages);
    }
  }

  private List<String> violated(JsonNode schema, String yaml) throws IOException {
    var self = celValue(YAML.readTree(yaml));
    var messages = new ArrayList<String>();
    for (var rule : schema.path("x-kubernetes-validations")) {
      if (!holds(rule.get("rule").asText(), self)) {
        messages.add(rule.get("message").asText());
      }
    }
    return messages;
  }

  private static boolean holds(String rule, Object self) {
    try {
      var program = RUNTIME.createProgram(COMPILER.compile(rule).getAst());
      return (boolean) program.eval(Map.of("self", self));
    } catch (CelValidationException | CelEvaluationException refused) {
      throw new AssertionError(rule + " does not run", refused);
    }
  }

  private static Object celValue(JsonNode node) {
    if (node.isObject()) {
      var map = new LinkedHashMap<String, Object>();
      node.properties().forEach(field -> map.put(field.getKey(), celValue(field.getValue())));
      return map;
    }
    if (node.isArray()) {
      var list = new ArrayList<Object>();
      node.forEach(item -> list.add(celValue(item)));
      return list;
    }
    return node.isIntegralNumber()
        ? (Object) node.asLong()
        : node.isBoolean() ? (Object) node.asBoolean() : node.asText();
  }

  private JsonNode schema(String field) {
    var at = spec;
    for (var name : field.isEmpty() ? List.<String>of() : List.of(field.split("/"))) {
      at = at.at("/properties/" + name);
      at = at.has("items") ? at.get("items") : at;
    }
    return at;
  }
}
