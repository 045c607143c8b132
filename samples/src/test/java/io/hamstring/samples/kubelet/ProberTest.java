package io.hamstring.samples.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProberTest {

  @Test
  void anAnswerThatNeverEndsIsAFailure() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      var thread = new Thread(() -> answerWithoutEnd(server));
      thread.setDaemon(true);
      thread.start();
      var told = new CompletableFuture<Boolean>();
      var prober = new Prober(work -> new Thread(work).start(), Runnable::run);

      prober.probe(
          URI.create("http://127.0.0.1:" + server.getLocalPort() + "/livez"),
          Duration.ofSeconds(1),
          told::complete);

      assertThat(told.get(30, TimeUnit.SECONDS)).isFalse();
    }
  }

  private static void answerWithoutEnd(ServerSocket server) {
    try (var socket = server.accept()) {
      var out = socket.getOutputStream();
      out.write(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      while (true) {
        out.write("1\r\nx\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
      }
    } catch (IOException over) {
      return;
    }
  }
}
