package io.hamstring.samples;

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

/** All modules together: this one sees them all, so it holds what lies between them. */
@AnalyzeClasses(
    packages = "io.hamstring",
    importOptions = {ImportOption.DoNotIncludeTests.class, WithoutTestJars.class})
class ArchitectureTest {

  @ArchTest static final ArchTests house = ArchTests.in(HouseRules.class);

  @ArchTest
  static final ArchRule modulesKnowEachOtherInOneDirection =
      Directions.in("io.hamstring")
          .let("api")
          .let("contract")
          .let("recovery", "contract")
          .let("broker")
          .let("worker", "contract", "recovery")
          .let("operator", "api", "contract")
          .let("samples", "api", "broker", "contract", "operator", "recovery", "worker")
          .hold();

  /** The broker's own classes live in its own JVM: only what runs there may name them. */
  @ArchTest
  static final ArchRule onlyWhatRunsInTheBrokersJvmKnowsTheBroker =
      noClasses()
          .that()
          .haveNameNotMatching("io\\.hamstring\\.broker\\.(BrokerMain|Predecessor)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "kafka..", "org.apache.kafka.server..", "org.apache.kafka.metadata..");

  @ArchTest
  static void theRulesSawAllModules(JavaClasses classes) {
    new Canary(classes)
        .saw(25, "io.hamstring.api..")
        .saw(40, "io.hamstring.contract..")
        .saw(40, "io.hamstring.recovery..")
        .saw(2, "io.hamstring.broker..")
        .saw(40, "io.hamstring.worker..")
        .saw(10, "io.hamstring.operator..")
        .saw(30, "io.hamstring.samples..");
  }
}
