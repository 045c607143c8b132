package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.operator.condition.PipelineHealth;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.condition.StageWorkers.Rollout;
import io.hamstring.operator.telemetry.PipelineKey;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PipelineMetricsTest {

  private static final PipelineKey DNS = new PipelineKey("security", "dns");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final PipelineMetrics metrics = new PipelineMetrics(registry);

  private void publish(int ready) {
    metrics.publish(
        DNS,
        PipelineHealth.unseen(),
        List.of(new StageWorkers("detector", 2, ready, Rollout.SETTLED, null, "")),
        Map.of());
  }

  private static String workers(String state, int count) {
    return "hamstring_stage_workers{namespace=\"security\",pipeline=\"dns\",stage=\"detector\",state=\""
        + state
        + "\"} "
        + count
        + ".0\n";
  }

  @Test
  void aSeriesSaysWhatWasPublishedLast() {
    publish(1);
    assertThat(registry.scrape())
        .contains(
            "# TYPE hamstring_stage_workers gauge", workers("wanted", 2), workers("ready", 1));

    publish(2);
    assertThat(registry.scrape()).contains(workers("ready", 2)).doesNotContain(workers("ready", 1));
  }

  @Test
  void aPipelineThatIsGoneHasNoSeries() {
    publish(1);

    metrics.forget(DNS);

    assertThat(registry.scrape()).doesNotContain("security");
  }
}
