package io.hamstring.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules bite: each is broken by a class planted for it, and only there. */
class HouseRulesTest {

  private static final String PLANTED = "io.hamstring.house.planted..";
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPackages("io.hamstring.house.planted");

  @Test
  void eachRuleFindsWhatWasPlantedForIt() {
    var rules =
        Map.of(
            HouseRules.aClassIsNamedForWhatItIs, "PortManager",
            HouseRules.nobodyUsesAMain, "PortManager.start()",
            HouseRules.onlyMainsUseTheStandardStreams, "PortManager.fail()",
            HouseRules.nobodyUsesJavaUtilLogging, "PortManager.fail()",
            HouseRules.anExceptionSaysWhatHappened, "PortManager.fail()",
            HouseRules.threadsAreMadeInOnePlace, "PortManager.start()",
            HouseRules.locksAreTakenInOnePlace, "PortManager.id()");

    rules.forEach(
        (rule, culprit) ->
            assertThat(violations(rule))
                .as(rule.getDescription())
                .isNotEmpty()
                .allMatch(line -> line.contains(culprit)));
  }

  @Test
  void aCircleOfPackagesIsFound() {
    assertThat(violations(HouseRules.packagesDoNotGoRoundInCircles))
        .singleElement()
        .asString()
        .contains("Crew", "PortManager");
  }

  @Test
  void codeThatIsNotPureIsFound() {
    assertThat(violations(Purity.asksForNothing("..planted")))
        .anyMatch(line -> line.contains("Instant.now()"))
        .anyMatch(line -> line.contains("UUID.randomUUID()"))
        .anyMatch(line -> line.contains("java.lang.Thread"));
    assertThat(violations(Purity.touchesNothing(PLANTED)))
        .anyMatch(line -> line.contains("Files.delete("));
    assertThat(violations(Purity.touchesNothing("..planted.runtime"))).isEmpty();
    assertThat(violations(Purity.changesNothing(PLANTED)))
        .singleElement()
        .asString()
        .contains("PortManager.count");
  }

  @Test
  void onlyStatedDirectionsAreTaken() {
    var root = "io.hamstring.house.planted";

    assertThat(violations(Directions.in(root).let("", "runtime").let("runtime", "").hold()))
        .isEmpty();
    assertThat(violations(Directions.in(root).let("", "runtime").let("runtime").hold()))
        .isNotEmpty()
        .allMatch(line -> line.contains("Crew.join("));
    assertThat(violations(Directions.in(root).let("runtime", "").hold()))
        .contains(root + ".PortManager is in a package without a stated direction");
    assertThat(violations(Directions.in(root).let("runtime", "").holdWhereStated())).isEmpty();
    assertThat(violations(Directions.in(root).let("runtime").holdWhereStated())).isNotEmpty();
  }

  @Test
  void theCanaryDiesWhereThereAreNoClasses() {
    var canary = new Canary(CLASSES);

    assertThat(canary.saw(2, "..planted").saw(1, "..planted.runtime")).isEqualTo(canary);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> canary.saw(1, "..renamed.."))
        .withMessageContaining("..renamed..");
  }

  @Test
  void commentsAndTextsAreNoCode() {
    assertThat(
            Sources.withoutCommentsAndTexts("/* synchronized */ \"synchronized\" // synchronized"))
        .isBlank();
    assertThat(Sources.withoutCommentsAndTexts("\"a \\\" b\"; synchronized (this) {} // c"))
        .contains("synchronized (this)")
        .doesNotContain("a", "//");
    assertThat(Sources.under("src/test/java").with("new Thread\\("))
        .containsExactly("io/hamstring/house/planted/PlantedMain.java");
  }

  private static List<String> violations(ArchRule rule) {
    return rule.evaluate(CLASSES).getFailureReport().getDetails();
  }
}
