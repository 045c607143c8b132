package io.hamstring.operator.telemetry.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hamstring.operator.telemetry.watch.PodSource.PodView;
import io.hamstring.operator.telemetry.watch.ReportScraper.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReportScraperTest {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ExecutorService one = Executors.newSingleThreadExecutor();
  private final ReportScraper scraper = new ReportScraper(one);
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicBoolean isHungUp = new AtomicBoolean();
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/well", exchange -> answer(exchange, TelemetryWatchTest.REPORT));
    server.createContext("/stalls", this::stall);
    server.createContext("/streams", this::stream);
    server.start();
  }

  @AfterEach
  void hangUp() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
    one.shutdownNow();
  }

  private static void answer(HttpExchange exchange, String report) throws IOException {
    var body = report.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void stall(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 100);
    exchange.getResponseBody().write('{');
    exchange.getResponseBody().flush();
    try {
      over.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private void stream(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    var some = new byte[8192];
    try {
      while (over.getCount() > 0) {
        exchange.getResponseBody().write(some);
      }
    } catch (IOException closed) {
      isHungUp.set(true);
    }
  }

  private PodView pod(String name, String path) {
    var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    return new PodView(name, "Running", true, 0, uri);
  }

  private Map<PodView, Answer> scrape(Collection<PodView> pods) throws Exception {
    return scraper.scrape(pods, Set.of()).get(60, TimeUnit.SECONDS);
  }

  @Test
  void bodiesThatStallGiveTheirSlotsBackAndKeepNobodyWaiting() throws Exception {
    var stalled =
        IntStream.range(0, ReportScraper.IN_FLIGHT + 1)
            .mapToObj(i -> pod("w-" + i, "/stalls"))
            .toList();

    var answers = scrape(stalled);

    assertThat(answers.values())
        .hasSize(stalled.size())
        .allMatch(answer -> answer.report() == null && answer.silentBecause() != null);
    var well = pod("well", "/well");
    assertThat(scrape(List.of(well)).get(well).report()).isNotNull();
  }

  /**
   * As many as there are slots are asked on however slow a machine: a free one is not waited for.
   */
  @Test
  void whoWasPassedOverIsAskedFirstWhateverBecameOfItMeanwhile() throws Exception {
    var stalled =
        IntStream.range(0, 3 * ReportScraper.IN_FLIGHT)
            .mapToObj(i -> pod("w-" + i, "/stalls"))
            .toList();
    var before = stalled.subList(ReportScraper.IN_FLIGHT, 2 * ReportScraper.IN_FLIGHT);
    var passedOver =
        before.stream()
            .map(pod -> new PodView(pod.name(), "Pending", false, 7, pod.report()).identity())
            .collect(Collectors.toSet());

    var answers = scraper.scrape(stalled, passedOver).get(60, TimeUnit.SECONDS);

    assertThat(answers).hasSize(stalled.size());
    assertThat(before)
        .allSatisfy(pod -> assertThat(answers.get(pod)).isNotEqualTo(Answer.PASSED_OVER));
  }

  @Test
  void aBodyWithoutEndIsGivenUpAtTheBound() throws Exception {
    var endless = pod("w-0", "/streams");

    assertThat(scrape(List.of(endless)).get(endless).silentBecause())
        .startsWith("its report is longer than");
    await().atMost(Duration.ofSeconds(60)).untilTrue(isHungUp);
  }
}
