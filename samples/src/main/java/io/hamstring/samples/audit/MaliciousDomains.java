package io.hamstring.samples.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The registered domains that alerts name.
 *
 * @param asked distinct ones in the input
 * @param share of {@code malicious} in {@code asked}; 0 when none was asked for
 * @param malicious distinct ones that an alert names, sorted
 */
public record MaliciousDomains(int asked, double share, List<String> malicious) {

  private static final int SHOWN = 20;

  public MaliciousDomains {
    malicious = List.copyOf(malicious);
  }

  /** The share is worked out. */
  public static MaliciousDomains of(int asked, List<String> malicious) {
    return new MaliciousDomains(
        asked, asked == 0 ? 0 : (double) malicious.size() / asked, malicious);
  }

  /** The lines for a person; the report file names them all. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add(
        String.format(
            Locale.ROOT,
            "alerts name %d of %d registered domains (%.2f %%)",
            malicious.size(),
            asked,
            100 * share));
    malicious.stream().limit(SHOWN).forEach(domain -> lines.add("  malicious: " + domain));
    if (malicious.size() > SHOWN) {
      lines.add("  and " + (malicious.size() - SHOWN) + " more, see the report");
    }
    return lines;
  }
}
