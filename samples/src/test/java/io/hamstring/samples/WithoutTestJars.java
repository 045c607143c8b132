package io.hamstring.samples;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/**
 * Leaves out the test jars of other modules: once a build packages, their test classes come as
 * jars, which {@link ImportOption.DoNotIncludeTests} does not know for tests.
 */
final class WithoutTestJars implements ImportOption {

  @Override
  public boolean includes(Location location) {
    return !location.contains("-tests.jar");
  }
}
