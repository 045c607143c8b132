package io.hamstring.recovery.loop;

import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.contract.records.SourceIds;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.RecordHeader;
import io.hamstring.recovery.processing.Result;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The traces by which a whole pipeline can be audited: a header with the source ids on each output,
 * and a line in the audit topic for records that end without one. Both are opt-in.
 */
final class AuditTrail {

  private final String stage;
  private final Audit audit;

  AuditTrail(String stage, Audit audit) {
    this.stage = stage;
    this.audit = audit;
  }

  /** The output with its sources and its stage named in headers, if that is asked for. */
  OutputRecord signed(OutputRecord output) {
    if (!audit.recordIds()) {
      return output;
    }
    var partition = output.source().partition();
    var headers = new ArrayList<RecordHeader>(output.headers().size() + 3);
    headers.addAll(output.headers());
    headers.add(
        header(
            SourceIds.HEADER,
            SourceIds.encoded(
                partition.topic(),
                partition.number(),
                Result.offsets(output.sources()),
                output.ordinal())));
    headers.add(header(SourceIds.STAGE_HEADER, stage));
    if (output.lookBack().length > 0) {
      headers.add(
          header(
              SourceIds.LOOK_BACK_HEADER,
              SourceIds.encoded(partition.topic(), partition.number(), output.lookBack(), 0)));
    }
    return output.with(headers);
  }

  /** One line for each rule that ended records of a batch; none if nobody asked. */
  List<OutputRecord> lines(List<Disposal> disposals) {
    if (audit.topic() == null || disposals.isEmpty()) {
      return List.of();
    }
    Map<Rule, List<InputRecord>> byRule = new LinkedHashMap<>();
    for (var disposal : disposals) {
      byRule
          .computeIfAbsent(
              new Rule(disposal.disposition(), disposal.rule()), rule -> new ArrayList<>())
          .add(disposal.record());
    }
    var lines = new ArrayList<OutputRecord>(byRule.size());
    byRule.forEach((rule, records) -> lines.add(line(rule, records)));
    return lines;
  }

  private OutputRecord line(Rule rule, List<InputRecord> records) {
    var partition = records.get(0).partition();
    var sources =
        SourceIds.encoded(partition.topic(), partition.number(), Result.offsets(records), 0);
    var json =
        "{\"stage\":%s,\"sources\":%s,\"disposition\":%s,\"rule\":%s}"
            .formatted(
                quoted(stage), quoted(sources), quoted(rule.disposition.name()), quoted(rule.rule));
    return new OutputRecord(
        audit.topic(),
        stage.getBytes(StandardCharsets.UTF_8),
        json.getBytes(StandardCharsets.UTF_8),
        List.of(),
        records,
        0,
        OutputRecord.NO_LOOK_BACK);
  }

  private static RecordHeader header(String name, String value) {
    return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private static String quoted(String text) {
    var json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  private record Rule(Disposition disposition, String rule) {}
}
