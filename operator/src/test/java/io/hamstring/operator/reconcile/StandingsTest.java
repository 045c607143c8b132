package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.api.v1alpha1.StageStatus;
import io.hamstring.operator.apply.Applied;
import io.hamstring.operator.condition.Hold;
import io.hamstring.operator.spec.Problem;
import io.hamstring.operator.spec.Resolution;
import io.hamstring.operator.symptom.Tempo;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * An operator that started while the spec was invalid: there is no stage that could be looked at.
 */
class StandingsTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final PipelineKey KEY = new PipelineKey("security", "dns");

  private final TelemetryBoard board = new TelemetryBoard();
  private final Fleet fleet = new Fleet(null, null);
  private final Standings standings =
      new Standings(
          board, new Judgement(board, fleet, new WatchPlan(Duration.ofSeconds(5), Tempo.STANDARD)));

  private Standing resolved(HamstringPipeline resource, long second) {
    return standings.resolved(
        KEY,
        resource,
        Resolution.refused(
            List.of(new Problem("spec.stages", "must not be empty", "name one")), List.of()),
        Applied.WELL,
        Hold.NONE,
        Steering.NONE,
        T0.plusSeconds(second));
  }

  private static HamstringPipeline resource(long version, HamstringPipelineStatus status) {
    var resource = new HamstringPipeline();
    resource.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("security")
            .withName("dns")
            .withGeneration(1L)
            .withResourceVersion(Long.toString(version))
            .build());
    resource.setStatus(status);
    return resource;
  }

  private static HamstringPipelineStatus status(long lag) {
    var stage = new StageStatus();
    stage.setName("detector");
    stage.setLag(lag);
    var status = new HamstringPipelineStatus();
    status.setObservedGeneration(1L);
    status.setStages(List.of(stage));
    status.setMemory(JsonNodeFactory.instance.objectNode().put("kept", lag));
    status.setConditions(
        List.of(
            new ConditionBuilder()
                .withType("PoisonRecords")
                .withStatus("False")
                .withReason("RecordsWorkable")
                .withMessage("well")
                .withLastTransitionTime(T0.toString())
                .build()));
    return status;
  }

  @Test
  void aCopyOlderThanOurOwnWriteDoesNotSayWhatIsStored() {
    resolved(resource(5, status(1)), 0);
    var ours = status(2);
    standings.wrote(KEY, ours, resource(8, ours), T0);

    assertThat(resolved(resource(5, status(1)), 1).written()).isSameAs(ours);
    assertThat(resolved(resource(7, status(1)), 2).written()).isSameAs(ours);
    var another = status(3);
    assertThat(resolved(resource(9, another), 3).written()).isSameAs(another);
  }

  @Test
  void figuresOfAPredecessorAreNotWrittenOverAtOnce() {
    assertThat(resolved(resource(5, status(1)), 30).writtenAt()).isEqualTo(T0.plusSeconds(30));
    standings.forget(KEY);
    assertThat(resolved(resource(5, null), 30).writtenAt()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void whatCannotBeLookedAtIsUnknownAndWhatWasKnownIsKept() {
    var stored = status(41);

    var page = new StatusPage(board, fleet).of(resolved(resource(5, stored), 60), T0);

    assertThat(page.getStages()).isEqualTo(stored.getStages());
    assertThat(page.getMemory()).isEqualTo(stored.getMemory());
    assertThat(page.getConditions())
        .filteredOn(condition -> condition.getType().equals("PoisonRecords"))
        .singleElement()
        .matches(condition -> condition.getStatus().equals("Unknown"))
        .matches(condition -> condition.getReason().equals("SpecInvalid"));
  }
}
