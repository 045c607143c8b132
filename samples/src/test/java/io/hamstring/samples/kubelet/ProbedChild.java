package io.hamstring.samples.kubelet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What runs in the containers of these tests: answers probes, shows its configuration, counts its
 * starts in the pod's own folder, and ends as it is told.
 */
final class ProbedChild {

  private ProbedChild() {}

  public static void main(String[] arguments) throws Exception {
    var starts = Path.of(System.getenv("STATE_DIR"), "starts");
    var boot = Files.exists(starts) ? Integer.parseInt(Files.readString(starts)) + 1 : 1;
    Files.writeString(starts, Integer.toString(boot));
    Files.writeString(Path.of(System.getenv("TERMINATION_LOG")), "boot " + boot);
    System.out.println("boot " + boot + " of " + System.getenv("POD_NAME"));
    if ("true".equals(System.getenv("DEAF"))) {
      Runtime.getRuntime().addShutdownHook(new Thread(ProbedChild::sleepForEver));
    }
    var server =
        HttpServer.create(
            new InetSocketAddress(System.getenv("POD_IP"), Integer.parseInt(arguments[0])), 0);
    server.createContext("/readyz", exchange -> answer(exchange, 200, "ready"));
    server.createContext(
        "/config",
        exchange -> answer(exchange, 200, Files.readString(Path.of(System.getenv("CONFIG")))));
    server.createContext("/exit", ProbedChild::exit);
    server.start();
    System.in.transferTo(OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }

  private static void exit(HttpExchange exchange) throws IOException {
    answer(exchange, 200, "going");
    Runtime.getRuntime().halt(Integer.parseInt(exchange.getRequestURI().getQuery()));
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    try (exchange) {
      var body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static void sleepForEver() {
    try {
      Thread.currentThread().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
