package io.hamstring.operator.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.webhook.PipelineAdmission.Ruling;

/** The API server's questions and our answers, as {@code admission.k8s.io/v1} has them. */
public final class AdmissionReviews {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int UNPROCESSABLE = 422;

  /** The API server cuts off what is longer. */
  private static final int LONGEST_WARNING = 256;

  private final PipelineAdmission admission;

  /** Reviews that {@code admission} decides. */
  public AdmissionReviews(PipelineAdmission admission) {
    this.admission = admission;
  }

  /**
   * The answer to a review.
   *
   * @throws IllegalArgumentException when it is none
   */
  public JsonNode answer(JsonNode review) {
    var request = review.path("request");
    var uid = request.path("uid").asText();
    if (!review.path("kind").asText().equals("AdmissionReview") || uid.isEmpty()) {
      throw new IllegalArgumentException("no AdmissionReview with a request and its uid");
    }
    var answer = MAPPER.createObjectNode();
    answer.put("apiVersion", review.path("apiVersion").asText());
    answer.put("kind", "AdmissionReview");
    fill(answer.putObject("response").put("uid", uid), ruling(request));
    return answer;
  }

  private Ruling ruling(JsonNode request) {
    return switch (request.path("operation").asText()) {
      case "CREATE" -> admission.ofNew(pipeline(request, "object"));
      case "UPDATE" ->
          admission.ofChange(pipeline(request, "oldObject"), pipeline(request, "object"));
      default -> Ruling.FINE;
    };
  }

  private static HamstringPipeline pipeline(JsonNode request, String field) {
    if (!(request.path(field) instanceof ObjectNode object)) {
      throw new IllegalArgumentException("request." + field + " is no object");
    }
    var pipeline =
        MAPPER.convertValue(object.deepCopy().without("status"), HamstringPipeline.class);
    if (pipeline.getMetadata() == null) {
      throw new IllegalArgumentException("request." + field + " holds no pipeline");
    }
    // Both stand beside the object when they are not in it yet.
    if (pipeline.getMetadata().getNamespace() == null) {
      pipeline.getMetadata().setNamespace(request.path("namespace").asText("default"));
    }
    if (pipeline.getMetadata().getName() == null) {
      pipeline.getMetadata().setName(request.path("name").asText("unnamed"));
    }
    return pipeline;
  }

  private static void fill(ObjectNode response, Ruling ruling) {
    response.put("allowed", ruling.isAllowed());
    if (!ruling.isAllowed()) {
      response
          .putObject("status")
          .put("code", UNPROCESSABLE)
          .put("reason", "Invalid")
          .put("message", ruling.refusal());
    }
    if (!ruling.warnings().isEmpty()) {
      var warnings = response.putArray("warnings");
      ruling.warnings().forEach(warning -> warnings.add(shortened(warning)));
    }
  }

  private static String shortened(String warning) {
    return warning.length() <= LONGEST_WARNING
        ? warning
        : warning.substring(0, LONGEST_WARNING - 1) + "…";
  }
}
