package io.hamstring.operator.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.operator.telemetry.ClusterTraits.Needs;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterTraitsTest {

  /** Levels as brokers say them: 20 is 3.8, 21 is 3.9, 25 is 4.0; ? is not said. */
  @ParameterizedTest(name = "metadata {0}, group {1}, max {2}, {3}: {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          25 | 1 | 900000 | CONSUMER | 30  | ''
          33 | 1 | 30000  | CONSUMER | 30  | ''
          21 | ? | 900000 | CLASSIC  | 30  | ''
          25 | 0 | 900000 | CLASSIC  | 30  | ''
          ?  | ? | ?      | CONSUMER | 900 | ''
          20 | ? | 900000 | CLASSIC  | 30  | older than 3.9
          21 | ? | 900000 | CONSUMER | 30  | older than 4.0
          23 | 0 | 900000 | CONSUMER | 30  | older than 4.0
          25 | 0 | 900000 | CONSUMER | 30  | feature group.version is off
          25 | 1 | 60000  | CONSUMER | 61  | spec.timeouts.transaction is 61000ms, above transaction.max.timeout.ms of the brokers (60000)
          """)
  void aClusterIsUnfitOnlyForWhatItSays(
      String metadata,
      String group,
      String max,
      GroupProtocol protocol,
      int seconds,
      String because) {
    var traits = new ClusterTraits(figure(metadata), figure(group), figure(max));

    var unfit = traits.whyUnfitFor(new Needs(protocol, Duration.ofSeconds(seconds)));

    if (because.isEmpty()) {
      assertThat(unfit).isEmpty();
    } else {
      assertThat(unfit).contains(because);
    }
  }

  private static Figure figure(String text) {
    return text.equals("?") ? Figure.unknown("not said") : Figure.of(Long.parseLong(text));
  }
}
