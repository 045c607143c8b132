package io.hamstring.operator.webhook.runtime;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.hamstring.operator.webhook.AdmissionReviews;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the API server on {@code /validate}, over TLS. */
final class WebhookServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookServer.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int THREADS = 4;

  /** An update brings two objects, and etcd keeps none above 1.5 MiB. */
  private static final int LONGEST_BODY = 4 * 1024 * 1024;

  private final HttpsServer server;
  private final ExecutorService threads;

  private WebhookServer(HttpsServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /** Begins to serve; port 0 picks a free one. */
  static WebhookServer serve(
      InetSocketAddress address, ShownCertificate certificate, AdmissionReviews reviews) {
    try {
      var server = HttpsServer.create(address, 0);
      var threads =
          Executors.newFixedThreadPool(
              THREADS,
              task -> {
                var thread = new Thread(task, "webhook");
                thread.setDaemon(true);
                return thread;
              });
      server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
      server.setExecutor(threads);
      server.createContext("/validate", exchange -> answer(exchange, reviews));
      server.start();
      return new WebhookServer(server, threads);
    } catch (IOException taken) {
      throw new UncheckedIOException("cannot serve the webhook on " + address, taken);
    }
  }

  private static void answer(HttpExchange exchange, AdmissionReviews reviews) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("POST")) {
        send(exchange, 405, "text/plain", "POST an AdmissionReview\n".getBytes());
        return;
      }
      var body = exchange.getRequestBody().readNBytes(LONGEST_BODY + 1);
      if (body.length > LONGEST_BODY) {
        send(exchange, 413, "text/plain", "longer than 4 MiB\n".getBytes());
        return;
      }
      try {
        var answer = reviews.answer(MAPPER.readTree(body));
        send(exchange, 200, "application/json", MAPPER.writeValueAsBytes(answer));
      } catch (IOException | IllegalArgumentException noReview) {
        var words = String.valueOf(noReview.getMessage()).lines().findFirst().orElse("");
        send(exchange, 400, "text/plain", words.getBytes(StandardCharsets.UTF_8));
      } catch (RuntimeException bug) {
        LOG.atError().setCause(bug).log("review not answered");
        send(exchange, 500, "text/plain", "the operator's log says why\n".getBytes());
      }
    }
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  /** The port it serves on. */
  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
