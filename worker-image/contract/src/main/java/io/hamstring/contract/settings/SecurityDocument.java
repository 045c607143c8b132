package io.hamstring.contract.settings;

import io.hamstring.contract.settings.KafkaSecurity.Login;
import io.hamstring.contract.settings.KafkaSecurity.Mechanism;
import io.hamstring.contract.settings.KafkaSecurity.Transport;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The part of the configuration document that says how Kafka's clients prove who they are. */
final class SecurityDocument {

  private SecurityDocument() {}

  /** Empty when there is nothing to say. */
  static Map<String, Object> of(KafkaSecurity security) {
    var document = new LinkedHashMap<String, Object>();
    if (security.transport() == Transport.TLS) {
      document.put("tls", true);
      put(document, "trusted_certificate_files", security.trusted());
    }
    var login = security.login();
    if (login.mechanism() != Mechanism.NONE) {
      document.put("mechanism", login.mechanism().id());
      put(document, "username", login.username());
      put(document, "password_file", login.passwordFile());
      put(document, "certificate_file", login.certificateFile());
      put(document, "key_file", login.keyFile());
    }
    return document;
  }

  private static void put(Map<String, Object> document, String key, Object value) {
    if (value != null && !List.of().equals(value)) {
      document.put(key, value);
    }
  }

  static KafkaSecurity parse(Section security) {
    var transport = security.flag("tls", false) ? Transport.TLS : Transport.PLAINTEXT;
    var trusted = security.texts("trusted_certificate_files");
    if (transport == Transport.PLAINTEXT && !trusted.isEmpty()) {
      security.problem("trusted_certificate_files", "has a meaning only with tls: true");
    }
    var mechanism =
        security.converted(
            "mechanism",
            text ->
                Mechanism.ofId(text)
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "must be one of "
                                    + Arrays.stream(Mechanism.values())
                                        .map(Mechanism::id)
                                        .collect(Collectors.joining(", "))
                                    + ", was '"
                                    + text
                                    + "'")),
            Mechanism.NONE);
    if (mechanism == Mechanism.TLS && transport == Transport.PLAINTEXT) {
      security.problem("tls", "must be true with mechanism tls");
      return KafkaSecurity.NONE;
    }
    return new KafkaSecurity(transport, trusted, login(security, mechanism));
  }

  private static Login login(Section security, Mechanism mechanism) {
    if (mechanism == Mechanism.TLS) {
      return Login.certificate(
          security.requiredText("certificate_file"), security.requiredText("key_file"));
    }
    return mechanism.isSasl()
        ? Login.password(
            mechanism, security.requiredText("username"), security.requiredText("password_file"))
        : Login.NONE;
  }
}
