package io.hamstring.samples.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.samples.view.Counters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerReportsTest {

  @Test
  void aWorkerWhoseAnswerNeverEndsIsLeftOut() throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      var thread = new Thread(() -> answerWithoutEnd(server));
      thread.setDaemon(true);
      thread.start();
      var pod =
          new WorkerPodView(
              "one", "stage", "127.0.0.1:" + server.getLocalPort(), true, 0, null, null);

      long began = System.nanoTime();
      new WorkerReports().into(new Counters(), List.of(pod));

      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }
  }

  private static void answerWithoutEnd(ServerSocket server) {
    try (var socket = server.accept()) {
      var head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      // Until the client has had enough.
      while (socket.getInputStream().read() >= 0) {
        continue;
      }
    } catch (IOException over) {
      return;
    }
  }
}
