package io.hamstring.operator.webhook.runtime;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.operator.webhook.AdmissionReviews;
import io.hamstring.operator.webhook.CertificateMaker;
import io.hamstring.operator.webhook.PipelineAdmission;
import io.hamstring.operator.webhook.WebhookSettings;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The validating webhook: a server, and a thread that keeps its certificates good. */
public final class Webhook implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);

  /** Without a certificate nobody is answered. */
  private static final Duration AT_FIRST = Duration.ofSeconds(1);

  /** Two reads each; a renewal has a month's time. */
  private static final Duration LATER = Duration.ofMinutes(1);

  private final CertificateKeeper keeper;
  private final ShownCertificate shown;
  private final WebhookServer server;
  private final ScheduledExecutorService thread;
  private final Clock clock;

  // Confined to the thread.
  private Duration pause = AT_FIRST;

  private Webhook(
      CertificateKeeper keeper, ShownCertificate shown, WebhookServer server, Clock clock) {
    this.keeper = keeper;
    this.shown = shown;
    this.server = server;
    this.clock = clock;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              var one = new Thread(task, "webhook certificates");
              one.setDaemon(true);
              return one;
            });
  }

  /**
   * Begins to serve, and to look for a certificate.
   *
   * @param leads whether this operator is the one that writes
   */
  public static Webhook start(
      KubernetesClient client,
      WebhookSettings settings,
      PipelineAdmission admission,
      BooleanSupplier leads,
      Clock clock) {
    var shown = new ShownCertificate();
    var keeper =
        new CertificateKeeper(
            client, settings, new CertificateMaker(new SecureRandom()), shown, leads);
    var address = new InetSocketAddress(settings.address(), settings.port());
    var server = WebhookServer.serve(address, shown, new AdmissionReviews(admission));
    var webhook = new Webhook(keeper, shown, server, clock);
    webhook.thread.execute(webhook::look);
    return webhook;
  }

  private void look() {
    try {
      keeper.look(clock.instant());
    } catch (RuntimeException failed) {
      LOG.atWarn().setCause(failed).log("the webhook's certificates were not looked after");
    }
    if (!thread.isShutdown()) {
      var longer = pause.multipliedBy(2);
      pause = isReady() || longer.compareTo(LATER) > 0 ? LATER : longer;
      thread.schedule(this::look, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Whether it has a certificate that holds. */
  public boolean isReady() {
    return shown.isGood(clock.instant());
  }

  /** The port it serves on. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    thread.shutdownNow();
    server.close();
  }
}
