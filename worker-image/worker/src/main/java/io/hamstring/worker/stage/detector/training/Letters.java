package io.hamstring.worker.stage.detector.training;

import java.util.Random;

/** Strings of characters that chance picks. */
final class Letters {

  static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";
  static final String DIGITS = "0123456789";
  static final String HEX = "0123456789abcdef";
  static final String CONSONANTS = "bcdfghjklmnpqrstvwxz";
  static final String VOWELS = "aeiou";

  private Letters() {}

  /** A string of {@code min} to {@code max} characters of {@code alphabet}. */
  static String of(String alphabet, int min, int max, Random random) {
    int length = between(min, max, random);
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  /** A number from {@code min} to {@code max}, both included. */
  static int between(int min, int max, Random random) {
    return min + random.nextInt(max - min + 1);
  }

  /** Whether one of {@code n} equal chances came up. */
  static boolean oneIn(int n, Random random) {
    return random.nextInt(n) == 0;
  }
}
