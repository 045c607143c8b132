package io.hamstring.worker.stage.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.format.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** A sidecar that answers as a test tells it to. */
final class TestSidecar implements AutoCloseable {

  /** What it answers, and what it was asked. */
  record Answer(int status, String body) {}

  /** How it comes to its answer. */
  interface Answering {
    Answer to(String request) throws InterruptedException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private volatile Answering answering = request -> new Answer(503, "nothing to say");
  private volatile int readiness = 200;

  TestSidecar() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  void ready(int status) {
    readiness = status;
  }

  void answers(Answering given) {
    answering = given;
  }

  /** Answers 200 with the body that {@code body} makes of the request's id. */
  void says(UnaryOperator<String> body) {
    answering = request -> new Answer(200, body.apply(id(request)));
  }

  static String id(String request) {
    return Json.text(Json.document(request.getBytes(UTF_8)).orElseThrow(), "requestId")
        .orElseThrow();
  }

  SidecarProcessor processor(Map<String, Object> further, String... topics) {
    var config = new HashMap<String, Object>(further);
    config.put("port", port());
    var problems = new ArrayList<String>();
    var section = Section.at("config.sidecar", config, problems);
    var settings = SidecarSettings.of(section);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.toString());
    }
    return new SidecarProcessor(settings, "x", List.of(topics));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      var answer =
          exchange.getRequestMethod().equals("GET")
              ? new Answer(
                  exchange.getRequestURI().getPath().equals("/ready") ? readiness : 404, "")
              : answered(request);
      var body = answer.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer answered(String request) throws InterruptedException {
    requests.add(request);
    return answering.to(request);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    server.stop(0);
  }
}
