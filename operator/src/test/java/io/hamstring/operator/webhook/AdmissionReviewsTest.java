package io.hamstring.operator.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.spec.Specs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionReviewsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<HamstringPipeline> stored = new ArrayList<>();
  private final AdmissionReviews reviews =
      new AdmissionReviews(new PipelineAdmission(SpecResolver.create(), stored::stream));

  private static ObjectNode pipeline(String name, String spec) {
    var pipeline = MAPPER.createObjectNode();
    pipeline.put("apiVersion", "hamstring.io/v1alpha1").put("kind", "HamstringPipeline");
    pipeline
        .putObject("metadata")
        .put("name", name)
        .put("namespace", "security")
        .put("generation", 1)
        .put("uid", "uid-of-" + name);
    pipeline.set("spec", Specs.tree(spec));
    pipeline.putObject("status").put("observedGeneration", "no number");
    return pipeline;
  }

  private void store(ObjectNode pipeline) {
    stored.add(MAPPER.convertValue(pipeline.deepCopy().without("status"), HamstringPipeline.class));
  }

  private JsonNode review(String operation, ObjectNode before, ObjectNode now) {
    var review = MAPPER.createObjectNode();
    review.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
    var request = review.putObject("request").put("uid", "705ab4f5").put("operation", operation);
    request.put("namespace", "security").set("object", now);
    request.set("oldObject", before);
    var answer = reviews.answer(review);
    assertThat(answer.at("/apiVersion").asText()).isEqualTo("admission.k8s.io/v1");
    assertThat(answer.at("/kind").asText()).isEqualTo("AdmissionReview");
    assertThat(answer.at("/response/uid").asText()).isEqualTo("705ab4f5");
    return answer.get("response");
  }

  private JsonNode create(String name, String spec) {
    return review("CREATE", null, pipeline(name, spec));
  }

  @Test
  void aGoodPipelineMayBeStored() {
    var response = create("dns", Specs.GOOD);

    assertThat(response.get("allowed").asBoolean()).isTrue();
    assertThat(response.has("status")).isFalse();
    assertThat(response.has("warnings")).isFalse();
  }

  @Test
  void allProblemsAreNamedAtOnceTheGraphIncluded() {
    var response =
        create(
            "dns",
            Specs.GOOD.replace("[detect]", "[detekt]").replace("kafka:9092", "kafka")
                + "batch: {size: fifty}\n");

    assertThat(response.get("allowed").asBoolean()).isFalse();
    assertThat(response.at("/status/code").asInt()).isEqualTo(422);
    assertThat(response.at("/status/message").asText())
        .contains("spec.stages[5].inputs.stages[0]: is 'detekt'")
        .contains("spec.kafka.bootstrapServers: is 'kafka'")
        .contains("spec.batch.size: is 'fifty'");
  }

  @Test
  void whatHasNoEffectIsSaidAtOnce() {
    var response = create("dns", Specs.GOOD + "colour: green\n");

    assertThat(response.get("allowed").asBoolean()).isTrue();
    assertThat(response.at("/warnings/0").asText())
        .startsWith("spec.colour: is not known and has no effect")
        .hasSizeLessThanOrEqualTo(256);
  }

  @Test
  void whatAnotherPipelineHasIsRefused() {
    store(pipeline("older", Specs.GOOD));

    var response = create("newer", Specs.GOOD);

    assertThat(response.get("allowed").asBoolean()).isFalse();
    assertThat(response.at("/status/message").asText())
        .contains("topic ", " belongs to security/older", "rename one of the two");
    assertThat(create("newer", Specs.GOOD.replace("kafka:9092", "elsewhere:9092")).get("allowed"))
        .isEqualTo(MAPPER.getNodeFactory().booleanNode(true));
  }

  /** What is stored already was told apart by its age; an edit that takes nothing more is fine. */
  @Test
  void anOldClashKeepsNobodyFromEditing() {
    var mine = pipeline("mine", Specs.GOOD);
    store(pipeline("other", Specs.GOOD));
    store(mine);
    var edited = pipeline("mine", Specs.GOOD + "suspend: true\n");

    assertThat(review("UPDATE", mine, edited).get("allowed").asBoolean()).isTrue();
  }

  @Test
  void anEditThatTakesWhatAnotherHasIsRefused() {
    var before = pipeline("mine", Specs.GOOD.replace("kafka:9092", "elsewhere:9092"));
    store(pipeline("other", Specs.GOOD));
    store(before);

    var response = review("UPDATE", before, pipeline("mine", Specs.GOOD));

    assertThat(response.get("allowed").asBoolean()).isFalse();
  }

  @Test
  void aChangedSpecOfAnotherIsSeen() {
    var other = pipeline("other", Specs.GOOD);
    store(other);
    assertThat(create("mine", Specs.GOOD).get("allowed").asBoolean()).isFalse();

    stored.clear();
    other.set("spec", Specs.tree(Specs.GOOD.replace("kafka:9092", "elsewhere:9092")));
    ((ObjectNode) other.get("metadata")).put("generation", 2);
    store(other);

    assertThat(create("mine", Specs.GOOD).get("allowed").asBoolean()).isTrue();
  }

  /** A stored spec that is invalid must not keep its object from being labelled or deleted. */
  @Test
  void whatLeavesABadSpecAsItWasMayBeStored() {
    var bad = pipeline("dns", "{}");
    var labelled = bad.deepCopy();
    ((ObjectNode) labelled.get("metadata")).putObject("labels").put("a", "b");
    var leaving = pipeline("dns", "stages: []");
    ((ObjectNode) leaving.get("metadata")).put("deletionTimestamp", "2026-11-29T00:00:00Z");

    assertThat(review("UPDATE", bad, labelled).get("allowed").asBoolean()).isTrue();
    assertThat(review("UPDATE", bad, leaving).get("allowed").asBoolean()).isTrue();
    assertThat(review("DELETE", bad, null).get("allowed").asBoolean()).isTrue();
    assertThat(review("UPDATE", bad, pipeline("dns", "stages: []")).get("allowed").asBoolean())
        .isFalse();
  }

  @Test
  void whatIsNoReviewIsRefused() {
    assertThatThrownBy(() -> reviews.answer(MAPPER.createObjectNode()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("AdmissionReview");
  }
}
