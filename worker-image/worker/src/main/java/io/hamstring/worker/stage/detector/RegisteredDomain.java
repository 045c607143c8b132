package io.hamstring.worker.stage.detector;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a name that somebody registers: one label under a public suffix, or under a provider
 * of dynamic names.
 *
 * @param label in lower case, not empty
 * @param suffix what the label stands under, without a dot in front
 */
public record RegisteredDomain(String label, String suffix) {

  /** Suffixes of more than one label; others are taken for one label. */
  private static final Set<String> LONG_SUFFIXES =
      Set.of(
          ("ac.at ac.il ac.jp ac.nz ac.uk ac.za co.at co.id co.il co.in co.jp co.ke co.kr co.nz"
                  + " co.th co.uk co.za com.ar com.au com.bd com.br com.cn com.co com.eg com.hk com.mx"
                  + " com.my com.ng com.pe com.ph com.pk com.pl com.sa com.sg com.tr com.tw com.ua"
                  + " com.ve com.vn edu.au edu.br edu.cn edu.in edu.mx edu.pl edu.tr edu.tw go.jp"
                  + " gob.mx gov.au gov.br gov.cn gov.in gov.uk gov.za ltd.uk me.uk ne.jp net.au"
                  + " net.br net.cn net.in net.nz net.pl net.uk nhs.uk or.at or.jp or.kr org.ar org.au"
                  + " org.br org.cn org.mx org.nz org.pl org.tr org.uk org.za plc.uk sch.uk"
                  + " 3utilities.com ddns.net ddnss.de dnsalias.com dnsdynamic.org duckdns.org"
                  + " dynalias.com dyndns.info dyndns.org dyndns.tv dynserv.com dynu.net freedns.org"
                  + " hopto.org homeip.net myftp.biz myftp.org mooo.com no-ip.biz no-ip.com no-ip.org"
                  + " servebeer.com serveftp.com sytes.net yi.org zapto.org blogspot.com github.io"
                  + " herokuapp.com livejournal.com netlify.app substack.com tumblr.com weebly.com"
                  + " wixsite.com wordpress.com")
              .split(" "));

  /** Top-level domains in which nobody registers anything: private networks and DNS itself. */
  private static final Set<String> PRIVATE =
      Set.of(
          ("ad arpa box corp example exe home internal intra intranet invalid lan local localdomain"
                  + " localhost onion private test workgroup")
              .split(" "));

  /**
   * The registered domain of a name; nothing when it has none: a single label, an address, a name
   * of a private network.
   */
  public static Optional<RegisteredDomain> of(String name) {
    var text = withoutDots(name).toLowerCase(Locale.ROOT);
    int last = text.lastIndexOf('.');
    if (last <= 0) {
      return Optional.empty();
    }
    var topLevel = text.substring(last + 1);
    if (PRIVATE.contains(topLevel) || !Character.isLetter(topLevel.charAt(0))) {
      return Optional.empty();
    }
    int before = text.lastIndexOf('.', last - 1);
    if (before > 0 && LONG_SUFFIXES.contains(text.substring(before + 1))) {
      last = before;
      before = text.lastIndexOf('.', last - 1);
    }
    var label = text.substring(before + 1, last);
    return label.isEmpty()
        ? Optional.empty()
        : Optional.of(new RegisteredDomain(label, text.substring(last + 1)));
  }

  /** What stands before the registered domain, without the dot between; may be empty. */
  public String prefixOf(String name) {
    var text = withoutDots(name);
    int own = label.length() + 1 + suffix.length();
    return text.length() <= own ? "" : text.substring(0, text.length() - own - 1);
  }

  @Override
  public String toString() {
    return label + '.' + suffix;
  }

  private static String withoutDots(String name) {
    int start = 0;
    int end = name.length();
    while (start < end && name.charAt(start) == '.') {
      start++;
    }
    while (end > start && name.charAt(end - 1) == '.') {
      end--;
    }
    return name.substring(start, end);
  }
}
