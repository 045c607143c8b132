package io.hamstring.operator.roles;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.report.WorkerRole;
import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.GroupView;
import io.hamstring.operator.telemetry.Looks.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stage that wants two workers and one standby: a and b work, s waits. */
class CrewTest {

  private static final String PREFIX = "dns-detector-";
  private static final PodHome HOME = new PodHome("security", "dns", "detector");
  private static final Duration SWEEP = Duration.ofSeconds(5);

  private final Map<String, CrewPod> pods = new LinkedHashMap<>();
  private Crew crew = new Crew(PREFIX, SWEEP);
  private Instant now = Instant.parse("2026-11-30T00:00:00Z");
  private int replicas = 3;
  private int wanted = 2;

  @BeforeEach
  void start() {
    Stream.of("a", "b", "s").forEach(name -> running(name, 0));
    heard("a", 1, WorkerRole.ACTIVE);
    heard("b", 1, WorkerRole.ACTIVE);
    heard("s", 1, WorkerRole.STANDBY);
    looked("a_1", "b_1");
    assertThat(told()).isEqualTo("s=standby");
  }

  @Test
  void aDeathIsMadeUpForWhenTheDeadWasRemoved() {
    ended("a", 1);
    assertThat(told()).isEqualTo("s=standby");

    removed("a", 1);
    assertThat(told()).isEqualTo("s=active");
    assertThat(told()).as("it counts from now on").isEmpty();

    // The same container once more: it waits, and nothing is handed back.
    running("a", 1);
    heard("a", 2, WorkerRole.NONE);
    assertThat(told()).isEqualTo("a=standby");
  }

  @Test
  void whatWasSeenBeforeAWordUndoesNothing() {
    ended("a", 1);
    removed("a", 1);
    assertThat(told()).isEqualTo("s=active");

    after(1);
    looked("a_1", "b_1");
    heard("a", 1, WorkerRole.ACTIVE);
    heard("s", 1, WorkerRole.STANDBY);
    assertThat(told()).isEmpty();

    after(5);
    looked("b_1", "s_1");
    heard("s", 1, WorkerRole.ACTIVE);
    assertThat(told()).isEmpty();
  }

  @Test
  void aPodThatIsGoneKeepsItsPlaceUntilItIsRemoved() {
    pods.remove("a");
    assertThat(told()).isEqualTo("s=standby");
    after(5);
    looked("a_1", "b_1");
    assertThat(told()).isEqualTo("s=standby");

    removed("a", 1);
    assertThat(told()).isEqualTo("s=active");
  }

  @Test
  void withoutAGuardTheGroupItselfTellsThatAPlaceIsFree() {
    ended("a", 1);
    after(5);
    looked("a_1", "b_1");
    heard("b", 1, WorkerRole.ACTIVE);
    assertThat(told()).isEqualTo("s=standby");

    after(45);
    heard("b", 1, WorkerRole.ACTIVE);
    heard("s", 1, WorkerRole.STANDBY);
    looked("b_1");
    assertThat(told()).isEqualTo("s=active");
  }

  @Test
  void whoeverEndsInGoodOrderKeepsItsPlaceUntilItsContainerEnded() {
    pods.put("a", new CrewPod(pods.get("a").sight(), true, true, "http://a/report", 0));
    assertThat(told()).isEqualTo("s=standby");
    ended("a", 1);
    removed("a", 1);
    assertThat(told()).isEqualTo("s=active");
  }

  @Test
  void twoDeathsAndOneStandby() {
    ended("a", 1);
    ended("b", 1);
    removed("a", 1);
    assertThat(told()).isEqualTo("s=active");
    removed("b", 1);
    assertThat(told()).isEmpty();

    running("a", 1);
    heard("a", 2, WorkerRole.NONE);
    assertThat(told()).isEqualTo("a=active");
    running("b", 1);
    heard("b", 2, WorkerRole.NONE);
    assertThat(told()).isEqualTo("b=standby");
  }

  @Test
  void aStandbyThatDiesWhileItJoinsIsMadeUpForToo() {
    replicas = 4;
    running("t", 0);
    heard("t", 1, WorkerRole.STANDBY);
    ended("a", 1);
    removed("a", 1);
    assertThat(told()).isEqualTo("s=active t=standby");

    ended("s", 1);
    assertThat(told()).as("it may have joined").isEqualTo("t=standby");
    removed("s", 1);
    assertThat(told()).isEqualTo("t=active");
  }

  @Test
  void oneThatCannotBeToldIsPassedOver() {
    replicas = 4;
    running("t", 0);
    heard("t", 1, WorkerRole.STANDBY);
    ended("a", 1);
    removed("a", 1);
    var words = words();
    words.forEach(word -> crew.told(word, now));
    crew.notTold(words.get(0), now);

    assertThat(told()).isEqualTo("t=active");
  }

  @Test
  void aSuccessorTellsNobodyToJoinBeforeItSawTheGroup() {
    crew = new Crew(PREFIX, SWEEP);
    ended("a", 1);
    heard("b", 1, WorkerRole.ACTIVE);
    heard("s", 1, WorkerRole.STANDBY);
    assertThat(told()).isEqualTo("s=standby");

    looked("a_1", "b_1");
    assertThat(told()).isEqualTo("s=standby");
    removed("a", 1);
    assertThat(told()).isEqualTo("s=active");
  }

  @Test
  void aFrozenOneIsReplacedAndTheNewestLeavesWhenItIsBack() {
    removed("a", 1);
    assertThat(told()).isEqualTo("s=active");

    after(30);
    looked("a_1", "b_1", "s_1");
    Stream.of("a", "b", "s").forEach(name -> heard(name, 1, WorkerRole.ACTIVE));
    assertThat(told()).as("it may be about to end").isEmpty();
    after(10);
    Stream.of("a", "b", "s").forEach(name -> heard(name, 1, WorkerRole.ACTIVE));
    assertThat(words()).hasSize(1);
  }

  @Test
  void moreAreWantedAndFewer() {
    wanted = 3;
    replicas = 4;
    assertThat(told()).isEqualTo("s=active");
    running("t", 0);
    heard("t", 1, WorkerRole.NONE);
    assertThat(told()).isEqualTo("t=standby");

    wanted = 2;
    replicas = 3;
    after(60);
    Stream.of("a", "b", "s").forEach(name -> heard(name, 1, WorkerRole.ACTIVE));
    assertThat(told()).as("one pod is still to be deleted").isEmpty();
    pods.remove("t");
    told();
    after(10);
    Stream.of("a", "b", "s").forEach(name -> heard(name, 1, WorkerRole.ACTIVE));
    assertThat(told()).endsWith("=standby");
  }

  private void running(String name, long deadBoot) {
    pods.put(name, pod(name, PodSight.Container.RUNNING, deadBoot));
  }

  private void ended(String name, long deadBoot) {
    pods.put(name, pod(name, PodSight.Container.ENDED, deadBoot));
  }

  private static CrewPod pod(String name, PodSight.Container container, long deadBoot) {
    return new CrewPod(
        new PodSight(HOME, PREFIX + name, container, deadBoot, true, true),
        false,
        true,
        "http://" + name + "/report",
        0);
  }

  private void heard(String name, long boot, WorkerRole role) {
    crew.heard(PREFIX + name, Report.of(PREFIX + name, boot).role(role).report(), now);
  }

  private void looked(String... members) {
    crew.looked(
        GroupView.of(
            Stream.of(members)
                .map(id -> "hamstring_security_" + PREFIX + id)
                .map(id -> new GroupMember(id, id, id, "host", Set.of()))
                .toList()),
        now);
  }

  private void removed(String name, long boot) {
    crew.removed(PREFIX + name, List.of(boot), now);
  }

  private void after(long seconds) {
    now = now.plusSeconds(seconds);
  }

  private List<Word> words() {
    return crew.words(new CrewSight(wanted, replicas, new ArrayList<>(pods.values())), now);
  }

  private String told() {
    var words = words();
    words.forEach(word -> crew.told(word, now));
    return words.stream()
        .map(word -> word.pod().substring(PREFIX.length()) + "=" + word.role().word())
        .collect(Collectors.joining(" "));
  }
}
