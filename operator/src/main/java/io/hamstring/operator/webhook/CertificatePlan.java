package io.hamstring.operator.webhook;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What has to be made anew. */
public enum CertificatePlan {
  /** Nothing. */
  KEEP,
  /** The server's certificate. */
  NEW_SERVER,
  /** The authority, and with it the server's certificate. */
  NEW_AUTHORITY;

  /** A third of its time is left to notice that renewing fails. */
  private static final Duration SERVER_LEFT = CertificateMaker.SERVER.dividedBy(3);

  /** What it signs must not outlive it. */
  private static final Duration AUTHORITY_LEFT = Duration.ofDays(365);

  private static final int DNS_NAME = 2;

  /**
   * @param stored null when there is nothing, or nothing that can be read
   * @param names that the server is asked by
   */
  public static CertificatePlan of(Certificates stored, Collection<String> names, Instant now) {
    if (stored == null || endsWithin(stored.authorities().get(0), AUTHORITY_LEFT, now)) {
      return NEW_AUTHORITY;
    }
    return endsWithin(stored.server(), SERVER_LEFT, now)
            || !namesOf(stored.server()).equals(new TreeSet<>(names))
        ? NEW_SERVER
        : KEEP;
  }

  private static boolean endsWithin(X509Certificate certificate, Duration left, Instant now) {
    return certificate.getNotAfter().before(Date.from(now.plus(left)))
        || certificate.getNotBefore().after(Date.from(now));
  }

  private static Set<String> namesOf(X509Certificate certificate) {
    var names = new TreeSet<String>();
    try {
      var alternatives = certificate.getSubjectAlternativeNames();
      for (List<?> name : alternatives == null ? List.<List<?>>of() : alternatives) {
        if (Integer.valueOf(DNS_NAME).equals(name.get(0))) {
          names.add((String) name.get(1));
        }
      }
    } catch (CertificateParsingException unreadable) {
      return Set.of();
    }
    return names;
  }
}
