package io.hamstring.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;

/** A spec is read however wrong it is, and written back as it was. */
class SpecJsonTest {

  private static final String ODD =
      """
      apiVersion: hamstring.io/v1alpha1
      kind: HamstringPipeline
      metadata: {name: odd}
      spec:
        suspend: true
        kafka: {bootstrapServers: "kafka:9092", groupProtocol: carrier-pigeon}
        batch: {size: fifty, timeout: 20ms, colour: green}
        timeouts: none
        stages:
          - {name: one, type: detector, replicas: two, inputs: [a]}
          - 7
        later: {than: these types}
      """;

  private final KubernetesSerialization serialization = new KubernetesSerialization();

  @Test
  void whatParsesIsThereAndTheRestIsLeftOut() {
    var spec = read(ODD).getSpec();

    assertThat(spec.getSuspend()).isTrue();
    assertThat(spec.getKafka().getBootstrapServers()).isEqualTo("kafka:9092");
    assertThat(spec.getKafka().getGroupProtocol()).isNull();
    assertThat(spec.getBatch().getSize()).isNull();
    assertThat(spec.getBatch().getTimeout()).isEqualTo("20ms");
    assertThat(spec.getTimeouts()).isNull();
    assertThat(spec.getStages().get(0).getName()).isEqualTo("one");
  }

  @Test
  void whatWasWrittenSurvivesCloning() {
    var copy = serialization.clone(serialization.clone(read(ODD)));

    assertThat(copy.getSpec().tree()).isEqualTo(rawSpec(ODD));
  }

  @Test
  void aChangeOfTheObjectIsWhatIsWritten() {
    var pipeline = read(ODD);

    pipeline.getSpec().getBatch().setSize(50);

    assertThat(serialization.clone(pipeline).getSpec().getBatch().getSize()).isEqualTo(50);
    assertThat(pipeline.getSpec().tree().at("/batch/size").asInt()).isEqualTo(50);
  }

  @Test
  void aSpecThatIsNoObjectIsKeptAsItIs() {
    var copy = serialization.clone(read("metadata: {name: odd}\nspec: nonsense\n"));

    assertThat(copy.getSpec().tree().asText()).isEqualTo("nonsense");
  }

  @Test
  void fieldsOfALaterVersionAreTolerated() {
    var pipeline =
        read(
            "metadata: {name: a}\nspec: {new: 1}\nstatus: {new: 1, stages: [{name: a, new: 1}]}\n");

    assertThat(pipeline.getStatus().getStages().get(0).getName()).isEqualTo("a");
    assertThat(pipeline.getSpec().tree().at("/new").asInt()).isEqualTo(1);
  }

  /** What a fresh object holds would be applied, and owned, by whoever applies one. */
  @Test
  void aFreshPipelineSaysNothing() {
    assertThat(serialization.asJson(new HamstringPipeline()))
        .doesNotContain("spec")
        .doesNotContain("status");
    assertThat(new HamstringPipelineSpec().tree()).isEmpty();
  }

  private HamstringPipeline read(String yaml) {
    return serialization.unmarshal(yaml, HamstringPipeline.class);
  }

  private JsonNode rawSpec(String yaml) {
    return serialization.unmarshal(yaml, JsonNode.class).get("spec");
  }
}
