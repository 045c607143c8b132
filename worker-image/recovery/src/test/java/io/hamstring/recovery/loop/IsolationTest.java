package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class IsolationTest {

  private final Isolation isolation = new Isolation(3, 50);
  private long now = -TimeUnit.HOURS.toNanos(1);

  @Test
  void aFailingBatchIsHalvedUntilItsRecordIsAlone() {
    int size = 50;
    int rounds = 0;
    while (size > 1) {
      assertThat(isolation.failed(size, now)).isFalse();
      size = isolation.bounded(50);
      rounds++;
    }
    assertThat(rounds).isEqualTo(5);
    assertThat(isolation.failed(1, now)).isFalse();
    assertThat(isolation.failed(1, now)).isFalse();
    assertThat(isolation.failed(1, now)).as("the third failure alone").isTrue();
  }

  @Test
  void itRestsBetweenTriesAndEachTimeLonger() {
    isolation.failed(1, now);
    assertThat(isolation.isResting(now)).isTrue();
    assertThat(isolation.isResting(now + TimeUnit.MILLISECONDS.toNanos(101))).isFalse();

    isolation.failed(1, now);
    assertThat(isolation.isResting(now + TimeUnit.MILLISECONDS.toNanos(101))).isTrue();
    assertThat(isolation.isResting(now + TimeUnit.MILLISECONDS.toNanos(201))).isFalse();
  }

  @Test
  void itGrowsBackAsBatchesSucceed() {
    isolation.one();
    isolation.passed(1);
    assertThat(isolation.bounded(50)).isEqualTo(2);
    isolation.passed(2);
    assertThat(isolation.bounded(50)).isEqualTo(4);
    isolation.passed(1);
    assertThat(isolation.bounded(50)).as("a short batch proves nothing").isEqualTo(4);
  }

  @Test
  void itBeginsSmallAndGrows() {
    var first = new Isolation(3, 8);
    assertThat(first.bounded(50)).isEqualTo(8);
    first.passed(8);
    first.passed(16);
    first.passed(32);
    assertThat(first.bounded(50)).isEqualTo(50);
  }
}
