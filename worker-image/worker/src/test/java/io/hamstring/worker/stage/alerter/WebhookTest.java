package io.hamstring.worker.stage.alerter;

import static io.hamstring.worker.stage.Records.batch;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.format.StableId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts at a receiver that takes them, refuses them, is away, or does not answer. */
class WebhookTest {

  private static final String ALERT = "{\"src_ip\":\"10.0.0.1\"}";
  private static final String FIRST = StableId.of("in-3-100", "alert");
  private static final String SECOND = StableId.of("in-3-101", "alert");

  private final ConcurrentLinkedQueue<String> posts = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Integer> answers = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch never = new CountDownLatch(1);
  private HttpServer receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.setExecutor(threads);
    receiver.createContext("/", this::receive);
    receiver.start();
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    receiver.stop(0);
  }

  @Test
  void anAlertIsPostedWithItsIdAndHandedOn() throws Exception {
    var result = alerter().process(batch(ALERT), null);

    assertThat(posts)
        .containsExactly(FIRST + " {\"src_ip\":\"10.0.0.1\",\"alert_id\":\"" + FIRST + "\"}");
    assertThat(result.outputs()).hasSize(1);
    assertThat(alerter().effectsLeaveKafka()).isTrue();
  }

  @Test
  void aReceiverThatIsAwayHoldsTheBatchAndWhatItTookIsNotPostedAgain() throws Exception {
    var alerter = alerter();
    answers.addAll(List.of(200, 503));

    assertThatThrownBy(() -> alerter.process(batch(ALERT, ALERT), null))
        .isInstanceOf(ProcessorUnavailableException.class)
        .hasMessageContaining("answers 503");
    assertThat(alerter.process(batch(ALERT, ALERT), null).outputs()).hasSize(2);

    assertThat(posts.stream().map(post -> post.split(" ")[0]))
        .containsExactly(FIRST, SECOND, SECOND);
  }

  @Test
  void anotherProcessPostsTheSameAlertUnderTheSameId() throws Exception {
    alerter().process(batch(ALERT), null);
    alerter().process(batch(ALERT), null);

    assertThat(posts).hasSize(2).allMatch(post -> post.startsWith(FIRST));
  }

  @Test
  void anAlertThatTheReceiverCanNeverTakeIsRejectedAndTheOthersGoOn() throws Exception {
    answers.add(422);

    var result = alerter().process(batch(ALERT, ALERT), null);

    assertThat(result.rejections())
        .singleElement()
        .matches(rejection -> rejection.reason().equals("the webhook refused the alert: 422"));
    assertThat(result.outputs()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 401, 404, 408, 429, 500})
  void anyOtherAnswerIsNoFaultOfTheAlert(int status) {
    answers.add(status);

    assertThatThrownBy(() -> alerter().process(batch(ALERT), null))
        .isInstanceOf(ProcessorUnavailableException.class);
  }

  @Test
  void aReceiverThatDoesNotAnswerIsNotWaitedForWithoutEnd() {
    answers.add(0);

    assertThatThrownBy(() -> alerter().process(batch(ALERT), null))
        .isInstanceOf(ProcessorUnavailableException.class)
        .hasMessageContaining("did not answer within 2000 ms");
  }

  @Test
  void theSecretsInAnAddressAreNotTold() {
    var alerter = alerter();
    stop();

    assertThatThrownBy(() -> alerter.process(batch(ALERT), null))
        .isInstanceOf(ProcessorUnavailableException.class)
        .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("token"));
  }

  @Test
  void theIdsThatAreRememberedAreBounded() {
    var ids = new RecentIds(2);
    List.of("a", "b", "b", "c").forEach(ids::add);

    assertThat(ids.contains("a")).isFalse();
    assertThat(ids.contains("b") && ids.contains("c")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://host/x", "host/x", "http://", "not a url"})
  void anAddressThatIsNoneIsRefused(String url) {
    assertThatThrownBy(
            () -> StageSettings.processor(StageType.ALERTER, Map.of("webhook", Map.of("url", url))))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("config.webhook.url");
  }

  private StageProcessor<Object> alerter() {
    var url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/alerts?token=secret";
    return StageSettings.processor(
        StageType.ALERTER,
        Map.of("webhook", Map.of("url", url, "timeout", "2s")),
        new Output("alerts", StageType.CUSTOM));
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      posts.add(exchange.getRequestHeaders().getFirst("Idempotency-Key") + " " + body);
      var status = answers.poll();
      if (status != null && status == 0) {
        never.await();
      }
      exchange.sendResponseHeaders(status == null ? 200 : status, -1);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }
}
