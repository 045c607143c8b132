package io.hamstring.operator.webhook;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a webhook needs to be believed: authorities, of which the first signs, and the server's own
 * certificate, each with its key. Kept in a Secret, PEM throughout; never printed.
 */
public final class Certificates {

  static final String AUTHORITIES = "ca.crt";
  static final String AUTHORITY_KEY = "ca.key";
  static final String SERVER = "tls.crt";
  static final String SERVER_KEY = "tls.key";

  private final List<X509Certificate> authorities;
  private final PrivateKey authorityKey;
  private final X509Certificate server;
  private final PrivateKey serverKey;

  Certificates(
      List<X509Certificate> authorities,
      PrivateKey authorityKey,
      X509Certificate server,
      PrivateKey serverKey) {
    this.authorities = List.copyOf(authorities);
    this.authorityKey = authorityKey;
    this.server = server;
    this.serverKey = serverKey;
  }

  /**
   * Reads what a Secret holds.
   *
   * @param data by key, as the API has it: Base64
   * @return empty when anything is missing or cannot be read: then it is made anew
   */
  public static Optional<Certificates> in(Map<String, String> data) {
    try {
      var authorities = certificates(text(data, AUTHORITIES));
      var server = certificates(text(data, SERVER));
      return authorities.isEmpty() || server.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Certificates(
                  authorities,
                  key(text(data, AUTHORITY_KEY)),
                  server.get(0),
                  key(text(data, SERVER_KEY))));
    } catch (GeneralSecurityException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  /** The same as {@link #in} reads. */
  public Map<String, String> data() {
    var data = new LinkedHashMap<String, String>();
    data.put(AUTHORITIES, base64(bundle()));
    data.put(AUTHORITY_KEY, base64(Pem.of("PRIVATE KEY", authorityKey.getEncoded())));
    data.put(SERVER, base64(Pem.of(server)));
    data.put(SERVER_KEY, base64(Pem.of("PRIVATE KEY", serverKey.getEncoded())));
    return data;
  }

  /** The authorities as the API server is told of them. */
  public String caBundle() {
    return base64(bundle());
  }

  private String bundle() {
    var text = new StringBuilder();
    authorities.forEach(authority -> text.append(Pem.of(authority)));
    return text.toString();
  }

  /** The one that signs first. */
  List<X509Certificate> authorities() {
    return authorities;
  }

  PrivateKey authorityKey() {
    return authorityKey;
  }

  /** What the server shows: its own certificate, then the one that signed it. */
  public X509Certificate[] chain() {
    return authorities.stream()
        .filter(
            authority ->
                authority.getSubjectX500Principal().equals(server.getIssuerX500Principal()))
        .findFirst()
        .map(authority -> new X509Certificate[] {server, authority})
        .orElse(new X509Certificate[] {server});
  }

  /** The server's own certificate. */
  public X509Certificate server() {
    return server;
  }

  /** The server's key. */
  public PrivateKey serverKey() {
    return serverKey;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Certificates certificates
        && server.equals(certificates.server)
        && authorities.equals(certificates.authorities);
  }

  @Override
  public int hashCode() {
    return server.hashCode();
  }

  @Override
  public String toString() {
    return "certificate of " + server.getSubjectX500Principal() + " until " + server.getNotAfter();
  }

  private static String text(Map<String, String> data, String key) {
    return new String(
        Base64.getDecoder().decode(data.getOrDefault(key, "")), StandardCharsets.UTF_8);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
        .stream()
        .map(X509Certificate.class::cast)
        .toList();
  }

  private static PrivateKey key(String pem) throws GeneralSecurityException {
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(Pem.read(pem)));
  }
}
