package io.hamstring.operator.webhook.runtime;

import io.hamstring.operator.webhook.Certificates;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The certificate that a server shows to whoever connects next. It can be exchanged at any time; a
 * handshake under way ends with the one that it began with.
 */
final class ShownCertificate extends X509ExtendedKeyManager {

  private final Map<String, Certificates> known = new ConcurrentHashMap<>();
  private volatile String current;

  /** Shows other certificates from now on. */
  void show(Certificates certificates) {
    var alias = certificates.server().getSerialNumber().toString(16);
    var before = current;
    known.put(alias, certificates);
    current = alias;
    known.keySet().removeIf(other -> !other.equals(alias) && !other.equals(before));
  }

  /** Whether there is one that holds at {@code now}. */
  boolean isGood(Instant now) {
    var alias = current;
    var certificates = alias == null ? null : known.get(alias);
    return certificates != null && certificates.server().getNotAfter().after(Date.from(now));
  }

  SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {this}, null, null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has TLS", impossible);
    }
  }

  @Override
  public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
    return current;
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return current;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    var certificates = known.get(alias);
    return certificates == null ? null : certificates.chain();
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    var certificates = known.get(alias);
    return certificates == null ? null : certificates.serverKey();
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return current == null ? null : new String[] {current};
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return null;
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return null;
  }
}
