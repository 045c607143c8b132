package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a pod that does not come up. */
class PodTroubleTest {

  private static final String MEMORY = "raise template.resources.limits.memory";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "nothing",
      quoteCharacter = '`',
      textBlock =
          """
          ready: true, state: {running: {}} | nothing
          ready: false, state: {running: {}} | nothing
          ready: false, state: {waiting: {reason: ContainerCreating}} | nothing
          ready: false, state: {waiting: {reason: ImagePullBackOff}} | p waits: ImagePullBackOff
          ready: false, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 137, reason: OOMKilled}} | p waits: CrashLoopBackOff, after it ended with exit code 137 (OOMKilled): it took more memory than its limit; MEMORY
          ready: false, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 64, reason: Error}} | p waits: CrashLoopBackOff, after it ended with exit code 64 (Error)
          ready: false, state: {terminated: {exitCode: 137, reason: OOMKilled}} | p ended with exit code 137 (OOMKilled): it took more memory than its limit; MEMORY
          ready: false, state: {running: {}}, lastState: {terminated: {exitCode: 3, reason: Error}} | p ended with exit code 3 (Error): its heap was full; MEMORY
          ready: false, state: {running: {}}, lastState: {terminated: {exitCode: 143, reason: Error}} | nothing
          ready: true, state: {running: {}}, lastState: {terminated: {exitCode: 137, reason: OOMKilled}} | nothing
          """)
  void theReasonIsKubernetesAndTheRemedyOurs(String worker, String words) {
    var pod =
        Serialization.unmarshal(
            """
            metadata: {name: p}
            status: {containerStatuses: [{name: worker, %s}]}
            """
                .formatted(worker),
            Pod.class);

    assertThat(PodTrouble.of(pod).orElse(null))
        .isEqualTo(words == null ? null : words.replace("MEMORY", MEMORY));
  }
}
