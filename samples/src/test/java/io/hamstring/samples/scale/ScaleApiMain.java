package io.hamstring.samples.scale;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A Kubernetes API in a process of its own, where every Deployment has at once what it wants: one
 * pod object whose reports come from the port in the first argument, and a status. Prints where it
 * answers; ends with its input.
 */
public final class ScaleApiMain implements ResourceEventHandler<Deployment> {

  private static final String DEFINITION =
      "/io/hamstring/api/hamstringpipelines.hamstring.io-v1.yml";

  private final KubernetesClient client;
  private final int reports;
  private final ExecutorService threads = Executors.newFixedThreadPool(8);

  private ScaleApiMain(KubernetesClient client, int reports) {
    this.client = client;
    this.reports = reports;
  }

  public static void main(String[] arguments) throws Exception {
    try (var api = LocalApiServer.start();
        var definition = ScaleApiMain.class.getResourceAsStream(DEFINITION);
        var client = api.client()) {
      api.register(definition);
      var main = new ScaleApiMain(client, Integer.parseInt(arguments[0]));
      client.apps().deployments().inAnyNamespace().inform(main);
      System.out.println(api.url());
      while (System.in.read() >= 0) {
        // Until whoever started it is gone.
      }
      main.threads.shutdownNow();
    }
    System.exit(0);
  }

  @Override
  public void onAdd(Deployment deployment) {
    threads.execute(
        () -> {
          pod(deployment);
          settle(deployment);
        });
  }

  @Override
  public void onUpdate(Deployment before, Deployment after) {
    if (!after.getMetadata().getGeneration().equals(before.getMetadata().getGeneration())) {
      threads.execute(() -> settle(after));
    }
  }

  @Override
  public void onDelete(Deployment deployment, boolean finalStateUnknown) {
    // Nothing in this run is deleted.
  }

  private void pod(Deployment deployment) {
    var template = deployment.getSpec().getTemplate();
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(deployment.getMetadata().getName() + "-0")
            .withNamespace(deployment.getMetadata().getNamespace())
            .withLabels(template.getMetadata().getLabels())
            .withAnnotations(template.getMetadata().getAnnotations())
            .endMetadata()
            .withSpec(template.getSpec())
            .editSpec()
            .editMatchingContainer(container -> container.getName().equals("worker"))
            .editFirstPort()
            .withContainerPort(reports)
            .endPort()
            .endContainer()
            .endSpec()
            .withNewStatus()
            .withPhase("Running")
            .withPodIP("127.0.0.1")
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build();
    var made = client.resource(pod).create();
    pod.getMetadata().setResourceVersion(made.getMetadata().getResourceVersion());
    client.resource(pod).updateStatus();
  }

  private void settle(Deployment deployment) {
    int replicas = deployment.getSpec().getReplicas();
    client
        .apps()
        .deployments()
        .inNamespace(deployment.getMetadata().getNamespace())
        .withName(deployment.getMetadata().getName())
        .editStatus(
            live ->
                new DeploymentBuilder(live)
                    .withNewStatus()
                    .withObservedGeneration(deployment.getMetadata().getGeneration())
                    .withReplicas(replicas)
                    .withUpdatedReplicas(replicas)
                    .withReadyReplicas(replicas)
                    .endStatus()
                    .build());
  }
}
