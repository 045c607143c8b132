package io.hamstring.worker.stage.detector.domainator;

/**
 * How alike two texts are, in the seven ways of HAMSTRING's Domainator, each from 0 to 1 and in its
 * order: Levenshtein's ratio, Jaro, Jaro of the reversed texts, Jaro-Winkler, Jaro-Winkler of the
 * reversed texts, the longest common subsequence and the longest common substring by the mean
 * length. Where one text is empty the last two are 0.
 */
final class PairSimilarity {

  /** How many ways. */
  static final int WAYS = 7;

  // Winkler's bonus as HAMSTRING weighs it; like the library it uses, only for texts alike already.
  private static final double PREFIX_WEIGHT = 0.2;
  private static final double BONUS_ABOVE = 0.7;
  private static final int LONGEST_PREFIX = 4;

  private PairSimilarity() {}

  /** All seven. */
  static double[] of(String one, String other) {
    var reversed = new StringBuilder(one).reverse().toString();
    var otherReversed = new StringBuilder(other).reverse().toString();
    double jaro = jaro(one, other);
    double jaroReversed = jaro(reversed, otherReversed);
    int total = one.length() + other.length();
    double subsequence = total == 0 ? 0 : 2.0 * commonSubsequence(one, other) / total;
    return new double[] {
      // A replaced character counts as one left out and one put in, so the ratio is the same.
      total == 0 ? 1 : subsequence,
      jaro,
      jaroReversed,
      winkler(jaro, one, other),
      winkler(jaroReversed, reversed, otherReversed),
      subsequence,
      total == 0 ? 0 : 2.0 * commonSubstring(one, other) / total
    };
  }

  private static double winkler(double jaro, String one, String other) {
    int most = Math.min(LONGEST_PREFIX, Math.min(one.length(), other.length()));
    int prefix = 0;
    while (prefix < most && one.charAt(prefix) == other.charAt(prefix)) {
      prefix++;
    }
    return jaro <= BONUS_ABOVE ? jaro : jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
  }

  private static double jaro(String one, String other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() && other.isEmpty() ? 1 : 0;
    }
    int reach = Math.max(0, Math.max(one.length(), other.length()) / 2 - 1);
    var taken = new boolean[other.length()];
    var matched = new char[Math.min(one.length(), other.length())];
    int matches = 0;
    for (int i = 0; i < one.length(); i++) {
      int end = Math.min(other.length(), i + reach + 1);
      for (int j = Math.max(0, i - reach); j < end; j++) {
        if (!taken[j] && one.charAt(i) == other.charAt(j)) {
          taken[j] = true;
          matched[matches++] = one.charAt(i);
          break;
        }
      }
    }
    if (matches == 0) {
      return 0;
    }
    int outOfOrder = 0;
    for (int j = 0, k = 0; j < other.length(); j++) {
      if (taken[j] && other.charAt(j) != matched[k++]) {
        outOfOrder++;
      }
    }
    double m = matches;
    return (m / one.length() + m / other.length() + (m - outOfOrder / 2) / m) / 3;
  }

  private static int commonSubsequence(String one, String other) {
    var row = new int[other.length() + 1];
    for (int i = 0; i < one.length(); i++) {
      int diagonal = 0;
      for (int j = 0; j < other.length(); j++) {
        int above = row[j + 1];
        row[j + 1] = one.charAt(i) == other.charAt(j) ? diagonal + 1 : Math.max(above, row[j]);
        diagonal = above;
      }
    }
    return row[other.length()];
  }

  private static int commonSubstring(String one, String other) {
    var row = new int[other.length() + 1];
    int longest = 0;
    for (int i = 0; i < one.length(); i++) {
      for (int j = other.length() - 1; j >= 0; j--) {
        row[j + 1] = one.charAt(i) == other.charAt(j) ? row[j] + 1 : 0;
        longest = Math.max(longest, row[j + 1]);
      }
    }
    return longest;
  }
}
