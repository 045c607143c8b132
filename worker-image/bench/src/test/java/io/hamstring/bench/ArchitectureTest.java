package io.hamstring.bench;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.hamstring.house.Directions;
import io.hamstring.house.HouseRules;

@AnalyzeClasses(packages = "io.hamstring.bench", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest static final ArchTests house = ArchTests.in(HouseRules.class);

  @ArchTest
  static final ArchRule directions =
      Directions.in("io.hamstring.bench")
          .let("", "contender", "measure", "report")
          .let("report", "measure")
          .let("measure", "contender", "runtime")
          .let("contender", "runtime")
          .let("runtime")
          .hold();
}
