package io.hamstring.operator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.operator.apply.Attempts.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused is not written again and again, and not forgotten either. */
class AttemptsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final ConfigMap OBJECT =
      new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build();

  private final List<Long> triedAt = new ArrayList<>();
  private Applied applied = Applied.WELL;

  private void attempt(long second, String print, int code) {
    var attempts = new Attempts(applied.refused(), START.plusSeconds(second));
    attempts.make(
        "apply",
        OBJECT,
        () ->
            Optional.of(
                new Write(
                    print,
                    () -> {
                      triedAt.add(second);
                      if (code != 200) {
                        throw new KubernetesClientException(
                            new StatusBuilder().withCode(code).withMessage("no, " + print).build());
                      }
                    })));
    applied = attempts.outcome();
  }

  private static void everySecond(Duration time, LongConsumer look) {
    for (long second = 0; second < time.toSeconds(); second++) {
      look.accept(second);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          422 | 0, 10, 70, 370
          400 | 0, 10, 70, 370
          403 | 0, 10, 70, 130, 190, 250, 310, 370, 430, 490, 550
          404 | 0, 10, 70, 130, 190, 250, 310, 370, 430, 490, 550
          """)
  void theSameWriteIsTriedEverMoreSeldom(int code, String seconds) {
    everySecond(Duration.ofMinutes(10), second -> attempt(second, "x", code));

    assertThat(triedAt).asString().isEqualTo("[" + seconds + "]");
    assertThat(applied.refused())
        .extracting(Refusal::words)
        .containsExactly("cannot apply ConfigMap/a: no, x");
  }

  @Test
  void whatCanNeverBeSoIsToldWithARemedy() {
    attempt(0, "spec.selector: field is immutable", 422);

    assertThat(applied.refused().get(0).words())
        .endsWith("field is immutable; delete the object, and it is made anew");
  }

  @Test
  void whatIsNewIsTriedAtOnce() {
    attempt(0, "x", 422);
    attempt(1, "x", 422);
    attempt(2, "y", 422);
    attempt(3, "y", 422);

    assertThat(triedAt).containsExactly(0L, 2L);
    assertThat(applied.again()).contains(START.plusSeconds(12));
  }

  @Test
  void onceItIsTakenNothingIsHeldBack() {
    attempt(0, "x", 422);
    attempt(10, "x", 200);
    attempt(11, "x", 200);

    assertThat(triedAt).containsExactly(0L, 10L, 11L);
    assertThat(applied.isWell()).isTrue();
    assertThat(applied.again()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"409", "429", "500", "503"})
  void whatMayPassIsNotHeldBack(int code) {
    attempt(0, "x", code);
    attempt(2, "x", code);

    assertThat(triedAt).containsExactly(0L, 2L);
    assertThat(applied.refused()).isEmpty();
    assertThat(applied.failing()).hasSize(1);
  }
}
