package io.hamstring.operator.guard;

import static io.hamstring.operator.guard.FleetLooks.STAGE;
import static io.hamstring.operator.telemetry.Looks.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.operator.guard.Eviction.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvictionTest {

  private static final Target DEAD = Target.upTo(STAGE, "dns-0", 3, Cause.TERMINATED);

  private static Eviction begun() {
    return Eviction.begun(DEAD, List.of(3L), T0);
  }

  @Test
  void itFencesAndRemovesThenLooks() {
    var acted = begun().acted(Map.of(3L, Outcome.DONE), Map.of(3L, Outcome.DONE));
    var over = acted.looked(List.of(), T0);

    assertThat(List.of(begun().phase(), acted.phase(), over.phase()))
        .containsExactly(Phase.FENCE_AND_REMOVE, Phase.LOOK, Phase.OVER);
    assertThat(over.evicted()).isEqualTo(1);
    assertThat(over.fenced()).containsExactly(3L);
  }

  @Test
  void aRemovalThatWasLostIsDoneAgain() {
    var again =
        begun().acted(Map.of(3L, Outcome.DONE), Map.of(3L, Outcome.DONE)).looked(List.of(3L), T0);

    assertThat(again.phase()).isEqualTo(Phase.FENCE_AND_REMOVE);
    assertThat(again.toFence()).isEmpty();
    assertThat(again.due()).isAfter(T0).isBefore(T0.plusSeconds(1));
  }

  @Test
  void pausesGrowToFiveSeconds() {
    var eviction = begun();
    for (int round = 0; round < 20; round++) {
      eviction = eviction.unseen(Outcome.failed("no answer"), T0);
    }

    assertThat(Duration.between(T0, eviction.due())).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void aFailedFenceKeepsNoMember() {
    var eviction =
        begun().acted(Map.of(3L, Outcome.failed("no coordinator")), Map.of(3L, Outcome.DONE));
    assertThat(eviction.evicted()).isEqualTo(1);

    var looked = eviction.looked(List.of(), T0);

    assertThat(looked.phase()).as("the id is still open").isEqualTo(Phase.FENCE_AND_REMOVE);
    assertThat(looked.toFence()).containsExactly(3L);
    assertThat(looked.looked(List.of(), T0.plus(Duration.ofMinutes(15))).isOver())
        .as("the broker has ended it by then")
        .isTrue();
  }

  @Test
  void aFenceThatIsNotAllowedEndsWithTheMemberAndNamesTheGrant() {
    var over =
        begun()
            .acted(
                Map.of(3L, Outcome.refused("Write on transactional ids x_*")),
                Map.of(3L, Outcome.DONE))
            .looked(List.of(), T0);

    assertThat(over.isOver()).isTrue();
    assertThat(over.trouble()).isEqualTo(Outcome.refused("Write on transactional ids x_*"));
  }

  @Test
  void aRemovalThatIsNotAllowedIsTriedAgainWhenAPersonCouldHaveGrantedIt() {
    var again =
        begun()
            .acted(Map.of(3L, Outcome.DONE), Map.of(3L, Outcome.refused("Read on group g")))
            .looked(List.of(3L), T0);

    assertThat(again.isOver()).isFalse();
    assertThat(again.trouble()).isEqualTo(Outcome.refused("Read on group g"));
    assertThat(again.due()).isEqualTo(T0.plusSeconds(30));
  }

  @Test
  void aPodThatIsGoneIsLookedForFirst() {
    var gone = Eviction.begun(Target.allOf(STAGE, "dns-0", Cause.VANISHED), List.of(), T0);
    assertThat(gone.phase()).isEqualTo(Phase.LOOK);

    var found = gone.looked(List.of(2L, 3L), T0);

    assertThat(found.phase()).isEqualTo(Phase.FENCE_AND_REMOVE);
    assertThat(found.due()).as("at once").isEqualTo(T0);
    assertThat(found.toFence()).containsExactly(2L, 3L);
    assertThat(gone.looked(List.of(), T0).isOver()).isTrue();
  }

  @Test
  void theNoteOfATerminatedWorkerGivesANumberOnly() {
    assertThat(TerminationNote.bootIn("{\"instanceId\":\"x\",\"boot\":7}\n")).isEqualTo(7);
    for (var other : new String[] {null, "", "boot 7", "[]", "{\"boot\":\"x\"}", "{\"boot\":-3}"}) {
      assertThat(TerminationNote.bootIn(other)).isZero();
    }
  }

  @Test
  void onlyIdsOfTheVerySamePodAndStageAreMeant() {
    assertThat(DEAD.bootOfTransaction("hamstring_security_dns_detector_dns-0_3")).contains(3L);
    for (var other :
        List.of(
            "hamstring_security_dns_detector_dns-0_4",
            "hamstring_security_dns_detector_dns-00_3",
            "hamstring_security_dns_alerter_dns-0_3",
            "hamstring_security_dns2_detector_dns-0_3",
            "hamstring_other_dns_detector_dns-0_3",
            "somebody")) {
      assertThat(DEAD.bootOfTransaction(other)).as(other).isEmpty();
    }
  }
}
