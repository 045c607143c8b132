package io.hamstring.broker;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How clients reach a broker, prove who they are, and what they may do then. It holds for {@link
 * BrokerProcess#bootstrapServers()}; {@link BrokerProcess#internalServers()} stays open to everyone
 * on this machine, with every right: for whoever sets the stage.
 *
 * @param sasl how a client names itself
 * @param passwords of the users that the broker knows, by name; none without SASL; names and
 *     passwords are of letters, digits and {@code _ . -}, for Kafka's tools take no others unquoted
 * @param tls whether the connection is encrypted, and whether clients show a certificate
 * @param certificates what TLS needs; none without it
 * @param access what a client may do that has proved who it is
 */
public record BrokerSecurity(
    Sasl sasl,
    Map<String, String> passwords,
    Tls tls,
    Optional<BrokerCertificates> certificates,
    Access access) {

  /** Everyone may do everything. */
  public static final BrokerSecurity NONE =
      new BrokerSecurity(Sasl.NONE, Map.of(), Tls.NONE, Optional.empty(), Access.EVERYTHING);

  private static final Pattern PLAIN_TEXT = Pattern.compile("[A-Za-z0-9_.-]+");

  /** How a client names itself. */
  public enum Sasl {
    NONE(""),
    PLAIN("PLAIN"),
    SCRAM_SHA_256("SCRAM-SHA-256"),
    SCRAM_SHA_512("SCRAM-SHA-512");

    private final String mechanism;

    Sasl(String mechanism) {
      this.mechanism = mechanism;
    }

    /** Kafka's name of it. */
    public String mechanism() {
      return mechanism;
    }
  }

  /** Who shows a certificate. */
  public enum Tls {
    NONE,
    SERVER,
    MUTUAL
  }

  /** What a client may do. */
  public enum Access {
    EVERYTHING,
    /** What an ACL allows, and nothing else; at first there is no ACL. */
    GRANTED
  }

  public BrokerSecurity {
    passwords = Map.copyOf(passwords);
    passwords.forEach(BrokerSecurity::check);
    if (access == Access.GRANTED && sasl == Sasl.NONE && tls != Tls.MUTUAL) {
      throw new IllegalArgumentException(
          "clients that nobody can tell apart cannot be granted anything: add SASL or client"
              + " certificates");
    }
    if (certificates.isEmpty() && tls != Tls.NONE) {
      throw new IllegalArgumentException("TLS needs certificates");
    }
  }

  /** Users with passwords that cross the connection as they are. */
  public static BrokerSecurity plain(Map<String, String> passwords) {
    return NONE.with(Sasl.PLAIN, passwords);
  }

  /** Users with passwords of which the broker holds salted hashes. */
  public static BrokerSecurity scramSha512(Map<String, String> passwords) {
    return NONE.with(Sasl.SCRAM_SHA_512, passwords);
  }

  /** The broker shows a certificate; clients show none. */
  public static BrokerSecurity tls(BrokerCertificates certificates) {
    return NONE.withTls(certificates);
  }

  /** Broker and clients show a certificate; a client is the user of its common name. */
  public static BrokerSecurity mutualTls(BrokerCertificates certificates) {
    return new BrokerSecurity(
        Sasl.NONE, Map.of(), Tls.MUTUAL, Optional.of(certificates), Access.EVERYTHING);
  }

  /** The same with other users. */
  public BrokerSecurity with(Sasl other, Map<String, String> users) {
    return new BrokerSecurity(other, users, tls, certificates, access);
  }

  /** The same over TLS. */
  public BrokerSecurity withTls(BrokerCertificates its) {
    return new BrokerSecurity(sasl, passwords, Tls.SERVER, Optional.of(its), access);
  }

  /** The same, and a client may do only what an ACL allows. */
  public BrokerSecurity withAcls() {
    return new BrokerSecurity(sasl, passwords, tls, certificates, Access.GRANTED);
  }

  /** Kafka's name for connections of this kind. */
  public String protocol() {
    if (sasl == Sasl.NONE) {
      return tls == Tls.NONE ? "PLAINTEXT" : "SSL";
    }
    return tls == Tls.NONE ? "SASL_PLAINTEXT" : "SASL_SSL";
  }

  /**
   * What a client of any kind sets to be {@code user}; for {@link Tls#MUTUAL} the certificate of
   * {@link BrokerCertificates#client} with that name is made if there is none.
   */
  public Map<String, String> clientSettings(String user) {
    var settings = new TreeMap<String, String>();
    settings.put("security.protocol", protocol());
    if (sasl != Sasl.NONE) {
      settings.put("sasl.mechanism", sasl.mechanism());
      settings.put("sasl.jaas.config", login(user));
    }
    certificates.ifPresent(
        its -> {
          settings.put("ssl.truststore.type", "PEM");
          settings.put("ssl.truststore.location", its.authority().toString());
          if (tls == Tls.MUTUAL) {
            settings.put("ssl.keystore.type", "PEM");
            settings.put("ssl.keystore.location", its.client(user).keyStore().toString());
          }
        });
    return settings;
  }

  /** Whether clients use another listener than brokers do. */
  boolean isOn() {
    return !protocol().equals("PLAINTEXT");
  }

  /** What the broker's own settings say of the listener with this name. */
  Map<String, String> ofListener(String name) {
    var settings = new TreeMap<String, String>();
    var prefix = "listener.name." + name.toLowerCase(Locale.ROOT) + ".";
    if (sasl != Sasl.NONE) {
      settings.put("sasl.enabled.mechanisms", sasl.mechanism());
      settings.put(
          prefix + sasl.mechanism().toLowerCase(Locale.ROOT) + ".sasl.jaas.config",
          loginModule() + " required" + (sasl == Sasl.PLAIN ? usersOfPlain() : "") + ";");
    }
    certificates.ifPresent(
        its -> {
          settings.put(prefix + "ssl.keystore.type", "PEM");
          settings.put(prefix + "ssl.keystore.location", its.broker().keyStore().toString());
          settings.put(prefix + "ssl.truststore.type", "PEM");
          settings.put(prefix + "ssl.truststore.location", its.authority().toString());
          settings.put(prefix + "ssl.client.auth", tls == Tls.MUTUAL ? "required" : "none");
          settings.put(prefix + "ssl.principal.mapping.rules", "RULE:^CN=([^,]+).*$/$1/");
        });
    if (access == Access.GRANTED) {
      settings.put(
          "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
      settings.put("super.users", "User:ANONYMOUS");
    }
    return settings;
  }

  /**
   * The users that are written into the metadata when it is formatted, as Kafka's tool reads them.
   */
  String scramUsers() {
    return sasl == Sasl.SCRAM_SHA_256 || sasl == Sasl.SCRAM_SHA_512
        ? passwords.entrySet().stream()
            .map(
                user ->
                    sasl.mechanism()
                        + "=[name="
                        + user.getKey()
                        + ",password="
                        + user.getValue()
                        + "]")
            .sorted()
            .collect(Collectors.joining("\n"))
        : "";
  }

  private static void check(String name, String password) {
    if (!PLAIN_TEXT.matcher(name).matches() || !PLAIN_TEXT.matcher(password).matches()) {
      throw new IllegalArgumentException(
          "name and password of user " + name + " must be of letters, digits, '_', '.' and '-'");
    }
  }

  private String login(String user) {
    var password = passwords.get(user);
    if (password == null) {
      throw new IllegalArgumentException(
          "the broker knows no user " + user + ", only " + passwords.keySet());
    }
    return loginModule() + " required username=\"" + user + "\" password=\"" + password + "\";";
  }

  private String loginModule() {
    return sasl == Sasl.PLAIN
        ? "org.apache.kafka.common.security.plain.PlainLoginModule"
        : "org.apache.kafka.common.security.scram.ScramLoginModule";
  }

  private String usersOfPlain() {
    return passwords.entrySet().stream()
        .map(user -> " user_" + user.getKey() + "=\"" + user.getValue() + "\"")
        .sorted()
        .collect(Collectors.joining());
  }
}
