package io.hamstring.operator.webhook.runtime;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.operator.webhook.CertificateMaker;
import io.hamstring.operator.webhook.CertificatePlan;
import io.hamstring.operator.webhook.Certificates;
import io.hamstring.operator.webhook.WebhookSettings;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the certificates good: the leader makes them, tells the API server whom to trust and writes
 * them to the Secret, in this order, so that nobody shows what is not trusted yet; the others show
 * what they find there. Who believes to be the leader too loses by the Secret's version.
 */
final class CertificateKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(CertificateKeeper.class);
  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /** Rounds in which somebody else was quicker. */
  private static final int TRIES = 5;

  private final KubernetesClient client;
  private final WebhookSettings settings;
  private final CertificateMaker maker;
  private final ShownCertificate shown;
  private final BooleanSupplier leads;
  private Certificates last;

  CertificateKeeper(
      KubernetesClient client,
      WebhookSettings settings,
      CertificateMaker maker,
      ShownCertificate shown,
      BooleanSupplier leads) {
    this.client = client;
    this.settings = settings;
    this.maker = maker;
    this.shown = shown;
    this.leads = leads;
  }

  /**
   * One look, and what it asks for.
   *
   * @throws KubernetesClientException when the API server refuses or fails
   */
  void look(Instant now) {
    for (int i = 0; i < TRIES; i++) {
      try {
        tryLook(now);
        return;
      } catch (KubernetesClientException refused) {
        if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
          throw refused;
        }
        LOG.atDebug().setCause(refused).log("somebody else wrote meanwhile; looking again");
      }
    }
  }

  private void tryLook(Instant now) {
    var secret = secret();
    var stored = secret.map(Secret::getData).flatMap(data -> Certificates.in(orEmpty(data)));
    var plan = CertificatePlan.of(stored.orElse(null), settings.names(), now);
    if (leads.getAsBoolean()) {
      if (plan == CertificatePlan.KEEP) {
        trust(stored.orElseThrow());
      } else {
        var next = maker.next(plan, stored.orElse(null), settings.names(), now);
        trust(next);
        write(secret, next);
        stored = Optional.of(next);
        LOG.atInfo().addKeyValue("secret", settings.secret()).log("{}: {}", plan, next);
      }
    }
    stored.filter(certificates -> !certificates.equals(last)).ifPresent(this::show);
  }

  private void show(Certificates certificates) {
    shown.show(certificates);
    last = certificates;
    LOG.info("the webhook shows its {}", certificates);
  }

  private Optional<Secret> secret() {
    return Optional.ofNullable(
        client.secrets().inNamespace(settings.namespace()).withName(settings.secret()).get());
  }

  private void write(Optional<Secret> before, Certificates certificates) {
    if (before.isPresent()) {
      var secret = new SecretBuilder(before.get()).withData(certificates.data()).build();
      client.resource(secret).lockResourceVersion().update();
    } else {
      client
          .resource(
              new SecretBuilder()
                  .withNewMetadata()
                  .withNamespace(settings.namespace())
                  .withName(settings.secret())
                  .addToLabels(MANAGED_BY, "hamstring-operator")
                  .endMetadata()
                  .withType("Opaque")
                  .withData(certificates.data())
                  .build())
          .create();
    }
  }

  /** Also repairs what somebody else wrote there. */
  private void trust(Certificates certificates) {
    var resource =
        client
            .admissionRegistration()
            .v1()
            .validatingWebhookConfigurations()
            .withName(settings.configuration());
    var configuration = resource.get();
    if (configuration == null) {
      LOG.debug("no ValidatingWebhookConfiguration {} yet", settings.configuration());
      return;
    }
    var bundle = certificates.caBundle();
    var differs = false;
    for (var webhook : configuration.getWebhooks()) {
      if (!bundle.equals(webhook.getClientConfig().getCaBundle())) {
        webhook.getClientConfig().setCaBundle(bundle);
        differs = true;
      }
    }
    if (differs) {
      client.resource(configuration).lockResourceVersion().update();
      LOG.atInfo()
          .addKeyValue("configuration", settings.configuration())
          .log("the API server is told whom to trust");
    }
  }

  private static Map<String, String> orEmpty(Map<String, String> data) {
    return data == null ? Map.of() : data;
  }
}
