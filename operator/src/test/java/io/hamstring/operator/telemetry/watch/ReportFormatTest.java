package io.hamstring.operator.telemetry.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.sun.net.httpserver.HttpServer;
import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.operator.telemetry.Looks.Report;
import io.hamstring.operator.telemetry.watch.PodSource.PodView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reports of workers that are newer than the operator. */
class ReportFormatTest {

  private static String text(WorkerReport report) throws IOException {
    return JsonMapper.builder().addModule(new JavaTimeModule()).build().writeValueAsString(report);
  }

  private static WorkerReport scraped(String body) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/report",
        exchange -> {
          var bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try {
      var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/report");
      var pod = new PodView("w-0", "Running", true, 0, uri);
      var answer = new ReportScraper(Runnable::run).scrape(List.of(pod), Set.of()).join().get(pod);
      assertThat(answer.silentBecause()).isNull();
      return answer.report();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void causesThatAreNotKnownAreLeftOutAndTheRestIsRead() throws IOException {
    var body =
        text(Report.of("w-0", 1)
                .recovering(FailureKind.TRANSPORT_LOST, 5)
                .recovered(FailureKind.TRANSPORT_LOST, 1)
                .recovered(FailureKind.MEMBERSHIP_LOST, 2)
                .report())
            .replace("TRANSPORT_LOST", "SOMETHING_NEW")
            .replace("\"recoveries\":{}", "\"recoveries\":{\"SOMETHING_NEW\":2,\"STALE_BATCH\":1}");
    assertThat(body).contains("SOMETHING_NEW\":2");

    var report = scraped(body);

    assertThat(report.pod()).isEqualTo("w-0");
    assertThat(report.recovery()).isNull();
    assertThat(report.recoveries())
        .extracting(WorkerReport.RecoveryReport::cause)
        .containsExactly(FailureKind.MEMBERSHIP_LOST);
    assertThat(report.counters().recoveries()).isEqualTo(Map.of(FailureKind.STALE_BATCH, 1L));
  }

  @Test
  void aWorkerThatDoesNotSayWhyItHoldsAPartitionIsRead() throws IOException {
    var body =
        text(Report.of("w-0", 1).holding(3, null).report()).replace(",\"heldBecause\":null", "");
    assertThat(body).doesNotContain("heldBecause");

    var partition = scraped(body).partitions().get(0);

    assertThat(partition.held()).isTrue();
    assertThat(partition.heldBecause()).isNull();
  }
}
