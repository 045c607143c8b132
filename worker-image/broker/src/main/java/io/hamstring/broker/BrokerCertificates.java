package io.hamstring.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Certificates of an authority of its own, made with the JDK's {@code keytool} and kept as PEM in a
 * folder: one for a broker on loopback (IP 127.0.0.1, DNS localhost), one for each client that is
 * asked for. They hold for a day.
 */
public final class BrokerCertificates {

  private static final String PASSWORD = "changeit";
  private static final String AUTHORITY = "authority";
  private static final Base64.Encoder BASE64 =
      Base64.getMimeEncoder(64, System.lineSeparator().getBytes());

  private final Path folder;
  private final Map<String, Identity> identities = new ConcurrentHashMap<>();

  /**
   * A certificate with its key.
   *
   * @param certificate the chain without the authority, PEM
   * @param key PKCS #8, not encrypted, PEM
   * @param keyStore both in one file, as Kafka's key store of type PEM wants them
   */
  public record Identity(Path certificate, Path key, Path keyStore) {}

  private BrokerCertificates(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** Makes an authority and a broker's certificate in {@code folder}, which takes 2 s or so. */
  public static BrokerCertificates in(Path folder) {
    var certificates = new BrokerCertificates(folder);
    certificates.makeAuthority();
    certificates.broker();
    return certificates;
  }

  /** The authority's certificate: what a client trusts, and a broker that wants to know clients. */
  public Path authority() {
    return folder.resolve("ca.crt");
  }

  /** What a broker shows. */
  public Identity broker() {
    return identity("localhost", "san=ip:127.0.0.1,dns:localhost");
  }

  /** What the client shows whose user name is {@code name}; made at the first call. */
  public Identity client(String name) {
    return identity(name, "eku=clientAuth");
  }

  private void makeAuthority() {
    try {
      Files.createDirectories(folder);
      keytool(AUTHORITY, List.of("-ext", "bc:critical=ca:true", "-ext", "ku=keyCertSign"));
      Files.writeString(authority(), pem("CERTIFICATE", chain(AUTHORITY)[0].getEncoded()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write certificates to " + folder, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot read what keytool wrote to " + store(), e);
    }
  }

  private Identity identity(String name, String extension) {
    return identities.computeIfAbsent(name, unknown -> make(name, extension));
  }

  private Identity make(String name, String extension) {
    try {
      keytool(name, List.of("-signer", AUTHORITY, "-signerkeypass", PASSWORD, "-ext", extension));
      var certificate = pem("CERTIFICATE", chain(name)[0].getEncoded());
      var key = pem("PRIVATE KEY", keyStore().getKey(name, PASSWORD.toCharArray()).getEncoded());
      var identity =
          new Identity(
              folder.resolve(name + ".crt"),
              folder.resolve(name + ".key"),
              folder.resolve(name + ".pem"));
      Files.writeString(identity.certificate(), certificate);
      Files.writeString(identity.key(), key);
      Files.writeString(identity.keyStore(), key + certificate);
      return identity;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write certificates to " + folder, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot read what keytool wrote to " + store(), e);
    }
  }

  private void keytool(String name, List<String> more) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "1"));
    command.addAll(List.of("-keystore", store().toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    command.addAll(more);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes());
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool made no certificate of " + name + ": " + said);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("keytool was not waited for", interrupted);
    }
  }

  private Certificate[] chain(String name) throws IOException, GeneralSecurityException {
    return keyStore().getCertificateChain(name);
  }

  private KeyStore keyStore() throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(store().toFile(), PASSWORD.toCharArray());
  }

  private Path store() {
    return folder.resolve("all.p12");
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN "
        + kind
        + "-----\n"
        + BASE64.encodeToString(bytes)
        + "\n-----END "
        + kind
        + "-----\n";
  }
}
