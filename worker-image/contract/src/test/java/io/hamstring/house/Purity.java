package io.hamstring.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What code that only decides does not do: what it needs comes in as an argument. */
public final class Purity {

  private static final DescribedPredicate<JavaClass> INPUT_OR_OUTPUT =
      resideInAnyPackage("java.io..", "java.net..", "java.nio.file..", "java.nio.channels..")
          .and(DescribedPredicate.not(type(Serializable.class)))
          .and(DescribedPredicate.not(assignableTo(IOException.class)))
          .and(DescribedPredicate.not(type(UncheckedIOException.class)))
          .as("do input or output");

  private static final DescribedPredicate<JavaClass> THE_MACHINE =
      type(Clock.class)
          .or(type(Random.class))
          .or(type(RandomGenerator.class))
          .or(type(Thread.class))
          .or(type(Runtime.class))
          .or(type(ProcessBuilder.class))
          .as("are the machine: its clock, its chance, its threads and processes");

  private Purity() {}

  /** Time, chance and environment come in as arguments. */
  public static ArchRule asksForNothing(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .accessTargetWhere(Calls.FOR_TIME_CHANCE_OR_ENVIRONMENT)
        .orShould()
        .dependOnClassesThat(THE_MACHINE)
        .allowEmptyShould(true);
  }

  /** Nothing is read or written. */
  public static ArchRule touchesNothing(String... packages) {
    return touchesNothingBut(Set.of(), packages);
  }

  /** Nothing is read or written, except by classes that are exempt by their full names. */
  public static ArchRule touchesNothingBut(Set<String> exempt, String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .and(areNot(exempt))
        .should()
        .dependOnClassesThat(INPUT_OR_OUTPUT)
        .allowEmptyShould(true);
  }

  /** A value is what it was made as. */
  public static ArchRule changesNothing(String... packages) {
    return changesNothingBut(Set.of(), packages);
  }

  /** A value is what it was made as, except in classes that are exempt by their full names. */
  public static ArchRule changesNothingBut(Set<String> exempt, String... packages) {
    return fields()
        .that()
        .areDeclaredInClassesThat()
        .resideInAnyPackage(packages)
        .and()
        .areDeclaredInClassesThat(areNot(exempt))
        .should()
        .beFinal()
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaClass> areNot(Set<String> exempt) {
    return describe("are not " + exempt, type -> !exempt.contains(type.getName()));
  }
}
