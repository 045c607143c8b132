package io.hamstring.operator.guard;

import static io.hamstring.operator.guard.FleetLooks.STAGE;
import static io.hamstring.operator.guard.FleetLooks.instance;
import static io.hamstring.operator.guard.FleetLooks.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.operator.guard.PodSight.Container;
import io.hamstring.operator.telemetry.GuardView.Ghost;
import io.hamstring.operator.telemetry.GuardView.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Who is taken for frozen, and what is taken for a ghost. */
class VigilTest {

  private Vigil vigil = Vigil.EMPTY;

  /** Looks every 2 s as the guard does; answers who was taken out, with the second. */
  private List<String> watch(long from, long to, LongFunction<FleetLooks> fleet) {
    var out = new ArrayList<String>();
    for (long second = from; second <= to; second += 2) {
      var look = fleet.apply(second).look();
      vigil = vigil.after(look);
      var frozen = vigil.frozen(look);
      vigil = vigil.tookOut(frozen, look.at());
      for (var target : frozen) {
        out.add(second + " " + target.pod() + " " + target.cause());
      }
    }
    return out;
  }

  @Test
  void aWorkerThatNoWitnessSawAliveForTenSecondsIsFrozen() {
    assertThat(watch(0, 30, s -> FleetLooks.at(s).stiff(0, 3).well(1, 1).well(2, 1)))
        .containsExactly("10 dns-0 FROZEN");
  }

  @Test
  void onlyItsOwnMembershipIsMeant() {
    watch(0, 8, s -> FleetLooks.at(s).stiff(0, 3).well(1, 1));
    var look = FleetLooks.at(10).stiff(0, 3).well(1, 1).look();

    assertThat(vigil.after(look).frozen(look))
        .containsExactly(Target.only(STAGE, pod(0), 3, "m0", Cause.FROZEN));
  }

  @Test
  void oneWitnessOfItsLifeIsEnough() {
    assertThat(
            watch(
                0,
                60,
                s ->
                    FleetLooks.at(s)
                        .well(1, 1)
                        .stiff(0, 1)
                        // It commits.
                        .committed(0, s)))
        .isEmpty();
    assertThat(
            watch(
                0,
                60,
                s ->
                    FleetLooks.at(s)
                        .well(1, 1)
                        .member("m0", instance(0, 1), 0)
                        .committed(0, 5)
                        .silent(0)
                        // The kubelet says that it is ready.
                        .pod(0, Container.RUNNING, 0, true)))
        .isEmpty();
    assertThat(
            watch(
                0,
                60,
                s ->
                    FleetLooks.at(s)
                        .well(1, 1)
                        .member("m0", instance(0, 1), 0)
                        .committed(0, 5)
                        // It answers.
                        .answers(0, 1)
                        .pod(0, Container.RUNNING, 0, false)))
        .isEmpty();
  }

  @Test
  void anAnswerInBetweenBeginsTheSilenceAnew() {
    var fleet =
        (LongFunction<FleetLooks>)
            s ->
                s == 8
                    ? FleetLooks.at(s)
                        .well(1, 1)
                        .member("m0", instance(0, 1), 0)
                        .pod(0, Container.RUNNING, 0, false)
                        .answers(0, 1)
                        .committed(0, 5)
                    : FleetLooks.at(s).well(1, 1).stiff(0, 1);

    assertThat(watch(0, 30, fleet)).containsExactly("20 dns-0 FROZEN");
  }

  @Test
  void whoWasNotAskedIsNotSilent() {
    assertThat(watch(0, 58, s -> FleetLooks.at(s).stiffAndPassedOver(0, 1).well(1, 1).well(2, 1)))
        .isEmpty();
    assertThat(watch(60, 90, s -> FleetLooks.at(s).stiff(0, 1).well(1, 1).well(2, 1)))
        .as("the silence begins when it is asked")
        .containsExactly("70 dns-0 FROZEN");
  }

  @Test
  void aLookThatDidNotAskEndsNoSilenceAndTakesNobodyOut() {
    assertThat(
            watch(
                0,
                30,
                s ->
                    s % 4 == 0
                        ? FleetLooks.at(s).stiff(0, 1).well(1, 1).well(2, 1)
                        : FleetLooks.at(s).stiffAndPassedOver(0, 1).well(1, 1).well(2, 1)))
        .containsExactly("12 dns-0 FROZEN");
  }

  @Test
  void nobodyIsTakenOutWhenNobodyOfThoseAnswersWhoWereAsked() {
    assertThat(
            watch(
                0,
                120,
                s ->
                    FleetLooks.at(s)
                        .stiff(0, 1)
                        .stiff(1, 1)
                        .stiffAndPassedOver(2, 1)
                        .stiffAndPassedOver(3, 1)))
        .isEmpty();
  }

  @Test
  void nobodyIsTakenOutWhenNobodyAnswers() {
    assertThat(watch(0, 120, s -> FleetLooks.at(s).stiff(0, 1).stiff(1, 1).stiff(2, 1))).isEmpty();
  }

  @Test
  void theOnlyWorkerIsNeverTakenOut() {
    assertThat(watch(0, 120, s -> FleetLooks.at(s).stiff(0, 1))).isEmpty();
  }

  @Test
  void halfOfAFleetStaysWithinOneSession() {
    assertThat(
            watch(
                0,
                40,
                s -> FleetLooks.at(s).stiff(0, 1).stiff(1, 1).stiff(2, 1).stiff(3, 1).well(4, 1)))
        .hasSize(2);
  }

  @Test
  void afterASessionMoreMayFollow() {
    assertThat(
            watch(
                0,
                60,
                s ->
                    s <= 10
                        ? FleetLooks.at(s).stiff(0, 1).stiff(1, 1).well(2, 1)
                        // The one taken out came back with its next start.
                        : FleetLooks.at(s).well(0, 2).stiff(1, 1).well(2, 1)))
        .containsExactly("10 dns-0 FROZEN", "56 dns-1 FROZEN");
  }

  @Test
  void aPredecessorsEvictionsCount() {
    assertThat(
            watch(
                0,
                60,
                s ->
                    FleetLooks.at(s)
                        // No member any more, silent, unready: somebody took it out.
                        .pod(0, Container.RUNNING, 0, false)
                        .silent(0)
                        .stiff(1, 1)
                        .well(2, 1)))
        .isEmpty();
  }

  @Test
  void aPredecessorsEvictionsCountWhetherOrNotThereWasTimeToAsk() {
    assertThat(
            watch(
                0,
                60,
                s ->
                    FleetLooks.at(s)
                        .pod(0, Container.RUNNING, 0, false)
                        .passedOver(0)
                        .stiff(1, 1)
                        .well(2, 1)))
        .isEmpty();
  }

  @Test
  void aWorkerThatWasNeverAMemberIsLeftAlone() {
    assertThat(
            watch(
                0,
                60,
                s ->
                    FleetLooks.at(s)
                        .pod(0, Container.RUNNING, 0, false)
                        .silent(0)
                        .well(1, 1)
                        .well(2, 1)))
        .isEmpty();
  }

  @Test
  void anUnknownGroupFreezesNobody() {
    watch(0, 20, s -> FleetLooks.at(s).groupUnknown().stiff(0, 1).well(1, 1));

    assertThat(watch(22, 22, s -> FleetLooks.at(s).groupUnknown().stiff(0, 1).well(1, 1)))
        .isEmpty();
  }

  @Test
  void aLostNodeCountsOnlyWhenTheSpecSaysSo() {
    var fleet =
        (LongFunction<FleetLooks>)
            s ->
                FleetLooks.at(s)
                    .well(1, 1)
                    .member("m0", instance(0, 1), 0)
                    .committed(0, 5)
                    .silent(0)
                    .pod(0, Container.RUNNING, 0, true, false);

    assertThat(watch(0, 60, fleet)).isEmpty();
    assertThat(watch(62, 90, s -> fleet.apply(s).lostNodesCount()))
        .hasSize(1)
        .first()
        .asString()
        .endsWith("dns-0 LOST_NODE");
  }

  @Test
  void aDeadWorkersMemberIsAGhostWhenItOutlivesItsSession() {
    watch(0, 44, s -> FleetLooks.at(s).well(1, 1).member("m0", instance(0, 1), 0));
    var before = FleetLooks.at(44).well(1, 1).member("m0", instance(0, 1), 0).look();
    var after = FleetLooks.at(45).well(1, 1).member("m0", instance(0, 1), 0).look();

    assertThat(vigil.ghosts(before)).isEmpty();
    assertThat(vigil.ghosts(after)).extracting(Ghost::kind).containsExactly(Kind.DEAD_WORKER);
    assertThat(vigil.after(FleetLooks.at(46).well(1, 1).look()).ghosts(after))
        .as("forgotten once it was gone")
        .isEmpty();
  }

  @Test
  void aForeignMemberIsNamedAfterASessionAndNeverEvicted() {
    var fleet =
        (LongFunction<FleetLooks>)
            s ->
                FleetLooks.at(s)
                    .well(1, 1)
                    .member("guest", "", 2)
                    .member("other", "hamstring_security_other-0_1", 3);
    watch(0, 44, fleet::apply);

    assertThat(vigil.ghosts(fleet.apply(44).look())).isEmpty();
    var look = fleet.apply(45).look();
    assertThat(vigil.ghosts(look))
        .extracting(ghost -> ghost.kind() + " " + ghost.member().memberId())
        .containsExactlyInAnyOrder("FOREIGN guest", "FOREIGN other");
    assertThat(vigil.superseded(look)).isEmpty();
    assertThat(Deaths.among(look)).isEqualTo(new Deaths(Set.of(), Set.of()));
  }

  @Test
  void aMemberThatIsListedTwiceIsAGhostAtOnce() {
    var look = FleetLooks.at(0).well(1, 1).member("x", "", 2).member("x", "", 2).look();

    assertThat(vigil.after(look).ghosts(look))
        .extracting(ghost -> ghost.kind() + " " + ghost.member().memberId())
        .containsExactly("LISTED_TWICE x");
    assertThat(Deaths.among(look)).isEqualTo(new Deaths(Set.of(), Set.of()));
  }

  @Test
  void whatAWorkerLeftUnderAnOlderIdIsEvictedAfterASession() {
    var fleet =
        (LongFunction<FleetLooks>)
            s -> FleetLooks.at(s).well(0, 4).member("old", instance(0, 3), 7).well(1, 1);
    watch(0, 44, fleet::apply);
    var look = fleet.apply(46).look();

    assertThat(Deaths.among(look).targets())
        .as("a termination message names it")
        .containsExactly(Target.upTo(STAGE, pod(0), 3, Cause.TERMINATED));
    assertThat(vigil.superseded(look)).containsExactly(Target.upTo(STAGE, pod(0), 3, Cause.GHOST));
  }

  @Test
  void theDeadAreFoundFromPodsAndGroupAlone() {
    var look =
        FleetLooks.at(0)
            .member("m0", instance(0, 2), 0)
            .pod(0, Container.RUNNING, 2, true)
            .member("m1", instance(1, 1), 1)
            .pod(1, Container.RUNNING, 0, true)
            .member("m2", instance(2, 1), 2)
            .member("stranger", "hamstring_security_other-1_1", 3)
            .member("foreign", "hamstring_elsewhere_dns-3_1", 4)
            .member("nobody", "", 5)
            .lingering("hamstring_security_dns_detector_dns-0_1")
            .lingering("hamstring_security_dns_detector_dns-9_1")
            .lingering("hamstring_security_dns_detector_dns-1_1")
            .look();

    var deaths = Deaths.among(look);

    assertThat(deaths.targets())
        .containsExactlyInAnyOrder(
            Target.upTo(STAGE, pod(0), 2, Cause.TERMINATED), Target.exactly(STAGE, pod(0), 1));
    assertThat(deaths.missing()).containsExactlyInAnyOrder("dns-2", "dns-9");
  }
}
