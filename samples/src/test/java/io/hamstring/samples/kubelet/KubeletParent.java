package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A JVM that runs one pod, tells the id of its process, and waits to be killed. */
final class KubeletParent {

  private static final long LOOK_NANOS = 50_000_000;

  private KubeletParent() {}

  public static void main(String[] arguments) throws IOException {
    var settings = KubeletSettings.of(Path.of(arguments[0]), ChildImage::entryPoint);
    try (var api = LocalApiServer.start();
        var client = api.client();
        var kubelet = LocalKubelet.start(client, settings)) {
      client.resource(TestDeployment.settings()).create();
      client.resource(TestDeployment.of(1)).create();
      while (client.pods().list().getItems().stream().noneMatch(KubeletParent::isReady)) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      System.out.println(kubelet.pods().get(0).pid().orElseThrow());
      System.in.read();
    }
  }

  private static boolean isReady(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }
}
