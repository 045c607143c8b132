package io.hamstring.worker.stage.detector.domainator;

import java.util.Arrays;
import java.util.List;

/**
 * What the built-in model sees of a window: the seven similarities that a HAMSTRING model sees too,
 * and after them how many names there are, the mean and the deviation of their lengths, the mean
 * entropy of their characters in bits, the share of digits, and the mean number of labels.
 */
public final class WindowFeatures {

  /** How many there are. */
  public static final int COUNT = PairSimilarity.WAYS + 6;

  // Longer names that hold more cannot make a window less of a tunnel.
  private static final int[] DIRECTIONS = {0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0};

  private WindowFeatures() {}

  /** Of each feature: 1 when more of it speaks for a tunnel, -1 against it, 0 for neither. */
  public static int[] directions() {
    return DIRECTIONS.clone();
  }

  /** The features of names under one domain, given by what stands before it. */
  public static double[] of(List<String> prefixes) {
    var window = NameWindow.EMPTY;
    for (var prefix : prefixes) {
      window = window.with(prefix, null);
    }
    return of(window);
  }

  static double[] of(NameWindow window) {
    var features = Arrays.copyOf(window.similarity(), COUNT);
    var prefixes = window.prefixes();
    int count = prefixes.size();
    double mean = prefixes.stream().mapToInt(String::length).average().orElse(0);
    double squares = 0;
    double entropy = 0;
    int digits = 0;
    int labels = 0;
    int characters = 0;
    for (var prefix : prefixes) {
      squares += (prefix.length() - mean) * (prefix.length() - mean);
      entropy += entropy(prefix);
      for (int i = 0; i < prefix.length(); i++) {
        digits += Character.isDigit(prefix.charAt(i)) ? 1 : 0;
        labels += prefix.charAt(i) == '.' ? 1 : 0;
      }
      labels++;
      characters += prefix.length();
    }
    int at = PairSimilarity.WAYS;
    features[at] = count;
    features[at + 1] = mean;
    features[at + 2] = count == 0 ? 0 : Math.sqrt(squares / count);
    features[at + 3] = count == 0 ? 0 : entropy / count;
    features[at + 4] = characters == 0 ? 0 : (double) digits / characters;
    features[at + 5] = count == 0 ? 0 : (double) labels / count;
    return features;
  }

  private static double entropy(String text) {
    var counts = new int[128];
    for (int i = 0; i < text.length(); i++) {
      counts[text.charAt(i) & 127]++;
    }
    double sum = 0;
    for (int count : counts) {
      sum += count == 0 ? 0 : count * StrictMath.log(count);
    }
    int length = Math.max(1, text.length());
    return (StrictMath.log(length) - sum / length) / StrictMath.log(2);
  }
}
