package io.hamstring.worker.stage.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.contract.settings.Section;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.worker.stage.Lines;
import io.hamstring.worker.stage.Records;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.sidecar.TestSidecar.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What asking a sidecar costs: batches of 50 log lines, each written back by an echo that does
 * nothing else. Run its {@code main}; with a port as argument it asks whoever listens there.
 */
final class SidecarRoundTrip {

  private static final int RECORDS = 50;
  private static final int WARM_UP = 2_000;
  private static final int ROUNDS = 2_000;

  private SidecarRoundTrip() {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try (var echo = new TestSidecar()) {
      echo.answers(request -> new Answer(200, echoed(request)));
      int port = arguments.length == 0 ? echo.port() : Integer.parseInt(arguments[0]);
      var settings = SidecarSettings.of(Section.at("", Map.of("port", port), new ArrayList<>()));
      measure(new SidecarProcessor(settings, "x", List.of("out")));
    }
  }

  private static void measure(SidecarProcessor processor) throws Exception {
    var records = new ArrayList<InputRecord>();
    for (int i = 0; i < RECORDS; i++) {
      var key = ("10.0.0." + i).getBytes(UTF_8);
      records.add(Records.record(i, key, Lines.line("10.0.0." + i, i).getBytes(UTF_8)));
    }
    var batch = new Batch(records.get(0).partition(), records);
    var nanos = new long[ROUNDS];
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      long start = System.nanoTime();
      processor.process(batch, null);
      nanos[Math.max(i, 0)] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    System.out.printf(
        "%d records a batch, %d batches: p50 %.2f ms, p99 %.2f ms%n",
        RECORDS, ROUNDS, nanos[ROUNDS / 2] / 1e6, nanos[ROUNDS * 99 / 100] / 1e6);
  }

  private static String echoed(String request) {
    var asked = Json.document(request.getBytes(UTF_8)).orElseThrow();
    var answer = Json.object();
    answer.set("requestId", asked.get("requestId"));
    var outputs = answer.putArray("outputs");
    for (var record : asked.get("records")) {
      var output = outputs.addObject();
      output.set("key", record.get("key"));
      output.set("value", record.get("value"));
      output.putArray("sources").add(record.get("id"));
    }
    return new String(Json.bytes(answer), UTF_8);
  }
}
