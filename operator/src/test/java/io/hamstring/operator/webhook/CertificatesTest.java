package io.hamstring.operator.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificatesTest {

  private static final Instant T0 = Instant.parse("2026-11-29T00:00:00Z");
  private static final Set<String> NAMES = Set.of("webhook.ops.svc", "webhook.ops");

  private final CertificateMaker maker = new CertificateMaker(new SecureRandom());

  private Certificates first() {
    return maker.next(CertificatePlan.NEW_AUTHORITY, null, NAMES, T0);
  }

  private static Instant day(long day) {
    return T0.plus(Duration.ofDays(day));
  }

  @ParameterizedTest(name = "after {0} days: {1}")
  @CsvSource({
    "0, KEEP",
    "59, KEEP",
    "61, NEW_SERVER",
    "91, NEW_SERVER",
    "729, NEW_SERVER",
    "731, NEW_AUTHORITY",
    "5000, NEW_AUTHORITY"
  })
  void whatIsOldIsMadeAnewInTime(int days, CertificatePlan plan) {
    assertThat(CertificatePlan.of(first(), NAMES, day(days))).isEqualTo(plan);
  }

  @Test
  void aClockThatWasSetBackMakesThemAnew() {
    assertThat(CertificatePlan.of(first(), NAMES, day(-1)))
        .isEqualTo(CertificatePlan.NEW_AUTHORITY);
  }

  @Test
  void anotherNameNeedsAnotherCertificate() {
    assertThat(CertificatePlan.of(first(), Set.of("other.ops.svc"), T0))
        .isEqualTo(CertificatePlan.NEW_SERVER);
  }

  @Test
  void theServersCertificateIsWhatTheApiServerAsksFor() throws Exception {
    var certificates = first();
    X509Certificate server = certificates.server();

    server.verify(certificates.authorities().get(0).getPublicKey());
    server.checkValidity(Date.from(T0));
    assertThat(server.getBasicConstraints()).isEqualTo(-1);
    assertThat(certificates.authorities().get(0).getBasicConstraints()).isZero();
    assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(server.getSubjectAlternativeNames())
        .extracting(name -> (String) name.get(1))
        .containsExactlyInAnyOrderElementsOf(NAMES);
    assertThat(certificates.chain()).containsExactly(server, certificates.authorities().get(0));
  }

  @Test
  void aNewServerCertificateIsSignedByTheSameAuthority() {
    var before = first();

    var after = maker.next(CertificatePlan.NEW_SERVER, before, NAMES, day(61));

    assertThat(after.caBundle()).isEqualTo(before.caBundle());
    assertThat(after.server()).isNotEqualTo(before.server());
    assertThat(CertificatePlan.of(after, NAMES, day(61))).isEqualTo(CertificatePlan.KEEP);
  }

  @Test
  void aNewAuthorityStandsBesideTheOldOneUntilThatHasEnded() {
    var first = first();

    var second = maker.next(CertificatePlan.NEW_AUTHORITY, first, NAMES, day(731));
    var third = maker.next(CertificatePlan.NEW_AUTHORITY, second, NAMES, day(1500));

    assertThat(second.authorities()).hasSize(2).endsWith(first.authorities().get(0));
    assertThat(third.authorities())
        .hasSize(2)
        .doesNotContain(first.authorities().get(0))
        .endsWith(second.authorities().get(0));
  }

  @Test
  void noServerCertificateOutlivesItsAuthority() {
    var last = maker.next(CertificatePlan.NEW_SERVER, first(), NAMES, day(729));

    assertThat(last.server().getNotAfter()).isBefore(last.authorities().get(0).getNotAfter());
  }

  @Test
  void whatIsKeptIsReadBack() {
    var certificates = first();

    var read = Certificates.in(certificates.data()).orElseThrow();

    assertThat(read).isEqualTo(certificates);
    assertThat(read.data()).isEqualTo(certificates.data());
  }

  @ParameterizedTest
  @CsvSource({"tls.crt,", "tls.key, aGVsbG8=", "ca.crt, aGVsbG8=", "ca.key, no-base64-!"})
  void whatCannotBeReadIsMadeAnew(String key, String value) {
    var data = new HashMap<>(first().data());
    if (value == null) {
      data.remove(key);
    } else {
      data.put(key, value);
    }

    assertThat(Certificates.in(data)).isEmpty();
    assertThat(Certificates.in(Map.of())).isEmpty();
    assertThat(CertificatePlan.of(null, NAMES, T0)).isEqualTo(CertificatePlan.NEW_AUTHORITY);
  }

  @Test
  void noKeyIsPrinted() {
    assertThat(List.of(first()).toString()).contains("2027").doesNotContain("KEY", "EC Private");
  }
}
