package io.hamstring.samples.scale;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.sun.net.httpserver.HttpServer;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerRole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/** Answers for every worker of a fleet: all is well. */
final class ReportServer implements AutoCloseable {

  private final HttpServer server;

  ReportServer() throws IOException {
    var body =
        JsonMapper.builder().addModule(new JavaTimeModule()).build().writeValueAsBytes(report());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
    server.setExecutor(Executors.newFixedThreadPool(2));
    server.createContext(
        "/report",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
  }

  private static WorkerReport report() {
    var now = Instant.now();
    var partition =
        new WorkerReport.PartitionReport("in", 0, 1, 0, 0, 0, 0, false, false, null, null);
    return new WorkerReport(
        WorkerReport.VERSION,
        "default",
        "p",
        "s",
        "w-0",
        1,
        "hamstring_default_w-0_1",
        "hamstring_default_p_s_w-0_1",
        now,
        now.minusSeconds(60),
        WorkerReport.WorkerState.RUNNING,
        true,
        true,
        null,
        1,
        "member",
        1,
        List.of(partition),
        new WorkerReport.Rebalances(1, 0, 0, now.minusSeconds(60), "assigned"),
        new WorkerReport.Latencies(
            Duration.ofMillis(20),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO),
        new WorkerReport.Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of()),
        now,
        List.of(),
        WorkerRole.ACTIVE);
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
