package io.hamstring.recovery;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.hamstring.house.Canary;
import io.hamstring.house.Directions;
import io.hamstring.house.HouseRules;
import io.hamstring.house.Purity;
import java.util.Set;

/**
 * The recovery core knows the JDK and the contract. It decides in {@code plan}, which holds values
 * only; time, chance and threads are given to it, and only {@code runtime} makes them.
 */
@AnalyzeClasses(
    packages = "io.hamstring.recovery",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String RECOVERY = "io.hamstring.recovery";
  private static final String[] ALL_BUT_RUNTIME = {
    RECOVERY + ".assignment..",
    RECOVERY + ".loop..",
    RECOVERY + ".plan..",
    RECOVERY + ".port..",
    RECOVERY + ".processing.."
  };
  private static final String[] VALUES = {RECOVERY + ".assignment..", RECOVERY + ".plan.."};

  @ArchTest static final ArchTests house = ArchTests.in(HouseRules.class);

  @ArchTest static final ArchRule asksForNothing = Purity.asksForNothing(ALL_BUT_RUNTIME);
  @ArchTest static final ArchRule touchesNothing = Purity.touchesNothing(ALL_BUT_RUNTIME);

  /** {@code RecoveryPlan} collects steps and is never handed out. */
  @ArchTest
  static final ArchRule changesNothing =
      Purity.changesNothingBut(Set.of(RECOVERY + ".plan.RecoveryPlan"), VALUES);

  @ArchTest
  static final ArchRule itKnowsTheJdkAndTheContract =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "io.hamstring.contract..", RECOVERY + "..");

  @ArchTest
  static final ArchRule directions =
      Directions.in(RECOVERY)
          .let("processing")
          .let("port", "processing")
          .let("assignment", "processing")
          .let("plan", "assignment", "processing")
          .let("loop", "assignment", "plan", "port", "processing")
          .let("runtime", "assignment", "loop", "plan", "port", "processing")
          .hold();

  @ArchTest
  static void theRulesSawTheCore(JavaClasses classes) {
    new Canary(classes).saw(10, RECOVERY + ".processing").saw(10, RECOVERY + ".port");
  }
}
