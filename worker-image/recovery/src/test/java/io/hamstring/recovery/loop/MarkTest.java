package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkTest {

  @Test
  void aMarkIsReadAsItWasWritten() {
    var mark = new Mark("id_-1", 6, 2, 1, "hamstring_ns_pod-0_3", 12_345_678_901L);

    assertThat(mark.encoded())
        .isEqualTo("topic=id_-1 of=6 from=12345678901 starts=2 attempt=1 by=hamstring_ns_pod-0_3");
    assertThat(Mark.parse(mark.encoded())).isEqualTo(mark);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "whatever a stranger wrote", "starts=x of=-1 from=99999999999999999999"})
  void whatAStrangerWroteCountsAsNothing(String metadata) {
    assertThat(Mark.parse(metadata)).isEqualTo(Mark.NONE);
  }

  @Test
  void aWorkerDoesNotSuspectItself() {
    var mine = Mark.NONE.begun("me");

    assertThat(mine.isSuspect("me")).isFalse();
    assertThat(mine.isSuspect("somebody else")).isTrue();
    assertThat(mine.begun("me")).isEqualTo(mine);
    assertThat(mine.begun("somebody else").starts()).isEqualTo(2);
  }

  @Test
  void aRecordThatWasGivenUpIsNeverLookedBackAt() {
    var mark = Mark.NONE.of("id", 6).begun("me").gaveUp(41).cleared();

    assertThat(mark.lookBackFrom()).isEqualTo(42);
    assertThat(mark.topicId()).isEqualTo("id");
    assertThat(mark.starts()).isZero();
  }
}
