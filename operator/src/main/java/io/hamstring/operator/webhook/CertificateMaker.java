package io.hamstring.operator.webhook;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes authorities and the certificates that they sign: elliptic curve P-256, SHA-256. */
public final class CertificateMaker {

  /** How long an authority signs; its last server certificate ends before it does. */
  static final Duration AUTHORITY = Duration.ofDays(3 * 365);

  /** How long a server certificate holds; Kubernetes' own are good for a year. */
  static final Duration SERVER = Duration.ofDays(90);

  /** Clocks of a cluster that are apart. */
  private static final Duration SKEW = Duration.ofHours(1);

  private static final int SERIAL_BITS = 128;

  private final SecureRandom random;

  /** One that takes keys and serial numbers from {@code random}. */
  public CertificateMaker(SecureRandom random) {
    this.random = random;
  }

  /**
   * The next certificates: an authority of its own first, when the plan says so, and always a new
   * certificate of the server.
   *
   * @param before what was there; null when there was nothing that could be read
   * @param names DNS names of the server
   */
  public Certificates next(
      CertificatePlan plan, Certificates before, Collection<String> names, Instant now) {
    try {
      return plan == CertificatePlan.NEW_AUTHORITY || before == null
          ? withNewAuthority(before, names, now)
          : signed(before.authorities(), before.authorityKey(), names, now);
    } catch (GeneralSecurityException | OperatorCreationException | CertIOException impossible) {
      throw new IllegalStateException("every Java 17 signs with P-256 and SHA-256", impossible);
    }
  }

  private Certificates withNewAuthority(Certificates before, Collection<String> names, Instant now)
      throws GeneralSecurityException, OperatorCreationException, CertIOException {
    var keys = keyPair();
    var serial = serial();
    var subject =
        new X500Principal("CN=hamstring-operator webhook authority " + serial.toString(16));
    var builder =
        new JcaX509v3CertificateBuilder(
            subject, serial, from(now), until(now, AUTHORITY), subject, keys.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(
        Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
    var authorities = new ArrayList<X509Certificate>();
    authorities.add(sign(builder, keys.getPrivate()));
    if (before != null) {
      // Others may still show what the old one signed.
      before.authorities().stream()
          .filter(authority -> authority.getNotAfter().toInstant().isAfter(now))
          .forEach(authorities::add);
    }
    return signed(authorities, keys.getPrivate(), names, now);
  }

  private Certificates signed(
      List<X509Certificate> authorities,
      PrivateKey authorityKey,
      Collection<String> names,
      Instant now)
      throws GeneralSecurityException, OperatorCreationException, CertIOException {
    var keys = keyPair();
    var authority = authorities.get(0);
    var utils = new JcaX509ExtensionUtils();
    var builder =
        new JcaX509v3CertificateBuilder(
            authority.getSubjectX500Principal(),
            serial(),
            from(now),
            until(now, SERVER),
            // A common name has at most 64 characters, a service's name may have more.
            new X500Principal("CN=hamstring-operator webhook"),
            keys.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    builder.addExtension(
        Extension.authorityKeyIdentifier, false, utils.createAuthorityKeyIdentifier(authority));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            names.stream()
                .map(name -> new GeneralName(GeneralName.dNSName, name))
                .toArray(GeneralName[]::new)));
    return new Certificates(
        authorities, authorityKey, sign(builder, authorityKey), keys.getPrivate());
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key);
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  private KeyPair keyPair() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), random);
    return generator.generateKeyPair();
  }

  private BigInteger serial() {
    return new BigInteger(SERIAL_BITS, random).setBit(0);
  }

  private static Date from(Instant now) {
    return Date.from(now.minus(SKEW));
  }

  private static Date until(Instant now, Duration validity) {
    return Date.from(now.plus(validity));
  }
}
