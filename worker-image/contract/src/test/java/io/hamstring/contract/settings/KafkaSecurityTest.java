package io.hamstring.contract.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.contract.settings.KafkaSecurity.Login;
import io.hamstring.contract.settings.KafkaSecurity.Mechanism;
import io.hamstring.contract.settings.KafkaSecurity.Transport;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaSecurityTest {

  private static final Map<String, String> FILES =
      Map.of("ca", "CA\n", "ca2", "CA2\n", "crt", "CRT\n", "key", "KEY\n", "pw", "s3cret\n");

  @Test
  void withoutAnythingThereIsNothingToSet() {
    assertThat(KafkaSecurity.NONE.clientSettings(FILES::get)).isEmpty();
  }

  @Test
  void withoutFilesJavasOwnAuthoritiesAreTrusted() {
    var security = new KafkaSecurity(Transport.TLS, List.of(), Login.NONE);

    assertThat(security.clientSettings(FILES::get)).isEqualTo(Map.of("security.protocol", "SSL"));
  }

  @Test
  void everyTrustedCertificateCounts() {
    var security = new KafkaSecurity(Transport.TLS, List.of("ca", "ca2"), Login.NONE);

    assertThat(security.clientSettings(FILES::get))
        .containsEntry("ssl.truststore.type", "PEM")
        .containsEntry("ssl.truststore.certificates", "CA\nCA2");
  }

  @Test
  void aClientCertificateIsGivenWithItsKey() {
    var security = new KafkaSecurity(Transport.TLS, List.of("ca"), Login.certificate("crt", "key"));

    assertThat(security.files()).containsExactly("ca", "crt", "key");
    assertThat(security.clientSettings(FILES::get))
        .containsEntry("security.protocol", "SSL")
        .containsEntry("ssl.keystore.type", "PEM")
        .containsEntry("ssl.keystore.certificate.chain", "CRT")
        .containsEntry("ssl.keystore.key", "KEY");
  }

  @ParameterizedTest
  @CsvSource({
    "PLAIN, PLAINTEXT, SASL_PLAINTEXT, PLAIN",
    "PLAIN, TLS, SASL_SSL, PLAIN",
    "SCRAM_SHA_256, TLS, SASL_SSL, SCRAM-SHA-256",
    "SCRAM_SHA_512, PLAINTEXT, SASL_PLAINTEXT, SCRAM-SHA-512"
  })
  void aPasswordGoesIntoTheLoginOfItsMechanism(
      Mechanism mechanism, Transport transport, String protocol, String kafkasName) {
    var security = new KafkaSecurity(transport, List.of(), Login.password(mechanism, "dns", "pw"));

    var settings = security.clientSettings(FILES::get);

    assertThat(settings)
        .containsEntry("security.protocol", protocol)
        .containsEntry("sasl.mechanism", kafkasName);
    assertThat(settings.get("sasl.jaas.config"))
        .endsWith("LoginModule required username=\"dns\" password=\"s3cret\";");
  }

  /** Nothing in a name or password ends the quotes or the line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a"b;c  | a\\"b;c
          a\\b   | a\\\\b
          a'b=c  | a'b=c
          """)
  void whatAPersonMayChooseAsAPasswordIsQuoted(String password, String quoted) {
    var security =
        new KafkaSecurity(
            Transport.PLAINTEXT, List.of(), Login.password(Mechanism.PLAIN, "dns", "pw"));

    assertThat(security.clientSettings(file -> password).get("sasl.jaas.config"))
        .endsWith("password=\"" + quoted + "\";");
  }

  @Test
  void aLineBreakBelongsToThePasswordOnlyInItsMiddle() {
    var security =
        new KafkaSecurity(
            Transport.PLAINTEXT, List.of(), Login.password(Mechanism.PLAIN, "dns", "pw"));

    assertThat(security.clientSettings(file -> "a\nb\r\n").get("sasl.jaas.config"))
        .endsWith("password=\"a\\nb\";");
  }

  @Test
  void whatIsMadeIsWhatIsOwned() {
    var made = new HashSet<String>();
    for (var login :
        List.of(
            Login.certificate("crt", "key"), Login.password(Mechanism.SCRAM_SHA_512, "a", "pw"))) {
      made.addAll(
          new KafkaSecurity(Transport.TLS, List.of("ca"), login)
              .clientSettings(FILES::get)
              .keySet());
    }

    assertThat(KafkaSecurity.OWNED).containsAll(made);
  }

  @Test
  void aCertificateWithoutTlsIsNoProof() {
    assertThatThrownBy(
            () -> new KafkaSecurity(Transport.PLAINTEXT, List.of(), Login.certificate("c", "k")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatItSaysOfItselfHoldsNoSecret() {
    var security =
        new KafkaSecurity(
            Transport.TLS, List.of("ca"), Login.password(Mechanism.PLAIN, "dns", "pw"));

    security.clientSettings(FILES::get);

    assertThat(security.toString()).contains("dns", "pw").doesNotContain("s3cret");
  }
}
