package io.hamstring.worker.stage.detector;

import java.util.List;

/**
 * How likely one character follows another in labels that people choose, and how common each is, as
 * natural logarithms. All digits are one character; so is everything that is neither digit nor
 * letter. Immutable.
 */
public final class LetterPairs {

  /** Letters, digits, anything else. */
  static final int KINDS = 28;

  /** Begin and end of a label, beyond the kinds. */
  private static final int EDGE = KINDS;

  private static final double SMOOTHING = 0.5;

  private final double[][] pairs;
  private final double[] singles;

  /**
   * A table.
   *
   * @param pairs a row for each kind and the edge, each with a column for each kind and the edge
   * @param singles one for each kind
   */
  LetterPairs(double[][] pairs, double[] singles) {
    this.pairs = pairs;
    this.singles = singles;
  }

  /** The table that these labels give; numbers are rounded as in the model's text. */
  public static LetterPairs of(List<String> labels) {
    var counts = new double[KINDS + 1][KINDS + 1];
    var letters = new double[KINDS];
    for (var label : labels) {
      int before = EDGE;
      for (int i = 0; i < label.length(); i++) {
        int kind = kind(label.charAt(i));
        counts[before][kind]++;
        letters[kind]++;
        before = kind;
      }
      counts[before][EDGE]++;
    }
    for (var row : counts) {
      logarithms(row);
    }
    logarithms(letters);
    return new LetterPairs(counts, letters);
  }

  private static void logarithms(double[] counts) {
    double sum = 0;
    for (double count : counts) {
      sum += count + SMOOTHING;
    }
    for (int i = 0; i < counts.length; i++) {
      counts[i] = ModelText.rounded(StrictMath.log((counts[i] + SMOOTHING) / sum));
    }
  }

  /** The mean over a label's steps, its begin and end included; 0 for an empty one. */
  double mean(String label) {
    double sum = 0;
    int before = EDGE;
    for (int i = 0; i < label.length(); i++) {
      int kind = kind(label.charAt(i));
      sum += pairs[before][kind];
      before = kind;
    }
    return label.isEmpty() ? 0 : (sum + pairs[before][EDGE]) / (label.length() + 1);
  }

  /** The mean over the least likely three steps in a row; 0 for a label too short. */
  double least(String label) {
    double least = 0;
    for (int i = 0; i + 3 < label.length(); i++) {
      double sum = 0;
      for (int step = i; step < i + 3; step++) {
        sum += pairs[kind(label.charAt(step))][kind(label.charAt(step + 1))];
      }
      least = Math.min(least, sum / 3);
    }
    return least;
  }

  /**
   * How far the characters of some labels are from those that people choose, in nats for each
   * character: the divergence of Kullback and Leibler, less what chance gives so few characters.
   *
   * @param counts by kind
   */
  double divergence(int[] counts) {
    int total = 0;
    int kinds = 0;
    for (int count : counts) {
      total += count;
      kinds += count > 0 ? 1 : 0;
    }
    if (total == 0) {
      return 0;
    }
    double divergence = 0;
    for (int kind = 0; kind < KINDS; kind++) {
      double share = (double) counts[kind] / total;
      divergence += share == 0 ? 0 : share * (StrictMath.log(share) - singles[kind]);
    }
    return divergence - (kinds - 1) / (2.0 * total);
  }

  /** The kind of a character. */
  static int kind(char c) {
    if (c >= 'a' && c <= 'z') {
      return c - 'a';
    }
    return c >= '0' && c <= '9' ? 26 : 27;
  }

  double[][] pairs() {
    return pairs;
  }

  double[] singles() {
    return singles;
  }
}
