package io.hamstring.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The rules of the house that only source text shows; a module's test class extends this one. */
public interface SourceRules {

  /** A block leaves no modifier; where methods may be synchronized, blocks may. */
  @Test
  default void locksAreTakenInOnePlace() {
    assertThat(Sources.under("src/main/java").with("\\bsynchronized\\b"))
        .allMatch(
            file ->
                file.matches(".*/(runtime|watch)/.*|.*Main\\.java")
                    || HouseRules.EXEMPT.contains(
                        file.replace('/', '.').replaceFirst("\\.java$", "")));
  }

  @Test
  default void testsDoNotSleep() {
    assertThat(
            Sources.under("src/test/java")
                .with("\\bThread\\.sleep\\b|\\bTimeUnit\\.\\w+\\.sleep\\b"))
        .isEmpty();
  }

  @Test
  default void noTestIsSwitchedOff() {
    assertThat(Sources.under("src/test/java").with("@Disabled\\b|@EnabledIf\\w*|@DisabledOn\\w*"))
        .isEmpty();
  }

  @Test
  default void fakesAreWrittenByHand() {
    assertThat(Sources.under("src/test/java").with("\\borg\\.mockito\\b|\\borg\\.easymock\\b"))
        .isEmpty();
  }

  @Test
  default void noFailureIsPrintedInPassing() {
    assertThat(Sources.under("src/main/java").with("\\.printStackTrace\\(")).isEmpty();
  }
}
