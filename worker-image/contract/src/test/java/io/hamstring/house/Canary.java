package io.hamstring.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatcher;

/** Sees to it that rules saw classes: a renamed package must not make them pass on nothing. */
public record Canary(JavaClasses seen) {

  /** At least {@code count} classes in the packages that {@code pattern} matches. */
  public Canary saw(int count, String pattern) {
    var matcher = PackageMatcher.of(pattern);
    assertThat(seen.stream().filter(type -> matcher.matches(type.getPackageName())))
        .as("classes that the rules saw in " + pattern)
        .hasSizeGreaterThanOrEqualTo(count);
    return this;
  }
}
