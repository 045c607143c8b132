package io.hamstring.worker.stage.detector;

import java.util.Arrays;

/**
 * What the built-in model sees of a registered domain: HAMSTRING's 44 features, and after them how
 * likely its letters follow each other, the least likely three steps, the longest run of
 * consonants, the share of vowels among its letters, how often digits and letters change, and the
 * share of its characters that are new.
 */
public final class LabelFeatures {

  /** How many there are. */
  public static final int COUNT = DomainFeatures.COUNT + 6;

  private LabelFeatures() {}

  /** The features of a domain. */
  public static double[] of(RegisteredDomain domain, LetterPairs letters) {
    var features = Arrays.copyOf(DomainFeatures.of(domain.toString()), COUNT);
    var label = domain.label();
    int at = DomainFeatures.COUNT;
    features[at] = letters.mean(label);
    features[at + 1] = letters.least(label);
    shape(label, features, at + 2);
    return features;
  }

  private static void shape(String label, double[] features, int at) {
    int run = 0;
    int longest = 0;
    int vowels = 0;
    int alphabetic = 0;
    int changes = 0;
    long seen = 0;
    for (int i = 0; i < label.length(); i++) {
      int kind = LetterPairs.kind(label.charAt(i));
      boolean vowel = isVowel(label.charAt(i));
      run = kind < 26 && !vowel ? run + 1 : 0;
      longest = Math.max(longest, run);
      vowels += vowel ? 1 : 0;
      alphabetic += kind < 26 ? 1 : 0;
      seen |= 1L << Math.min(label.charAt(i) - '-', 62);
      changes += i > 0 && (kind == 26) != (LetterPairs.kind(label.charAt(i - 1)) == 26) ? 1 : 0;
    }
    features[at] = longest;
    features[at + 1] = alphabetic == 0 ? 0 : (double) vowels / alphabetic;
    features[at + 2] = changes;
    features[at + 3] = (double) Long.bitCount(seen) / label.length();
  }

  private static boolean isVowel(char c) {
    return "aeiouy".indexOf(c) >= 0;
  }
}
