package io.hamstring.operator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

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
 * The operator has one direction of flow: custom resource, pipeline, desired objects, apply; and
 * telemetry, symptom, condition. What decides is pure; what performs is a thin shell.
 */
@AnalyzeClasses(
    packages = "io.hamstring.operator",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String OPERATOR = "io.hamstring.operator";
  private static final String[] PURE = {
    OPERATOR + ".spec",
    OPERATOR + ".desired",
    OPERATOR + ".telemetry",
    OPERATOR + ".symptom",
    OPERATOR + ".condition",
    OPERATOR + ".scale",
    OPERATOR + ".roles",
    OPERATOR + ".convert"
  };

  @ArchTest static final ArchTests house = ArchTests.in(HouseRules.class);

  @ArchTest static final ArchRule asksForNothing = Purity.asksForNothing(PURE);

  /** {@code SpecSchema} is a constant that is kept as a resource: the schema of the API. */
  @ArchTest
  static final ArchRule touchesNothing =
      Purity.touchesNothingBut(Set.of(OPERATOR + ".spec.SpecSchema"), PURE);

  @ArchTest
  static final ArchRule directions =
      Directions.in(OPERATOR)
          .let("spec")
          .let("convert")
          .let("desired", "spec")
          .let("apply", "spec", "desired")
          .let("telemetry", "spec")
          .let("telemetry.watch", "spec", "telemetry")
          .let("symptom", "spec", "telemetry")
          .let("condition", "symptom")
          .let("scale", "spec", "telemetry")
          .let("webhook", "spec")
          .let("webhook.runtime", "spec", "webhook")
          .let("guard", "spec", "telemetry")
          .let("guard.runtime", "spec", "telemetry", "telemetry.watch", "guard")
          .let("roles", "spec", "telemetry", "guard")
          .let("roles.runtime", "spec", "telemetry", "telemetry.watch", "guard", "roles")
          .holdWhereStated();

  @ArchTest
  static final ArchRule whatIsDesiredIsMadeOfTheSpecAlone =
      classes()
          .that()
          .resideInAPackage(OPERATOR + ".desired..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax.crypto..",
              "com.fasterxml.jackson..",
              "io.fabric8.kubernetes.api..",
              "io.hamstring.api..",
              "io.hamstring.contract..",
              OPERATOR + ".spec..",
              OPERATOR + ".desired..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule whatIsJudgedKnowsNeitherKafkaNorKubernetes =
      noClasses()
          .that()
          .resideInAnyPackage(
              OPERATOR + ".telemetry", OPERATOR + ".symptom", OPERATOR + ".condition")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "io.fabric8..", "io.javaoperatorsdk..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule fewCallTheApiServer =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fabric8.kubernetes.client..", "io.javaoperatorsdk..")
          .allowEmptyShould(true);

  /** {@code ClientSettings} asks the client's own table which settings there are. */
  @ArchTest
  static final ArchRule fewCallKafka =
      noClasses()
          .that()
          .resideOutsideOfPackages("..watch..", OPERATOR + ".guard..")
          .and()
          .doNotHaveFullyQualifiedName(OPERATOR + ".spec.ClientSettings")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka.clients..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule nobodyReadsOrWritesRecords =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveNameMatching("org\\.apache\\.kafka\\.clients\\..*\\.Kafka(Consumer|Producer)")
          .allowEmptyShould(true);

  @ArchTest
  static void theRulesSawTheOperator(JavaClasses classes) {
    new Canary(classes).saw(10, OPERATOR + ".spec");
  }
}
