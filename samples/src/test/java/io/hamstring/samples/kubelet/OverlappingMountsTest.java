package io.hamstring.samples.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The kubelet's own folder lies below the path of a mount, as it does when all is in /tmp. */
class OverlappingMountsTest {

  private static final Pod POD =
      Serialization.unmarshal(
          """
          kind: Pod
          metadata: {name: p, namespace: n, uid: u}
          spec:
            containers:
              - name: c
                volumeMounts:
                  - {name: config, mountPath: /etc/app}
                  - {name: scratch, mountPath: /tmp}
            volumes: [{name: config, emptyDir: {}}, {name: scratch, emptyDir: {}}]
          """,
          Pod.class);

  @Test
  void aPathIsReplacedOnce() {
    var folder = new PodFolder(Path.of("/tmp/x"), POD);
    var container = POD.getSpec().getContainers().get(0);

    assertThat(folder.localised("/etc/app/config.yaml:/tmp/a", container))
        .isEqualTo("/tmp/x/pods/u/volumes/config/config.yaml:/tmp/x/pods/u/volumes/scratch/a");
  }
}
