package io.hamstring.operator.desired;

import java.util.List;

/**
 * The image that workers run unless a stage names its own.
 *
 * @param reference such as {@code registry.example/hamstring-worker:1.0.0}
 * @param pullPolicy {@code Always}, {@code IfNotPresent}, {@code Never}, or null for Kubernetes'
 *     own choice
 * @param pullSecrets names of Secrets in the namespace of the pipeline
 */
public record WorkerImage(String reference, String pullPolicy, List<String> pullSecrets) {

  public WorkerImage {
    if (reference.isBlank()) {
      throw new IllegalArgumentException(
          "a worker image needs a reference, was '" + reference + "'");
    }
    pullSecrets = List.copyOf(pullSecrets);
  }

  /** An image that anyone may pull. */
  public static WorkerImage of(String reference) {
    return new WorkerImage(reference, null, List.of());
  }
}
