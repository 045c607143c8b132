package io.hamstring.samples.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlindnessTest {

  @Test
  void onlyFailuresInARowCount() {
    var blindness = new Blindness(2);

    assertThat(blindness.failedOnceTooOften()).isFalse();
    assertThat(blindness.failedOnceTooOften()).isFalse();
    blindness.saw();
    assertThat(blindness.failedOnceTooOften()).isFalse();
    assertThat(blindness.failedOnceTooOften()).isFalse();

    assertThat(blindness.failedOnceTooOften()).isTrue();
    assertThat(blindness.failed()).isEqualTo(3);
  }
}
