package io.hamstring.samples.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real kubectl against the API in this process; skipped where there is no kubectl. */
class KubectlTest {

  private static final String WIDGET =
      """
      apiVersion: example.org/v1
      kind: Widget
      metadata: {name: NAME, namespace: default}
      spec: {size: 1}
      """;

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: NAME, namespace: default}
      spec:
        replicas: 2
        selector: {matchLabels: {app: NAME}}
        template:
          metadata: {labels: {app: NAME}}
          spec:
            containers:
              - {name: worker, image: worker, env: [{name: A, value: "1"}]}
      """;

  @TempDir static Path folder;
  private static LocalApiServer api;
  private static Path kubeconfig;

  @BeforeAll
  static void start() {
    assumeTrue(isThere(), "kubectl is not on the PATH");
    api = LocalApiServer.start();
    api.register(KubectlTest.class.getResourceAsStream("/widgets-crd.yml"));
    kubeconfig = api.kubeconfig(folder.resolve("kubeconfig"));
  }

  @AfterAll
  static void end() {
    if (api != null) {
      api.close();
    }
  }

  @Test
  void customObjectsAreAppliedReadPatchedAndDeleted() throws Exception {
    assertThat(kubectl("apply", "-f", file(WIDGET, "one"))).contains("created");
    assertThat(kubectl("get", "wd", "one", "-o", "yaml")).contains("kind: Widget", "size: 1");
    kubectl("patch", "wd", "one", "--type=merge", "-p", "{\"spec\":{\"size\":5}}");
    assertThat(kubectl("get", "wd", "one", "-o", "jsonpath={.spec.size}/{.metadata.generation}"))
        .isEqualTo("5/2");
    assertThat(kubectl("apply", "--validate=false", "-f", file(WIDGET, "one")))
        .contains("configured");
    assertThat(kubectl("get", "wd", "one")).containsPattern("NAME +SIZE +READY +AGE");
    assertThat(kubectl("describe", "wd", "one")).contains("Kind:         Widget");
    assertThat(kubectl("explain", "wd.spec")).contains("size");
    assertThat(kubectl("delete", "wd", "one")).contains("deleted");
  }

  @Test
  void aPatchOfABuiltInKindIsStrategic() throws Exception {
    kubectl("apply", "-f", file(DEPLOYMENT, "patched"));

    kubectl("set", "env", "deploy/patched", "B=2");
    kubectl("scale", "deploy", "patched", "--replicas=3");

    var names = "jsonpath={.spec.template.spec.containers[*].env[*].name}/{.spec.replicas}";
    assertThat(kubectl("get", "deploy", "patched", "-o", names)).isEqualTo("A B/3");
    assertThat(kubectl("describe", "deploy", "patched")).contains("3 desired");
    assertThat(kubectl("get", "deploy,pods,cm,events")).contains("deployment.apps/patched");
  }

  @Test
  void serverSideApplyNamesTheOwnerOfADisputedField() throws Exception {
    kubectl("apply", "--server-side", "-f", file(WIDGET, "owned"));
    kubectl("patch", "wd", "owned", "--type=merge", "-p", "{\"spec\":{\"size\":5}}");

    var refused = run("apply", "--server-side", "-f", file(WIDGET, "owned"));

    assertThat(refused.code()).isNotZero();
    assertThat(refused.output()).contains("kubectl-patch", "f:size");
    kubectl("apply", "--server-side", "--force-conflicts", "-f", file(WIDGET, "owned"));
    assertThat(kubectl("get", "wd", "owned", "-o", "jsonpath={.spec.size}")).isEqualTo("1");
  }

  @Test
  void aWatchEndsWhenWhatItWaitsForHappens() throws Exception {
    kubectl("apply", "-f", file(WIDGET, "watched"));
    var waiting = start("wait", "wd/watched", "--for=condition=Ready", "--timeout=60s");

    kubectl(
        "patch",
        "wd",
        "watched",
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");

    assertThat(finish(waiting).output()).contains("condition met");
  }

  @Test
  void whatIsDiscoveredHasItsShortNamesAndCategories() throws Exception {
    assertThat(kubectl("api-resources"))
        .containsPattern("widgets +wd +example.org/v1 +true +Widget")
        .containsPattern("deployments +deploy +apps/v1 +true +Deployment");
    kubectl("apply", "-f", file(WIDGET, "listed"));
    assertThat(kubectl("get", "all")).contains("widget.example.org/listed");
  }

  private static boolean isThere() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(entry -> Files.isExecutable(Path.of(entry, "kubectl")));
  }

  private static String file(String template, String name) throws IOException {
    var file = folder.resolve(name + ".yaml");
    return Files.writeString(file, template.replace("NAME", name)).toString();
  }

  private static String kubectl(String... arguments) throws Exception {
    var result = run(arguments);
    assertThat(result.code()).as(result.output()).isZero();
    return result.output();
  }

  private static Result run(String... arguments) throws Exception {
    return finish(start(arguments));
  }

  private static Process start(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("kubectl"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    builder.environment().put("HOME", folder.toString());
    return builder.start();
  }

  private static Result finish(Process process) throws Exception {
    try {
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return new Result(process.exitValue(), output);
    } finally {
      process.destroyForcibly();
    }
  }

  private record Result(int code, String output) {}
}
