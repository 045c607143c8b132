package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Answers questions about authority: whoever got in may do everything. */
final class Reviews {

  private Reviews() {}

  /** The review at {@code path}, answered, if it is one. */
  static Optional<ObjectNode> answer(String path, ObjectNode review) {
    var answered = review.deepCopy();
    var status = Json.object();
    if (path.endsWith("/selfsubjectaccessreviews") || path.endsWith("/subjectaccessreviews")) {
      status.put("allowed", true);
    } else if (path.endsWith("/selfsubjectrulesreviews")) {
      status.put("incomplete", false);
      var everything = status.putArray("resourceRules").addObject();
      everything.putArray("verbs").add("*");
      everything.putArray("apiGroups").add("*");
      everything.putArray("resources").add("*");
      var paths = status.putArray("nonResourceRules").addObject();
      paths.putArray("verbs").add("*");
      paths.putArray("nonResourceURLs").add("*");
    } else if (path.endsWith("/selfsubjectreviews")) {
      status.putObject("userInfo").put("username", "local");
    } else {
      return Optional.empty();
    }
    answered.set("status", status);
    return Optional.of(answered);
  }
}
