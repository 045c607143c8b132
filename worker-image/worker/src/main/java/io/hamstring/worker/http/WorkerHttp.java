package io.hamstring.worker.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hamstring.contract.report.RoleWord;
import io.hamstring.contract.report.WorkerReport;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What a worker tells: {@code /livez}, {@code /readyz}, {@code /metrics} and {@code /report}; and
 * what it is told: {@code /role}. It only reads the report, so a slow caller holds nobody up.
 */
public final class WorkerHttp implements AutoCloseable {

  private static final String TEXT = "text/plain; charset=utf-8";

  private final HttpServer server;
  private final Supplier<WorkerReport> reports;
  private final Supplier<Optional<String>> obstacles;
  private final Optional<RoleDoor> door;
  private final WorkerMeters meters;

  private WorkerHttp(
      HttpServer server,
      Supplier<WorkerReport> reports,
      Supplier<Optional<String>> obstacles,
      Optional<RoleDoor> door,
      PrometheusMeterRegistry registry) {
    this.server = server;
    this.reports = reports;
    this.obstacles = obstacles;
    this.door = door;
    this.meters = new WorkerMeters(registry, reports);
  }

  /**
   * Starts to listen.
   *
   * @param address with port 0 for any free one
   * @param reports answers at once, on any thread
   * @param obstacles why the stage's processor could not work now; answers within a second
   * @param door where a worker of a stage with standbys is told its role
   * @param threads more than one, so that a slow caller does not keep a probe waiting
   */
  public static WorkerHttp start(
      InetSocketAddress address,
      Supplier<WorkerReport> reports,
      Supplier<Optional<String>> obstacles,
      Optional<RoleDoor> door,
      PrometheusMeterRegistry registry,
      Executor threads)
      throws IOException {
    // Without it an answer waits 40 ms for the acknowledgement of its own headers; the others cut
    // off callers that do not go on.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    System.setProperty("sun.net.httpserver.maxRspTime", "30");
    var http = new WorkerHttp(HttpServer.create(address, 0), reports, obstacles, door, registry);
    http.server.setExecutor(threads);
    http.server.createContext("/", http::answer);
    http.server.start();
    return http;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      if (path.equals(RoleWord.PATH) && door.isPresent()) {
        role(exchange, door.get());
        return;
      }
      if (!exchange.getRequestMethod().equals("GET")) {
        respond(exchange, 405, TEXT, "only GET\n");
        return;
      }
      switch (path) {
        case "/livez" -> probe(exchange, reports.get().live());
        case "/readyz" -> ready(exchange);
        case "/metrics" ->
            respond(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", meters.scrape());
        case "/report" ->
            respond(exchange, 200, "application/json", ReportJson.bytes(reports.get()));
        default -> respond(exchange, 404, TEXT, "/livez /readyz /metrics /report\n");
      }
    }
  }

  private void role(HttpExchange exchange, RoleDoor to) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      exchange.getResponseHeaders().set("Allow", "POST");
      respond(exchange, 405, TEXT, "only POST\n");
      return;
    }
    var answer = to.answer(exchange, reports);
    if (answer.words().isEmpty()) {
      exchange.sendResponseHeaders(answer.status(), -1);
    } else {
      respond(exchange, answer.status(), TEXT, answer.words() + "\n");
    }
  }

  /** A worker whose processor cannot work is not ready, whatever its loop says. */
  private void ready(HttpExchange exchange) throws IOException {
    var obstacle = reports.get().ready() ? obstacles.get() : Optional.<String>empty();
    if (obstacle.isPresent()) {
      respond(exchange, 503, TEXT, obstacle.get() + "\n");
    } else {
      probe(exchange, reports.get().ready());
    }
  }

  private void probe(HttpExchange exchange, boolean good) throws IOException {
    var report = reports.get();
    var recovery = report.recovery();
    respond(
        exchange,
        good ? 200 : 503,
        TEXT,
        report.state() + (recovery == null ? "" : " " + recovery.cause()) + "\n");
  }

  private static void respond(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    respond(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void respond(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}
