package io.hamstring.samples.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodFolderTest {

  private static final Pod POD =
      Serialization.unmarshal(
          """
          kind: Pod
          metadata: {name: p, namespace: n, uid: u}
          spec:
            containers:
              - name: c
                volumeMounts:
                  - {name: a, mountPath: /etc/app}
                  - {name: b, mountPath: /etc/app/deep/}
                  - {name: a, mountPath: /one, subPath: inner}
            volumes: [{name: a, emptyDir: {}}, {name: b, emptyDir: {}}]
          """,
          Pod.class);

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          /etc/app,                    /x/pods/u/volumes/a
          /etc/app/file,               /x/pods/u/volumes/a/file
          /etc/app/deep/file,          /x/pods/u/volumes/b/file
          /one/file,                   /x/pods/u/volumes/a/inner/file
          --config=/etc/app/file,      --config=/x/pods/u/volumes/a/file
          /etc/app/a:/etc/app/b,       /x/pods/u/volumes/a/a:/x/pods/u/volumes/a/b
          /dev/termination-log,        /x/pods/u/messages/c
          /etc/application,            /etc/application
          /srv/etc/app,                /srv/etc/app
          http://host/etc/app,         http://host/etc/app
          """)
  void pathsInsideAMountBecomePathsOfThisMachine(String text, String local) {
    var folder = new PodFolder(Path.of("/x"), POD);

    assertThat(folder.localised(text, POD.getSpec().getContainers().get(0))).isEqualTo(local);
  }
}
