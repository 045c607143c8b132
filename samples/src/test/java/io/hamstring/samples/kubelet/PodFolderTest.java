package io.hamstring.samples.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  @Test
  void aProjectedVolumeHasTheNamedKeysOfAllItsSources(@TempDir Path root) throws Exception {
    var pod =
        Serialization.unmarshal(
            """
            kind: Pod
            metadata: {name: p, namespace: default, uid: u}
            spec:
              containers:
                - name: c
                  volumeMounts: [{name: all, mountPath: /all}]
              volumes:
                - name: all
                  projected:
                    sources:
                      - secret: {name: s, items: [{key: password, path: sasl/password}]}
                      - configMap: {name: m}
                      - secret: {name: nowhere, optional: true}
            """,
            Pod.class);
    try (var api = LocalApiServer.start();
        var client = api.client()) {
      client
          .resource(
              new SecretBuilder()
                  .withNewMetadata()
                  .withName("s")
                  .withNamespace("default")
                  .endMetadata()
                  .withData(Map.of("password", "c2VjcmV0", "other", "eA=="))
                  .build())
          .create();
      client
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName("m")
                  .withNamespace("default")
                  .endMetadata()
                  .withData(Map.of("file", "text"))
                  .build())
          .create();
      var folder = new PodFolder(root, pod);

      folder.prepare(pod.getSpec().getContainers().get(0), new ConfigSource(client, "default"));

      var volume = Path.of(folder.localised("/all", pod.getSpec().getContainers().get(0)));
      assertThat(volume.resolve("sasl/password")).hasContent("secret");
      assertThat(volume.resolve("file")).hasContent("text");
      assertThat(volume.resolve("other")).doesNotExist();
    }
  }
}
