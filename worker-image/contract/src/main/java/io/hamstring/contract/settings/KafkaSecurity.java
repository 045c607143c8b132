package io.hamstring.contract.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * How clients and brokers prove to each other who they are. Certificates, keys and passwords stand
 * in files; only the names of the files are here, so that it may be printed.
 *
 * @param trusted files of PEM certificates that sign those of the brokers; empty for the
 *     authorities that Java trusts; of no meaning without TLS
 */
public record KafkaSecurity(Transport transport, List<String> trusted, Login login) {

  /** Plain text, and nobody asks who the client is. */
  public static final KafkaSecurity NONE =
      new KafkaSecurity(Transport.PLAINTEXT, List.of(), Login.NONE);

  /** The client settings that {@link #clientSettings} makes, so that nobody else may. */
  public static final List<String> OWNED =
      List.of(
          "sasl.jaas.config",
          "sasl.mechanism",
          "security.protocol",
          "ssl.key.password",
          "ssl.keystore.certificate.chain",
          "ssl.keystore.key",
          "ssl.keystore.location",
          "ssl.keystore.password",
          "ssl.keystore.type",
          "ssl.truststore.certificates",
          "ssl.truststore.location",
          "ssl.truststore.password",
          "ssl.truststore.type");

  public KafkaSecurity {
    trusted = List.copyOf(trusted);
    if (login.mechanism() == Mechanism.TLS && transport != Transport.TLS) {
      throw new IllegalArgumentException("a client certificate needs TLS");
    }
  }

  /** What runs on the connection. */
  public enum Transport {
    PLAINTEXT,
    TLS
  }

  /** How the client proves who it is. */
  public enum Mechanism {
    /** Not at all. */
    NONE,
    /** By a certificate. */
    TLS,
    /** By name and password, sent as they are. */
    PLAIN,
    /** By name and salted password. */
    SCRAM_SHA_256,
    SCRAM_SHA_512;

    /** The name in a configuration file. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The mechanism of that name. */
    public static Optional<Mechanism> ofId(String id) {
      return List.of(values()).stream().filter(mechanism -> mechanism.id().equals(id)).findFirst();
    }

    /** Whether a name and a password are sent. */
    public boolean isSasl() {
      return this != NONE && this != TLS;
    }
  }

  /**
   * The client's proof. Files that the mechanism does not use are null.
   *
   * @param passwordFile a line break at its end does not belong to the password
   * @param certificateFile PEM, the client's own certificate first
   * @param keyFile PEM, PKCS#8, without a password
   */
  public record Login(
      Mechanism mechanism,
      String username,
      String passwordFile,
      String certificateFile,
      String keyFile) {

    /** None. */
    public static final Login NONE = new Login(Mechanism.NONE, null, null, null, null);

    /** By name and password. */
    public static Login password(Mechanism mechanism, String username, String passwordFile) {
      return new Login(mechanism, username, passwordFile, null, null);
    }

    /** By a certificate. */
    public static Login certificate(String certificateFile, String keyFile) {
      return new Login(Mechanism.TLS, null, null, certificateFile, keyFile);
    }
  }

  /** Every file that is named, in order. */
  public List<String> files() {
    var files = new ArrayList<>(trusted);
    for (var file : new String[] {login.passwordFile, login.certificateFile, login.keyFile}) {
      if (file != null) {
        files.add(file);
      }
    }
    return files;
  }

  /**
   * The settings of a Kafka client. The result holds secrets: it goes to the client and nowhere
   * else.
   *
   * @param contents what stands in a file
   */
  public Map<String, String> clientSettings(UnaryOperator<String> contents) {
    var settings = new TreeMap<String, String>();
    if (transport == Transport.PLAINTEXT && !login.mechanism.isSasl()) {
      return settings;
    }
    settings.put("security.protocol", protocol());
    if (transport == Transport.TLS && !trusted.isEmpty()) {
      settings.put("ssl.truststore.type", "PEM");
      settings.put(
          "ssl.truststore.certificates",
          String.join("\n", trusted.stream().map(contents).map(String::strip).toList()));
    }
    if (login.mechanism == Mechanism.TLS) {
      settings.put("ssl.keystore.type", "PEM");
      settings.put("ssl.keystore.certificate.chain", contents.apply(login.certificateFile).strip());
      settings.put("ssl.keystore.key", contents.apply(login.keyFile).strip());
    }
    if (login.mechanism.isSasl()) {
      settings.put("sasl.mechanism", login.mechanism.id().toUpperCase(Locale.ROOT));
      settings.put("sasl.jaas.config", jaas(contents.apply(login.passwordFile)));
    }
    return settings;
  }

  private String protocol() {
    if (login.mechanism.isSasl()) {
      return transport == Transport.TLS ? "SASL_SSL" : "SASL_PLAINTEXT";
    }
    return "SSL";
  }

  private String jaas(String password) {
    var module =
        login.mechanism == Mechanism.PLAIN
            ? "org.apache.kafka.common.security.plain.PlainLoginModule"
            : "org.apache.kafka.common.security.scram.ScramLoginModule";
    return module
        + " required username="
        + quoted(login.username)
        + " password="
        + quoted(password.replaceFirst("\\R\\z", ""))
        + ";";
  }

  /** As Kafka's reader of login configurations takes it: Java's escapes. */
  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }
}
