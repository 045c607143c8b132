package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.desired.RoleKey;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.Resolution;
import io.hamstring.operator.spec.SpecResolver;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The key of roles: made once, the same for a successor, and no reason for a pipeline to stop. */
class RoleKeysTest {

  private MockApi api;

  @BeforeEach
  void start() {
    api = new MockApi();
  }

  @AfterEach
  void stop() {
    api.close();
  }

  private RoleKeys keys() {
    return new RoleKeys(api.client, MockApi.NAMESPACE);
  }

  private Resolution resolution(int standby) {
    return SpecResolver.create()
        .resolve(
            api.client
                .getKubernetesSerialization()
                .unmarshal(
                    """
                    apiVersion: hamstring.io/v1alpha1
                    kind: HamstringPipeline
                    metadata: {name: dns, namespace: security, uid: u-1}
                    spec:
                      kafka: {bootstrapServers: '127.0.0.1:1'}
                      stages:
                        - {name: a, type: alerter, inputs: {topics: [in]}, standby: %d}
                    """
                        .formatted(standby),
                    HamstringPipeline.class));
  }

  private boolean keepsStandbys(Resolution resolution) {
    return resolution.pipeline().orElseThrow().stages().stream()
        .anyMatch(PipelineStage::keepsStandbys);
  }

  private byte[] stored() {
    var secret =
        api.client.secrets().inNamespace(MockApi.NAMESPACE).withName(RoleKeys.SECRET).get();
    return secret == null ? null : Base64.getDecoder().decode(secret.getData().get("key"));
  }

  @Test
  void itIsMadeForTheFirstPipelineThatNeedsItAndReadByASuccessor() {
    var first = keys();
    first.complete(resolution(0));
    assertThat(stored()).as("nobody needs it yet").isNull();

    assertThat(keepsStandbys(first.complete(resolution(1)))).isTrue();
    var made = stored();
    assertThat(first.known()).contains(new RoleKey(made));

    var successor = keys();
    successor.complete(resolution(1));
    assertThat(successor.known()).isEqualTo(first.known());
    assertThat(stored()).isEqualTo(made);
  }

  @Test
  void withoutItThePipelineRunsWithoutStandbysAndSaysSoUntilItIsThere() {
    var keys = keys();
    api.dispatcher.forbid(MockApi.NAMESPACE);

    var without = keys.complete(resolution(1));

    assertThat(keepsStandbys(without)).isFalse();
    assertThat(without.warnings().toString())
        .contains("spec.stages[].standby", RoleKeys.SECRET, "rbac.standby=true");
    assertThat(keys.areMissed(resolution(1))).isTrue();
    assertThat(keys.areMissed(resolution(0))).isFalse();

    api.dispatcher.forbid("");

    assertThat(keepsStandbys(keys.complete(resolution(1)))).isTrue();
    assertThat(keys.areMissed(resolution(1))).isFalse();
  }

  @Test
  void eachPipelineHasATokenOfItsOwnThatFollowsFromTheKey() {
    var key = new RoleKey(new byte[RoleKey.BYTES]);
    var other = new byte[RoleKey.BYTES];
    other[0] = 1;

    assertThat(key.token("u-1"))
        .hasSize(64)
        .isEqualTo(new RoleKey(new byte[RoleKey.BYTES]).token("u-1"))
        .isNotEqualTo(key.token("u-2"))
        .isNotEqualTo(new RoleKey(other).token("u-1"));
    assertThat(key).hasToString("RoleKey");
  }
}
