package io.hamstring.worker;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.hamstring.house.Canary;
import io.hamstring.house.Directions;
import io.hamstring.house.HouseRules;

/** The worker is adapters: Kafka is known in one package, and a stage knows bytes only. */
@AnalyzeClasses(
    packages = "io.hamstring.worker",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String WORKER = "io.hamstring.worker";
  private static final String KAFKA = WORKER + ".kafka";

  @ArchTest static final ArchTests house = ArchTests.in(HouseRules.class);

  @ArchTest
  static final ArchRule onlyTheAdaptersKnowKafka =
      noClasses()
          .that()
          .resideOutsideOfPackage(KAFKA)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..");

  /** One says what an error means, the other what has to be granted when it is a refusal. */
  @ArchTest
  static final ArchRule oneClassSaysWhatAnErrorMeans =
      noClasses()
          .that(not(are("KafkaFailures", "Grants")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka.common.errors..");

  /** The cluster's own view, and settling the dead incarnations of this pod. */
  @ArchTest
  static final ArchRule theAdminClientHasTwoUsers =
      noClasses()
          .that(not(are("KafkaCluster", "Settling", "ClientSettings")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka.clients.admin..");

  @ArchTest
  static final ArchRule directions =
      Directions.in(WORKER)
          .let("boot")
          .let("kafka", "boot")
          .let("stage.format")
          .let("stage.rules", "stage.format")
          .let("stage.logserver", "stage.format", "stage.rules")
          .let("stage.collector", "stage.format", "stage.rules")
          .let("stage.prefilter", "stage.format", "stage.rules")
          .let("stage.inspector", "stage.format")
          .let("stage.detector", "stage.format")
          .let("stage.alerter", "stage.format")
          .let("stage.sidecar", "stage.format")
          .let("stage.sink", "stage.format")
          .let("stage.monitoring", "stage.format")
          .holdWhereStated();

  @ArchTest
  static final ArchRule aStageKnowsNothingOfItsWorker =
      noClasses()
          .that()
          .resideInAPackage(WORKER + ".stage..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(WORKER, WORKER + ".boot..", KAFKA + "..", WORKER + ".http..");

  @ArchTest
  static void theRulesSawTheWorker(JavaClasses classes) {
    new Canary(classes).saw(40, WORKER + ".stage..");
  }

  private static DescribedPredicate<JavaClass> are(String... simpleNames) {
    return describe(
        "are " + String.join(", ", simpleNames),
        type -> {
          for (var name : simpleNames) {
            if (type.getName().replaceFirst("\\$.*", "").equals(KAFKA + "." + name)) {
              return true;
            }
          }
          return false;
        });
  }
}
