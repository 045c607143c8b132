package io.hamstring.operator.webhook;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** The text form of certificates and keys. */
final class Pem {

  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private Pem() {}

  static String of(X509Certificate certificate) {
    try {
      return of("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException impossible) {
      throw new IllegalStateException("what was decoded can be encoded", impossible);
    }
  }

  static String of(String kind, byte[] content) {
    return "-----BEGIN "
        + kind
        + "-----\n"
        + LINES.encodeToString(content)
        + "\n-----END "
        + kind
        + "-----\n";
  }

  /** The content of the first block; nothing when there is none. */
  static byte[] read(String text) {
    return Base64.getMimeDecoder().decode(text.replaceAll("-----(BEGIN|END)[^-]*-----", ""));
  }
}
