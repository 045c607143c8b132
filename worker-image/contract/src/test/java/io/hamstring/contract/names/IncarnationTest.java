package io.hamstring.contract.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncarnationTest {

  private static final Incarnation THIRD =
      new Incarnation("security", "dns", "dga-detector", "dns-dga-detector-7d9f-x2x4z", 3);

  @Test
  void itsIdsNameNothingButThisStart() {
    assertThat(THIRD.instanceId()).isEqualTo("hamstring_security_dns-dga-detector-7d9f-x2x4z_3");
    assertThat(THIRD.transactionalId())
        .isEqualTo("hamstring_security_dns_dga-detector_dns-dga-detector-7d9f-x2x4z_3");
    assertThat(THIRD.at(4).instanceId()).isNotEqualTo(THIRD.instanceId());
    assertThat(THIRD.at(4).transactionalId()).isNotEqualTo(THIRD.transactionalId());
  }

  @Test
  void aTransactionalIdNamesItsIncarnation() {
    for (var one : new Incarnation[] {THIRD, THIRD.at(1), THIRD.at(Long.MAX_VALUE)}) {
      assertThat(Incarnation.ofTransactionalId(one.transactionalId())).contains(one);
    }
    var dotted = new Incarnation("a", "b.c.d", "0", "b.c.d-0-1", 12);
    assertThat(Incarnation.ofTransactionalId(dotted.transactionalId())).contains(dotted);
  }

  /** What reads almost like one of ours is another's, and must never be fenced as ours. */
  @ParameterizedTest(name = "''{0}''")
  @ValueSource(
      strings = {
        "",
        "hamstring",
        "hamstring_ns_pod_1",
        "hamstring_ns_p_s_pod",
        "hamstring_ns_p_s_pod_",
        "hamstring_ns_p_s_pod_0",
        "hamstring_ns_p_s_pod_-1",
        "hamstring_ns_p_s_pod_+1",
        "hamstring_ns_p_s_pod_01",
        "hamstring_ns_p_s_pod_١",
        "hamstring_ns_p_s_pod_1x",
        "hamstring_ns_p_s_pod_9223372036854775808",
        "hamstring_ns_p_s__1",
        "hamstring_ns_p_s_pod_1_",
        "_hamstring_ns_p_s_pod_1",
        "Hamstring_ns_p_s_pod_1",
        "hamster_ns_p_s_pod_1",
        "my-app-0a6c"
      })
  void anotherIdNamesNone(String id) {
    assertThat(Incarnation.ofTransactionalId(id)).isEmpty();
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"", "a_b", "_"})
  void aPartThatIsNoKubernetesNameIsRefused(String part) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Incarnation(part, "p", "s", "pod", 1))
        .withMessageContaining("'" + part + "'");
    assertThatIllegalArgumentException().isThrownBy(() -> new Incarnation("ns", "p", "s", part, 1));
  }

  @Test
  void bootCountsFromOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> THIRD.at(0))
        .withMessage("boot counts from 1, was 0");
  }

  @Test
  void aGroupIsNamedByItsStage() {
    assertThat(GroupNames.of("security", "dns", "dga-detector"))
        .isEqualTo("hamstring_security_dns_dga-detector");
  }
}
