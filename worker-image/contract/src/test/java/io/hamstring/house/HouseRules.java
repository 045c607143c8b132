package io.hamstring.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/**
 * The rules that hold in every module; each module's own directions stand beside them in its {@code
 * ArchitectureTest}.
 */
public final class HouseRules {

  /** Where threads may live: packages that exist for nothing else. */
  public static final String[] THREADED = {"..runtime..", "..watch.."};

  /** A program's entry, with all that is nested in it. */
  public static final DescribedPredicate<JavaClass> A_MAIN =
      describe("belong to a *Main", type -> outermost(type).getSimpleName().endsWith("Main"));

  @ArchTest
  static final ArchRule packagesDoNotGoRoundInCircles =
      slices().assignedFrom(exactPackages()).should().beFreeOfCycles();

  @ArchTest
  static final ArchRule aClassIsNamedForWhatItIs =
      classes()
          .should(
              Conditions.nameDoesNotMatch(
                  "(Abstract.*|.*(Util|Utils|Helper|Manager|Impl|Info|Data))"))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule nobodyDependsOnAMain =
      noClasses()
          .that(DescribedPredicate.not(A_MAIN))
          .should()
          .dependOnClassesThat(A_MAIN)
          .because("an entry puts parts together; a part that needs it is in the wrong place");

  @ArchTest
  static final ArchRule onlyMainsUseTheStandardStreams =
      noClasses().that(DescribedPredicate.not(A_MAIN)).should(ACCESS_STANDARD_STREAMS);

  @ArchTest
  static final ArchRule nobodyUsesJavaUtilLogging =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

  @ArchTest
  static final ArchRule anExceptionSaysWhatHappened = noClasses().should(THROW_GENERIC_EXCEPTIONS);

  @ArchTest
  static final ArchRule threadsAreMadeInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackages(THREADED)
          .and(DescribedPredicate.not(A_MAIN))
          .should()
          .accessTargetWhere(Calls.THAT_MAKE_THREADS)
          .because("one can only reason about threads that one can find");

  @ArchTest
  static final ArchRule locksAreTakenInOnePlace =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .resideOutsideOfPackages(THREADED)
          .should()
          .notHaveModifier(JavaModifier.SYNCHRONIZED)
          .allowEmptyShould(true);

  private HouseRules() {}

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(HouseRules::outermost).orElse(type);
  }

  private static SliceAssignment exactPackages() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return type.getPackageName().startsWith("io.hamstring")
            ? SliceIdentifier.of(type.getPackageName())
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }
}
