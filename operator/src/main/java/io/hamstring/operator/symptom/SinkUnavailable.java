package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.SinkTrouble;
import java.util.EnumSet;
import java.util.Optional;

/**
 * The monitoring sink cannot write its rows; they wait in Kafka for as long as Kafka keeps them.
 */
final class SinkUnavailable implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.SINK_UNAVAILABLE;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var away =
        evidence.recoveringFrom(EnumSet.of(FailureKind.PROCESSOR_UNAVAILABLE)).stream()
            .filter(report -> SinkTrouble.in(report.recovery().detail()).isPresent())
            .toList();
    if (away.isEmpty()) {
      return evidence.healthyIfHeard(type());
    }
    var detail = away.get(0).recovery().detail();
    var trouble = Optional.of(detail).flatMap(SinkTrouble::in).orElseThrow();
    return Verdict.alert(
        reason(trouble),
        away.size(),
        "stage "
            + evidence.stage()
            + ": "
            + Evidence.pods(away)
            + " wrote no monitoring rows since "
            + away.get(0).recovery().since()
            + ": "
            + detail
            + "; "
            + remedy(trouble)
            + "; rows wait in Kafka until its retention, no restart is needed");
  }

  private static String reason(SinkTrouble trouble) {
    return switch (trouble) {
      case UNREACHABLE -> "ClickHouseUnreachable";
      case REFUSED -> "ClickHouseRefused";
      case MISCONFIGURED -> "ClickHouseMisconfigured";
      case OVERLOADED -> "ClickHouseOverloaded";
    };
  }

  private static String remedy(SinkTrouble trouble) {
    return switch (trouble) {
      case UNREACHABLE -> "start it, or correct spec.monitoring.clickhouse.url";
      case REFUSED -> "correct the Secret of spec.monitoring.clickhouse, or grant what is missing";
      case MISCONFIGURED -> "correct spec.monitoring.clickhouse, or what it names";
      case OVERLOADED -> "see what ClickHouse lacks; for too many parts raise batchSize";
    };
  }
}
