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
import java.util.Set;

/**
 * The rules that hold in every module; each module's own directions stand beside them in its {@code
 * ArchitectureTest}.
 */
public final class HouseRules {

  /** Where threads may live: packages that exist for nothing else. */
  public static final String[] THREADED = {"..runtime..", "..watch.."};

  /** Classes outside of those packages that own threads, or are shared by them, with the reason. */
  static final Set<String> EXEMPT =
      Set.of(
          // A server answers on threads of its own.
          "io.hamstring.samples.apiserver.LocalApiServer",
          // A kubelet minds each pod on threads of its own.
          "io.hamstring.samples.kubelet.LocalKubelet",
          // A terminal: lines and tables of several threads must not run together.
          "io.hamstring.samples.view.Screen");

  private static final DescribedPredicate<JavaClass> NOT_EXEMPT =
      describe("are not exempt by name", type -> !EXEMPT.contains(outermost(type).getName()));

  /** A program's entry, with all that is nested in it. */
  public static final DescribedPredicate<JavaClass> A_MAIN =
      describe(
          "belong to a program's entry",
          type ->
              type.getPackageName().startsWith("io.hamstring")
                  && (outermost(type).getSimpleName().endsWith("Main")
                      || outermost(type).tryGetMethod("main", String[].class).isPresent()));

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

  /** To name a program so that it runs in a process of its own is not to use its code. */
  @ArchTest
  static final ArchRule nobodyUsesAMain =
      noClasses()
          .that(DescribedPredicate.not(A_MAIN))
          .should()
          .accessClassesThat(A_MAIN)
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
          .and(NOT_EXEMPT)
          .should()
          .accessTargetWhere(Calls.THAT_MAKE_THREADS)
          .because("one can only reason about threads that one can find");

  @ArchTest
  static final ArchRule locksAreTakenInOnePlace =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .resideOutsideOfPackages(THREADED)
          .and()
          .areDeclaredInClassesThat(NOT_EXEMPT)
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
