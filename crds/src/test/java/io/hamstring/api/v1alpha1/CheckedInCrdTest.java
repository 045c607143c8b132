package io.hamstring.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The checked-in definition says what the Java types say. */
class CheckedInCrdTest {

  @Test
  void theCheckedInDefinitionIsCurrent() throws IOException {
    var expected = FinishedCrd.text();

    if (Boolean.getBoolean("hamstring.renew")) {
      Files.writeString(FinishedCrd.CHECKED_IN, expected);
    }

    assertThat(Files.exists(FinishedCrd.CHECKED_IN)).isTrue();
    assertThat(Files.readString(FinishedCrd.CHECKED_IN))
        .as(
            "crds/%s is not what the Java types say; renew it with: ./mvnw -pl crds test"
                + " -Dtest=CheckedInCrdTest -Dhamstring.renew=true",
            FinishedCrd.CHECKED_IN)
        .isEqualTo(expected);
  }
}
