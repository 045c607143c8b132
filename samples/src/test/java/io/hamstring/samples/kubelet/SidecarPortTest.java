package io.hamstring.samples.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.hamstring.contract.names.WorkerPod;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SidecarPortTest {

  @Test
  void eachPodWithASidecarHasAPortOfItsOwnThatAllItsContainersKnow() {
    var first = environment(pod(true));
    var second = environment(pod(true));

    assertThat(first.of(first.pod().getSpec().getContainers().get(0)))
        .containsEntry(WorkerPod.SIDECAR_PORT_VARIABLE, port(first))
        .doesNotContainEntry(WorkerPod.SIDECAR_PORT_VARIABLE, "8090");
    assertThat(port(first)).isNotEqualTo(port(second));
  }

  @Test
  void aPodWithoutASidecarIsToldNothing() {
    var environment = environment(pod(false));

    assertThat(environment.of(environment.pod().getSpec().getContainers().get(0))).isEmpty();
  }

  private static String port(PodEnvironment environment) {
    var containers = environment.pod().getSpec().getContainers();
    return environment
        .of(containers.get(containers.size() - 1))
        .get(WorkerPod.SIDECAR_PORT_VARIABLE);
  }

  private static PodEnvironment environment(Pod pod) {
    return new PodEnvironment(pod, "127.0.0.9", new ConfigSource(null, "default"), variables(pod));
  }

  private static Map<String, String> variables(Pod pod) {
    return SidecarPort.variables(pod);
  }

  private static Pod pod(boolean sidecar) {
    var pod = new PodBuilder().withNewSpec().addNewContainer().withName("worker").endContainer();
    if (sidecar) {
      pod.addNewContainer()
          .withName("processor")
          .addNewEnv()
          .withName(WorkerPod.SIDECAR_PORT_VARIABLE)
          .withValue("8090")
          .endEnv()
          .endContainer();
    }
    return pod.endSpec().build();
  }
}
