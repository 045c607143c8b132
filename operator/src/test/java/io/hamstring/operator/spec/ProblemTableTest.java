package io.hamstring.operator.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of problem, with the words that a person reads. */
class ProblemTableTest {

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # types, bounds and forms that the schema knows
          /batch/size                       | fifty            | spec.batch.size: is 'fifty', no whole number; give one from 1 to 100000
          /batch/size                       | 10.7             | spec.batch.size: is '10.7', no whole number; give one from 1 to 100000
          /batch/size                       | '1e3'            | spec.batch.size: is '1e3', no whole number; give one from 1 to 100000
          /batch/size                       | 3000000000       | spec.batch.size: is 3000000000; give a whole number from 1 to 100000
          /batch/size                       | 0                | spec.batch.size: is 0; give a whole number from 1 to 100000
          /batch/timeout                    | 50               | spec.batch.timeout: is '50', no text; write a number with a unit, such as 50ms, 30s, 5m or 1h30m
          /batch/timeout                    | '50'             | spec.batch.timeout: is '50'; write a number with a unit, such as 50ms, 30s, 5m or 1h30m
          /batch/timeout                    | 2h               | spec.batch.timeout: is '2h'; give a duration from 0s to 1h
          /batch/stages/detector/size       | none             | spec.batch.stages.detector.size: is 'none', no whole number; give one from 1 to 100000
          /batch/topics/a.b/size            | 0                | spec.batch.topics["a.b"].size: is 0; give a whole number from 1 to 100000
          /batch                            | [50]             | spec.batch: is a list, no mapping; give its fields by name
          /batch/groupCommit/maxBytes       | 16MB             | spec.batch.groupCommit.maxBytes: is '16MB'; write bytes with a unit, such as 64Ki, 16Mi or 1Gi
          /batch/groupCommit/maxBytes       | 0Mi              | spec.batch.groupCommit.maxBytes: is '0Mi'; give at least 1
          /batch/groupCommit/enabled        | 'on'             | spec.batch.groupCommit.enabled: is 'on', no truth value; write true or false
          /suspend                          | 'no'             | spec.suspend: is 'no', no truth value; write true or false
          /kafka/groupProtocol              | carrier-pigeon   | spec.kafka.groupProtocol: is 'carrier-pigeon'; choose one of classic, consumer
          /kafka/autoOffsetReset            | newest           | spec.kafka.autoOffsetReset: is 'newest'; choose one of earliest, latest, none
          /kafka/bootstrapServers           | kafka            | spec.kafka.bootstrapServers: is 'kafka'; write host:port, several separated by commas, such as kafka-1:9092,kafka-2:9092
          /kafka/topics/partitions          | 0                | spec.kafka.topics.partitions: is 0; give a whole number from 1 to 10000
          /kafka/topics/config              | {a: [1]}         | spec.kafka.topics.config.a: is no single value; give a text or a number
          /stages/4/name                    | Detect_1         | spec.stages[4].name: is 'Detect_1'; use small letters, digits and '-' only, with a letter or digit at both ends
          /stages/4/type                    | oracle           | spec.stages[4].type: is 'oracle'; choose one of alerter, collector, custom, detector, inspector, logserver, monitoring, prefilter
          /stages/4/group                   | ''               | spec.stages[4].group: is ''; write a name without blanks around it
          /stages/4/topicName               | a/b              | spec.stages[4].topicName: is 'a/b'; use letters, digits, '.', '_' and '-' only
          /stages/4/replicas                | -5               | spec.stages[4].replicas: is -5; give a whole number from 0 to 1000
          /stages/4/inputs/stages           | inspect          | spec.stages[4].inputs.stages: is 'inspect', no list; give a list
          /stages/4/inputs/topics           | [a, a]           | spec.stages[4].inputs.topics[1]: is 'a', as is that of entry 0; name it once
          /stages                           | []               | spec.stages: has 0 entries; give from 1 to 64
          /audit/topic                      | a b              | spec.audit.topic: is 'a b'; use letters, digits, '.', '_' and '-' only
          # rules between fields
          /timeouts/message                 | 40s              | spec.timeouts.message: is '40s', not shorter than transaction ('30s'); lower message or raise transaction
          /timeouts/transactionApi          | 5m               | spec.timeouts.transactionApi: is '5m', not shorter than maxPollInterval ('5m'); lower transactionApi or raise maxPollInterval
          /timeouts/transaction             | 30m              | spec.timeouts.transaction: is '30m'; give a duration from 1s to 15m
          /kafka/authentication             | {type: tls}      | spec.kafka.authentication.certificateAndKey: is missing; type tls needs it; name the Secret
          /kafka/authentication             | {type: plain}    | spec.kafka.authentication.username: is missing; plain and scram need it; give it
          /kafka/authentication             | {type: plain, username: a} | spec.kafka.authentication.passwordSecret: is missing; plain and scram need it; name the Secret
          /kafka/authentication             | {type: tls, certificateAndKey: {secretName: a, certificate: c, key: k}} | spec.kafka.tls: is missing beside authentication of type tls; give it; tls: {} trusts what Java trusts
          /kafka/admin/authentication       | {type: scram-sha-512} | spec.kafka.admin.authentication.passwordSecret: is missing; plain and scram need it; name the Secret
          /kafka/rack                       | {topologyKey: 'a b'} | spec.kafka.rack.topologyKey: is 'a b'; write the key of a label, such as topology.kubernetes.io/zone
          /kafka                            | {bootstrapServers: 'k:1', rack: {topologyKey: zone}, consumerConfig: {client.rack: a}} | spec.kafka.consumerConfig["client.rack"]: is not yours to set; take it out: spec.kafka.rack gives it
          /kafka                            | {bootstrapServers: 'k:1', tls: {}, producerConfig: {security.protocol: SSL}} | spec.kafka.producerConfig["security.protocol"]: is not yours to set; take it out: spec.kafka.tls and spec.kafka.authentication make it
          /stages/4/type                    | custom           | spec.stages[4].processor: is missing; type custom runs your own code; give processor.className or processor.container
          /stages/4/processor               | {}               | spec.stages[4].processor: gives neither className nor container; give one of the two
          /stages/4/processor               | {className: A, container: {}} | spec.stages[4].processor: gives both className and container; give one of the two
          /stages/4/processor               | {container: {command: [a]}} | spec.stages[4].processor.container.image: is missing; name the image that does the work
          /stages/4/processor               | {container: {image: a, name: worker}} | spec.stages[4].processor.container.name: is 'worker', which is the operator's; give another name
          /stages/4/processor               | {container: {image: a, imag: b}} | spec.stages[4].processor.container.imag: is not known or has the wrong form; write it as in the spec of a Pod
          /stages/4/processor               | {container: {image: a, env: [{name: HAMSTRING_SIDECAR_PORT, value: "1"}]}} | spec.stages[4].processor.container.env: gives 'HAMSTRING_SIDECAR_PORT', which is the operator's; take it out and set config.sidecar.port
          /stages/4/processor/className     | 'a b'            | spec.stages[4].processor.className: is 'a b'; write the full name of a Java class, such as com.example.Enricher
          /stages/4/autoscaling             | {}               | spec.stages[4].autoscaling.maxReplicas: is missing; give it: Workers, at most; more than the partitions of the inputs are never started.
          /stages/4/autoscaling             | {minReplicas: 4, maxReplicas: 3} | spec.stages[4].autoscaling.minReplicas: is 4, above maxReplicas 3; lower minReplicas or raise maxReplicas
          /stages/4/inputs                  | {}               | spec.stages[4].inputs: names neither a stage nor a topic; give inputs.stages or inputs.topics; only a logserver and monitoring have a default
          /stages/4/onPoison                | {deadLetterTopic: dlt, then: skip} | spec.stages[4].onPoison.then: is 'skip' beside deadLetterTopic 'dlt'; leave out one of the two: skip is for stages without a dead-letter topic
          # the graph
          /stages/5/inputs/stages           | [detekt]         | spec.stages[5].inputs.stages[0]: is 'detekt', and no stage has that name; name one of in, collect, filter, inspect, detect, alert
          /stages/5/inputs/stages           | [filter]         | spec.stages[5].inputs.stages[0]: is 'filter', of type prefilter, whose records a stage of type alerter cannot read; name a stage of type detector or custom
          /stages/4/inputs/stages           | [detect]         | spec.stages[4].inputs: closes the cycle detect -> detect; take one of these inputs out: records would go round for ever
          /stages/5/name                    | detect           | spec.stages[5].name: is 'detect', as is that of entry 4; give every entry a name of its own
          /stages/4/outputs/topics          | [hamstring_input-dns] | spec.stages[0].inputs: closes the cycle in -> collect -> filter -> inspect -> detect -> in; take one of these inputs out: records would go round for ever
          /stages/4/outputs/topics          | [pipeline-batch_sender_to_prefilter-filter] | spec.stages[4].outputs.topics[0]: makes 'pipeline-batch_sender_to_prefilter-filter' a topic that is written by 'detect', and it is read by 'filter' from other stages; name the writing stage in the reader's inputs.stages, or write another topic
          /stages/2/inputs/topics           | [pipeline-batch_sender_to_prefilter-filter] | spec.stages[2].inputs.topics[0]: makes 'pipeline-batch_sender_to_prefilter-filter' a topic that is read by 'filter', and it is read by 'filter' from other stages; take it out: inputs.stages reads it already
          /stages/4/onPoison/deadLetterTopic | hamstring_alerts | spec.stages[5].outputs.topics: makes 'hamstring_alerts' a topic that is written by 'alert', and it takes the dead letters of 'detect'; name the writing stage in the reader's inputs.stages, or write another topic
          /audit/topic                      | hamstring_alerts | spec.audit.topic: makes 'hamstring_alerts' a topic that takes the audit trail, and it is written by 'alert'; name the writing stage in the reader's inputs.stages, or write another topic
          /audit/topic                      | hamstring.alerts | spec.audit.topic: makes the topic 'hamstring.alerts', which Kafka cannot tell from 'hamstring_alerts'; let the names differ in more than '.' and '_'
          /stages/4/outputs/topics          | [..]             | spec.stages[4].outputs.topics[0]: makes the topic '..', which Kafka refuses; choose a shorter name of letters, digits, '.', '_' and '-'
          # client settings
          /kafka/consumerConfig             | {group.id: a}    | spec.kafka.consumerConfig["group.id"]: is not yours to set; take it out: give stages[].group
          /kafka/consumerConfig             | {session.timeout.ms: 6000} | spec.kafka.consumerConfig["session.timeout.ms"]: is not yours to set; take it out: with groupProtocol consumer the brokers decide it
          /kafka/consumerConfig             | {heartbeat.interval.ms: 500} | spec.kafka.consumerConfig["heartbeat.interval.ms"]: is not yours to set; take it out: with groupProtocol consumer the brokers decide it
          /kafka/consumerConfig             | {fetch.max.wait.ms: soon} | spec.kafka.consumerConfig["fetch.max.wait.ms"]: has a value that the Kafka client refuses; give int, [0,...]
          /kafka/consumerConfig             | {fetch.max.wait.ms: {a: 1}} | spec.kafka.consumerConfig["fetch.max.wait.ms"]: is no single value; give a text or a number
          /kafka/producerConfig             | {acks: 1}        | spec.kafka.producerConfig.acks: is not yours to set; take it out: the worker sets it itself
          /kafka/producerConfig             | {sasl.jaas.config: secret} | spec.kafka.producerConfig["sasl.jaas.config"]: is not yours to set; take it out: it holds a password; give spec.kafka.authentication
          /kafka/producerConfig             | {linger.ms: 15000} | spec.kafka.producerConfig["linger.ms"]: is 15000; give at most 10000, half of spec.timeouts.message
          # templates
          /stages/4/template/image          | ''               | spec.stages[4].template.image: is ''; give a text: Image of the worker in place of the operator's default, for instance one that holds your own classes.
          /stages/4/template/resources      | {limit: {cpu: 1}} | spec.stages[4].template.resources.limit: is not known or has the wrong form; write it as in the spec of a Pod
          /stages/4/template/resources      | {limits: {memory: 512 Mi}} | spec.stages[4].template.resources.limits.memory: is '512 Mi'; give a quantity such as 500m, 2, 512Mi or 1Gi
          /stages/4/template/resources      | {limits: {memory: 16g}} | spec.stages[4].template.resources.limits.memory: is '16g'; give a quantity such as 500m, 2, 512Mi or 1Gi
          /stages/4/template/resources      | {requests: {memory: -1Gi}} | spec.stages[4].template.resources.requests.memory: is '-1Gi'; give a quantity such as 500m, 2, 512Mi or 1Gi
          /stages/4/template/env            | [{name: A, valu: b}] | spec.stages[4].template.env[0].valu: is not known or has the wrong form; write it as in the spec of a Pod
          /stages/4/template/env            | [{name: HAMSTRING_POD_NAME, value: b}] | spec.stages[4].template.env: gives 'HAMSTRING_POD_NAME', which is the operator's; take it out
          /stages/4/template/labels         | {app.kubernetes.io/name: mine} | spec.stages[4].template.labels: gives 'app.kubernetes.io/name', which is the operator's; take it out
          /stages/4/template/volumes        | [{name: state}]  | spec.stages[4].template.volumes: gives 'state', which is the operator's; take it out
          /stages/4/template/tolerations    | {key: a}         | spec.stages[4].template.tolerations: is a mapping, no list; give a list
          """)
  void eachProblemNamesFieldValueAndRemedy(String pointer, String value, String problem) {
    var resolution = Specs.with(pointer, value);

    assertThat(resolution.problems()).extracting(Problem::text).contains(problem);
    assertThat(resolution.pipeline()).isEmpty();
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /colour                        | green            | spec.colour: is not known and has no effect; known are alerts, audit, batch, guard, kafka, monitoring, stages, suspend, timeouts
          /stages/4/replicaCont          | 2                | spec.stages[4].replicaCont: is not known and has no effect; known are autoscaling, concurrency, config, group, inputs, name, onPoison, outputs, processor, replicas, standby, template, topicName, type
          /batch/stages/detektor         | {size: 2}        | spec.batch.stages.detektor: names no stage of this pipeline and no type, and has no effect
          /batch/topics/nobody           | {size: 2}        | spec.batch.topics.nobody: names no topic that a stage of this pipeline reads, and has no effect
          /kafka/consumerConfig          | {fetch.max.wait: 100} | spec.kafka.consumerConfig["fetch.max.wait"]: is no setting that the Kafka client knows
          /stages/5/inputs/stages        | [inspect]        | spec.stages[4]: nobody reads what 'detect' writes; it is thrown away
          /kafka/authentication          | {type: plain, username: a, passwordSecret: {secretName: b, password: c}} | spec.kafka.authentication: sends the password in plain text, because spec.kafka.tls is missing
          /monitoring                    | {}               | spec.monitoring.clickhouse: is missing; no rows are written
          """)
  void whatHasNoEffectIsAWarning(String pointer, String value, String warning) {
    assertThat(Specs.with(pointer, value).warnings()).contains(warning);
  }
}
