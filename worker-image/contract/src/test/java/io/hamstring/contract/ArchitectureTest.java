package io.hamstring.contract;

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

/** What worker and operator agree on is values: they depend on the JDK's values and each other. */
@AnalyzeClasses(
    packages = "io.hamstring.contract",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String CONTRACT = "io.hamstring.contract..";

  @ArchTest static final ArchTests house = ArchTests.in(HouseRules.class);

  @ArchTest static final ArchRule asksForNothing = Purity.asksForNothing(CONTRACT);
  @ArchTest static final ArchRule touchesNothing = Purity.touchesNothing(CONTRACT);
  @ArchTest static final ArchRule changesNothing = Purity.changesNothing(CONTRACT);

  @ArchTest
  static final ArchRule itIsMadeOfTheJdksValues =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java.lang..",
              "java.math",
              "java.nio.charset",
              "java.security",
              "java.time..",
              "java.util",
              "java.util.function",
              "java.util.regex",
              "java.util.stream",
              CONTRACT);

  @ArchTest
  static final ArchRule directions =
      Directions.in("io.hamstring.contract")
          .let("")
          .let("batch", "")
          .let("names", "")
          .let("records")
          .let("report", "")
          .let("settings", "", "batch", "names")
          .hold();

  @ArchTest
  static void theRulesSawTheContract(JavaClasses classes) {
    new Canary(classes)
        .saw(4, "io.hamstring.contract")
        .saw(5, "io.hamstring.contract.batch")
        .saw(5, "io.hamstring.contract.names")
        .saw(3, "io.hamstring.contract.records")
        .saw(8, "io.hamstring.contract.report")
        .saw(10, "io.hamstring.contract.settings");
  }
}
