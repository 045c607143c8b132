package io.hamstring.worker.stage.detector;

/**
 * The 44 features that HAMSTRING's DGA detector sees of a domain name, in its order: number of
 * labels, length of the label that sorts last, length; share of each letter a to z; then for the
 * labels before the last two, the last but one, and the whole name: whether there is one, and its
 * shares of letters, digits and other characters; then the entropies in bits of the whole name, the
 * labels before the last two, and the last but one.
 */
public final class DomainFeatures {

  /** How many there are. */
  public static final int COUNT = 44;

  private static final int LETTERS = 3;
  private static final int THIRD_LEVEL = 29;
  private static final int SECOND_LEVEL = 33;
  private static final int WHOLE = 37;
  private static final int ENTROPIES = 41;
  private static final int KINDS = 128;
  private static final double[] BINARY_LOGARITHMS = binaryLogarithms();

  private DomainFeatures() {}

  /** The features of a name; dots at its ends do not count. */
  public static double[] of(String name) {
    var features = new double[COUNT];
    int start = 0;
    int end = name.length();
    while (start < end && name.charAt(start) == '.') {
      start++;
    }
    while (end > start && name.charAt(end - 1) == '.') {
      end--;
    }
    var text = name.substring(start, end);
    int lastDot = text.lastIndexOf('.');
    int dotBefore = lastDot < 0 ? -1 : text.lastIndexOf('.', lastDot - 1);
    var secondLevel = lastDot < 0 ? "" : text.substring(dotBefore + 1, lastDot);
    var thirdLevel = dotBefore < 0 ? "" : text.substring(0, dotBefore);
    shape(text, features);
    letters(text, features);
    shares(thirdLevel, features, THIRD_LEVEL);
    shares(secondLevel, features, SECOND_LEVEL);
    shares(text, features, WHOLE);
    features[ENTROPIES] = entropy(text);
    features[ENTROPIES + 1] = entropy(thirdLevel);
    features[ENTROPIES + 2] = entropy(secondLevel);
    return features;
  }

  private static void shape(String text, double[] features) {
    int labels = 0;
    String last = "";
    for (int start = 0; start <= text.length(); labels++) {
      int dot = text.indexOf('.', start);
      int end = dot < 0 ? text.length() : dot;
      var label = text.substring(start, end);
      last = label.compareTo(last) > 0 ? label : last;
      start = end + 1;
    }
    features[0] = labels;
    features[1] = last.codePointCount(0, last.length());
    features[2] = text.codePointCount(0, text.length());
  }

  private static void letters(String text, double[] features) {
    if (text.isEmpty()) {
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      int letter = (text.charAt(i) | 0x20) - 'a';
      if (letter >= 0 && letter < 26 && text.charAt(i) < KINDS) {
        features[LETTERS + letter]++;
      }
    }
    double length = features[2];
    for (int i = LETTERS; i < LETTERS + 26; i++) {
      features[i] /= length;
    }
  }

  private static void shares(String text, double[] features, int at) {
    if (text.isEmpty()) {
      return;
    }
    int letters = 0;
    int digits = 0;
    int special = 0;
    int length = 0;
    for (int i = 0; i < text.length(); length++) {
      int c = text.codePointAt(i);
      if (Character.isLetter(c)) {
        letters++;
      } else if (Character.isDigit(c)) {
        digits++;
      } else if (!Character.isWhitespace(c)) {
        special++;
      }
      i += Character.charCount(c);
    }
    features[at] = 1;
    features[at + 1] = (double) letters / length;
    features[at + 2] = (double) digits / length;
    features[at + 3] = (double) special / length;
  }

  /** Shannon's entropy of the characters, in bits. */
  private static double entropy(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    var counts = new int[KINDS];
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= KINDS) {
        return entropyOfAny(text);
      }
      counts[c]++;
    }
    double weighted = 0;
    for (int count : counts) {
      weighted += count * logarithm(count);
    }
    return Math.max(0, logarithm(text.length()) - weighted / text.length());
  }

  private static double entropyOfAny(String text) {
    var sorted = text.codePoints().sorted().toArray();
    double weighted = 0;
    for (int start = 0; start < sorted.length; ) {
      int end = start;
      while (end < sorted.length && sorted[end] == sorted[start]) {
        end++;
      }
      weighted += (end - start) * logarithm(end - start);
      start = end;
    }
    return Math.max(0, logarithm(sorted.length) - weighted / sorted.length);
  }

  private static double logarithm(int number) {
    return number < BINARY_LOGARITHMS.length
        ? BINARY_LOGARITHMS[number]
        : StrictMath.log(number) / StrictMath.log(2);
  }

  private static double[] binaryLogarithms() {
    var logarithms = new double[256];
    for (int i = 1; i < logarithms.length; i++) {
      logarithms[i] = StrictMath.log(i) / StrictMath.log(2);
    }
    return logarithms;
  }
}
