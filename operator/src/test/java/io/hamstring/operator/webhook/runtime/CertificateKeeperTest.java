package io.hamstring.operator.webhook.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.webhook.AdmissionReviews;
import io.hamstring.operator.webhook.CertificateMaker;
import io.hamstring.operator.webhook.PipelineAdmission;
import io.hamstring.operator.webhook.WebhookSettings;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leader and others, with a Kubernetes API in this JVM, real TLS, and time by hand. */
class CertificateKeeperTest {

  private static final WebhookSettings SETTINGS =
      new WebhookSettings("127.0.0.1", 0, "ops", "hook", "hook-tls", "hook");
  private static final Instant T0 = Instant.now();

  private static KubernetesMockServer server;
  private static KubernetesClient client;

  @BeforeAll
  static void startApi() {
    server =
        new KubernetesMockServer(
            new Context(),
            new MockWebServer(),
            new HashMap<>(),
            new KubernetesCrudDispatcher(),
            false);
    server.init();
    client = server.createClient();
  }

  @AfterAll
  static void stopApi() {
    client.close();
    server.destroy();
  }

  @BeforeEach
  void announce() {
    client.secrets().inNamespace("ops").delete();
    client.admissionRegistration().v1().validatingWebhookConfigurations().delete();
    client
        .resource(
            new ValidatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName("hook")
                .endMetadata()
                .addNewWebhook()
                .withName("pipelines.hamstring.io")
                .withNewClientConfig()
                .withNewService()
                .withName("hook")
                .withNamespace("ops")
                .endService()
                .endClientConfig()
                .endWebhook()
                .build())
        .create();
  }

  private static CertificateKeeper keeper(ShownCertificate shown, boolean leads) {
    return new CertificateKeeper(
        client, SETTINGS, new CertificateMaker(new SecureRandom()), shown, () -> leads);
  }

  private static Secret secret() {
    return client.secrets().inNamespace("ops").withName("hook-tls").get();
  }

  private static String caBundle() {
    return client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName("hook")
        .get()
        .getWebhooks()
        .get(0)
        .getClientConfig()
        .getCaBundle();
  }

  private static Instant day(long day) {
    return T0.plus(Duration.ofDays(day));
  }

  @Test
  void whoDoesNotLeadWaitsForWhatTheLeaderWrites() {
    var leaders = new ShownCertificate();
    var others = new ShownCertificate();

    keeper(others, false).look(T0);
    assertThat(others.isGood(T0)).isFalse();
    assertThat(secret()).isNull();

    keeper(leaders, true).look(T0);
    keeper(others, false).look(T0);

    assertThat(others.isGood(T0)).isTrue();
    assertThat(serial(others)).isEqualTo(serial(leaders));
    assertThat(caBundle()).isEqualTo(secret().getData().get("ca.crt"));
  }

  @Test
  void nothingIsWrittenWhileAllIsGood() {
    var keeper = keeper(new ShownCertificate(), true);
    keeper.look(T0);
    var version = secret().getMetadata().getResourceVersion();

    keeper.look(day(59));

    assertThat(secret().getMetadata().getResourceVersion()).isEqualTo(version);
  }

  @Test
  void whatSomebodyElseWroteIntoTheConfigurationIsRepaired() {
    var keeper = keeper(new ShownCertificate(), true);
    keeper.look(T0);
    var good = caBundle();
    var configuration =
        client.admissionRegistration().v1().validatingWebhookConfigurations().withName("hook");
    configuration.edit(
        c -> {
          c.getWebhooks().get(0).getClientConfig().setCaBundle("");
          return c;
        });

    keeper.look(T0);

    assertThat(caBundle()).isEqualTo(good);
  }

  @Test
  void aSecretThatIsDamagedIsMadeAnew() {
    var shown = new ShownCertificate();
    var keeper = keeper(shown, true);
    keeper.look(T0);
    var before = serial(shown);
    client
        .resource(new SecretBuilder(secret()).withData(Map.of("tls.crt", "aGVsbG8=")).build())
        .update();

    keeper.look(T0);

    assertThat(serial(shown)).isNotEqualTo(before);
    assertThat(caBundle()).isEqualTo(secret().getData().get("ca.crt"));
  }

  /** Two that both believe to lead: by the Secret's version one loses, and takes the other's. */
  @Test
  void ofTwoWritersOneIsBelievedByBoth() throws Exception {
    var shown = new ShownCertificate[] {new ShownCertificate(), new ShownCertificate()};
    var together = new CyclicBarrier(2);
    var threads = Executors.newFixedThreadPool(2);
    try {
      var looks =
          Stream.of(shown)
              .map(
                  one ->
                      threads.submit(
                          () -> {
                            together.await();
                            keeper(one, true).look(T0);
                            return null;
                          }))
              .toList();
      for (var look : looks) {
        look.get();
      }
    } finally {
      threads.shutdownNow();
    }
    keeper(shown[0], true).look(T0);
    keeper(shown[1], true).look(T0);

    assertThat(serial(shown[0])).isEqualTo(serial(shown[1]));
    assertThat(caBundle()).isEqualTo(secret().getData().get("ca.crt"));
  }

  @Test
  void aServerShowsItsNextCertificateWithoutARestart() throws Exception {
    var shown = new ShownCertificate();
    var leader = keeper(shown, true);
    leader.look(T0);
    var reviews = new AdmissionReviews(new PipelineAdmission(SpecResolver.create(), Stream::empty));
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (var webhook = WebhookServer.serve(address, shown, reviews)) {
      var first = ask(webhook.port(), caBundle(), T0);

      leader.look(day(61));
      var second = ask(webhook.port(), caBundle(), day(61));
      var bundleBefore = caBundle();
      leader.look(day(731));
      var third = ask(webhook.port(), caBundle(), day(731));

      assertThat(second).as("renewed in time").isNotEqualTo(first);
      assertThat(third).as("of a new authority").isNotEqualTo(second);
      assertThat(caBundle()).isNotEqualTo(bundleBefore);
      assertThat(decoded(caBundle()))
          .as("the old authority counts on")
          .endsWith(decoded(bundleBefore));
    }
  }

  @Test
  void anExpiredCertificateIsNotGood() {
    var shown = new ShownCertificate();
    keeper(shown, true).look(T0);

    assertThat(shown.isGood(day(89))).isTrue();
    assertThat(shown.isGood(day(91))).isFalse();
  }

  private static String serial(ShownCertificate shown) {
    return shown.chooseServerAlias("EC", null, null);
  }

  private static String decoded(String bundle) {
    return new String(Base64.getDecoder().decode(bundle));
  }

  /** Sends a review over TLS and answers the serial number of the certificate that it saw. */
  private static String ask(int port, String bundle, Instant at) throws Exception {
    var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    var number = 0;
    for (var authority :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(Base64.getDecoder().decode(bundle)))) {
      trusted.setCertificateEntry("a" + number++, authority);
    }
    var anchors = new PKIXBuilderParameters(trusted, new X509CertSelector());
    anchors.setRevocationEnabled(false);
    anchors.setDate(Date.from(at));
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(new CertPathTrustManagerParameters(anchors));
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    var connection =
        (HttpsURLConnection)
            URI.create("https://127.0.0.1:" + port + "/validate").toURL().openConnection();
    connection.setSSLSocketFactory(context.getSocketFactory());
    // The service's name does not resolve here; that it is in the certificate is tested elsewhere.
    connection.setHostnameVerifier((host, session) -> true);
    connection.setRequestProperty("Connection", "close");
    connection.setDoOutput(true);
    connection
        .getOutputStream()
        .write(
            """
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
             "request": {"uid": "u", "operation": "CREATE", "namespace": "security",
               "object": {"metadata": {"name": "dns", "namespace": "security"}, "spec": {}}}}
            """
                .getBytes());
    try (var body = connection.getInputStream()) {
      var shown = (X509Certificate) connection.getServerCertificates()[0];
      JsonNode answer = new ObjectMapper().readTree(body);
      assertThat(answer.at("/response/allowed").asBoolean()).isFalse();
      assertThat(answer.at("/response/status/message").asText()).contains("spec.kafka: is missing");
      return shown.getSerialNumber().toString(16);
    } finally {
      connection.disconnect();
    }
  }
}
