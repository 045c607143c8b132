package io.hamstring.worker.stage.sink;

import static io.hamstring.contract.report.SinkTrouble.MISCONFIGURED;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * How the sink proves who it is, and whom it trusts, as it stands in files now.
 *
 * @param username null for ClickHouse's default user
 * @param password null for none
 * @param certificates PEM authorities, or null for those that Java trusts
 */
record Login(String username, String password, String certificates) {

  private static final String DEFAULT_USER = "default";

  static Login read(SinkSettings settings, Path secrets) throws ClickHouseException {
    return new Login(
        read(secrets, settings.usernameFile()),
        read(secrets, settings.passwordFile()),
        certificates(settings, secrets));
  }

  private static String certificates(SinkSettings settings, Path secrets)
      throws ClickHouseException {
    if (settings.certificateFiles().isEmpty()) {
      return null;
    }
    var all = new StringBuilder();
    for (var file : settings.certificateFiles()) {
      all.append(read(secrets, file)).append('\n');
    }
    return all.toString();
  }

  private static String read(Path secrets, String name) throws ClickHouseException {
    if (name == null) {
      return null;
    }
    var file = secrets.resolve(name);
    try {
      // Editors and shells end a file with a newline that nobody means.
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      throw ClickHouseException.of(
          MISCONFIGURED,
          "secret file " + file + " cannot be read (" + unreadable.getClass().getSimpleName() + ")",
          unreadable);
    }
  }

  /** What tells ClickHouse who asks. */
  Map<String, String> headers() {
    var headers = new LinkedHashMap<String, String>();
    // Old servers take a password without a user for that of a user without a name.
    headers.put("X-ClickHouse-User", username == null ? DEFAULT_USER : username);
    if (password != null) {
      headers.put("X-ClickHouse-Key", password);
    }
    return headers;
  }

  /** Whom to trust, unless it is those that Java trusts. */
  Optional<SSLContext> trust() throws ClickHouseException {
    if (certificates == null) {
      return Optional.empty();
    }
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      var bytes = certificates.getBytes(StandardCharsets.UTF_8);
      var found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes));
      for (var certificate : found) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return Optional.of(context);
    } catch (GeneralSecurityException | IOException unusable) {
      throw ClickHouseException.of(
          MISCONFIGURED, "its certificate authority is no PEM certificate", unusable);
    }
  }

  /** Names no secret. */
  @Override
  public String toString() {
    return "Login of " + (username == null ? DEFAULT_USER : username);
  }
}
