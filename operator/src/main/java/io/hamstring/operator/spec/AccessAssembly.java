package io.hamstring.operator.spec;

import io.hamstring.api.v1alpha1.AuthenticationSpec;
import io.hamstring.api.v1alpha1.AuthenticationType;
import io.hamstring.api.v1alpha1.KafkaSpec;
import io.hamstring.api.v1alpha1.TlsSpec;
import io.hamstring.contract.settings.KafkaSecurity;
import io.hamstring.contract.settings.KafkaSecurity.Login;
import io.hamstring.contract.settings.KafkaSecurity.Mechanism;
import io.hamstring.contract.settings.KafkaSecurity.Transport;
import io.hamstring.operator.spec.KafkaAccess.Credentials;
import io.hamstring.operator.spec.KafkaAccess.Hidden;
import io.hamstring.operator.spec.SecretKey.Content;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads how Kafka is to be reached from a spec in which nothing of it was refused. */
final class AccessAssembly {

  /** What the workers' connections need, those of the operator need too. */
  private static final Set<String> INHERITED =
      Set.of(
          "client.dns.lookup",
          "ssl.cipher.suites",
          "ssl.enabled.protocols",
          "ssl.endpoint.identification.algorithm",
          "ssl.protocol");

  private static final FieldPath KAFKA = FieldPath.SPEC.field("kafka");

  private AccessAssembly() {}

  /**
   * @param consumerConfig the free settings of the workers' consumers
   */
  static KafkaAccess of(KafkaSpec kafka, Map<String, String> consumerConfig) {
    var workers =
        credentials(kafka.getTls(), kafka.getAuthentication(), KAFKA.field("authentication"));
    var own = kafka.getAdmin() == null ? null : kafka.getAdmin().getAuthentication();
    var operator =
        own == null
            ? workers
            : credentials(kafka.getTls(), own, KAFKA.field("admin").field("authentication"));
    var inherited = new TreeMap<>(consumerConfig);
    inherited.keySet().retainAll(INHERITED);
    return new KafkaAccess(
        workers,
        operator,
        new Hidden(inherited),
        kafka.getRack() == null ? null : kafka.getRack().getTopologyKey());
  }

  private static Credentials credentials(
      TlsSpec tls, AuthenticationSpec authentication, FieldPath path) {
    if (tls == null && authentication == null) {
      return Credentials.NONE;
    }
    var files = new TreeMap<String, SecretKey>();
    var trusted = new ArrayList<String>();
    var certificates = tls == null ? null : tls.getTrustedCertificates();
    for (var source : Lists.orEmpty(certificates)) {
      var file = "trusted-" + trusted.size() + ".crt";
      files.put(
          file,
          new SecretKey(
              source.getSecretName(),
              source.getCertificate(),
              KAFKA.field("tls").field("trustedCertificates").item(trusted.size()).text(),
              Content.CERTIFICATES));
      trusted.add(file);
    }
    var transport = tls == null ? Transport.PLAINTEXT : Transport.TLS;
    return new Credentials(
        new KafkaSecurity(transport, trusted, login(authentication, path, files)), files);
  }

  private static Login login(
      AuthenticationSpec authentication, FieldPath path, Map<String, SecretKey> files) {
    if (authentication == null) {
      return Login.NONE;
    }
    if (authentication.getType() == AuthenticationType.TLS) {
      var pair = authentication.getCertificateAndKey();
      var field = path.field("certificateAndKey").text();
      files.put(
          "client.crt",
          new SecretKey(pair.getSecretName(), pair.getCertificate(), field, Content.CERTIFICATES));
      files.put(
          "client.key",
          new SecretKey(pair.getSecretName(), pair.getKey(), field, Content.PRIVATE_KEY));
      return Login.certificate("client.crt", "client.key");
    }
    var source = authentication.getPasswordSecret();
    files.put(
        "password",
        new SecretKey(
            source.getSecretName(),
            source.getPassword(),
            path.field("passwordSecret").text(),
            Content.PASSWORD));
    return Login.password(
        Mechanism.valueOf(authentication.getType().name()),
        authentication.getUsername(),
        "password");
  }
}
