package io.hamstring.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.operator.OperatorSettings.Http;
import io.hamstring.operator.OperatorSettings.Leadership;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentSettingsTest {

  @Test
  void whatIsNotSaidHasADefault() {
    var settings =
        EnvironmentSettings.of(
            Map.of(
                "HAMSTRING_WORKER_IMAGE", "example/worker:1",
                "HAMSTRING_POD_NAMESPACE", "ops",
                "HAMSTRING_POD_NAME", "operator-0"));

    assertThat(settings.namespaces()).isEmpty();
    assertThat(settings.sweepInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.http()).isEqualTo(Http.on("0.0.0.0", 8080));
    assertThat(settings.leadership()).isEqualTo(Leadership.elected("ops", "operator-0"));
  }

  @Test
  void everythingCanBeSaid() {
    var settings =
        EnvironmentSettings.of(
            Map.of(
                "HAMSTRING_WORKER_IMAGE", "example/worker:1",
                "HAMSTRING_WORKER_IMAGE_PULL_SECRETS", "a, b",
                "HAMSTRING_WATCH_NAMESPACES", "security, ,dns",
                "HAMSTRING_SWEEP_INTERVAL", "1s500ms",
                "HAMSTRING_HTTP_PORT", "0",
                "HAMSTRING_HTTP_ADDRESS", "127.0.0.1",
                "HAMSTRING_LEADER_ELECTION", "off"));

    assertThat(settings.namespaces()).containsExactlyInAnyOrder("security", "dns");
    assertThat(settings.workerImage().pullSecrets()).containsExactly("a", "b");
    assertThat(settings.sweepInterval()).isEqualTo(Duration.ofMillis(1500));
    assertThat(settings.http()).isEqualTo(Http.on("127.0.0.1", 0));
    assertThat(settings.leadership()).isEqualTo(Leadership.ALONE);
  }

  @Test
  void aWebhookIsServedOnDemand() {
    var asked =
        Map.of(
            "HAMSTRING_WORKER_IMAGE", "example/worker:1",
            "HAMSTRING_LEADER_ELECTION", "off",
            "HAMSTRING_WEBHOOK", "on",
            "HAMSTRING_POD_NAMESPACE", "ops",
            "HAMSTRING_WEBHOOK_SERVICE", "hook");

    var webhook = EnvironmentSettings.of(asked).webhook();

    assertThat(webhook.isOn()).isTrue();
    assertThat(webhook.port()).isEqualTo(9443);
    assertThat(webhook.secret()).isEqualTo("hamstring-operator-webhook");
    assertThat(webhook.names())
        .containsExactlyInAnyOrder("hook.ops.svc", "hook.ops.svc.cluster.local", "hook.ops");
    assertThat(
            EnvironmentSettings.of(
                    Map.of(
                        "HAMSTRING_WORKER_IMAGE", "a",
                        "HAMSTRING_LEADER_ELECTION", "off"))
                .webhook()
                .isOn())
        .isFalse();
    assertThatThrownBy(() -> EnvironmentSettings.of(Map.of("HAMSTRING_WEBHOOK", "maybe")))
        .hasMessageContaining("HAMSTRING_WEBHOOK must be on or off, was 'maybe'")
        .hasMessageContaining("HAMSTRING_WEBHOOK needs HAMSTRING_POD_NAMESPACE");
  }

  @Test
  void everyProblemIsNamedAtOnce() {
    assertThatThrownBy(
            () ->
                EnvironmentSettings.of(
                    Map.of("HAMSTRING_SWEEP_INTERVAL", "5", "HAMSTRING_HTTP_PORT", "70000")))
        .hasMessageContaining("HAMSTRING_WORKER_IMAGE is required")
        .hasMessageContaining("HAMSTRING_SWEEP_INTERVAL: '5' is no duration")
        .hasMessageContaining("from 0 to 65535, was '70000'")
        .hasMessageContaining("HAMSTRING_LEADER_ELECTION needs");
  }
}
