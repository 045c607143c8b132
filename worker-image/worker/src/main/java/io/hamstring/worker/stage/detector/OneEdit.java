package io.hamstring.worker.stage.detector;

/** Whether two names differ by one slip of a finger. */
final class OneEdit {

  private OneEdit() {}

  /**
   * Whether one character put in, left out or replaced, or two neighbours that changed places, make
   * one of two different texts the other.
   */
  static boolean apart(String one, String other) {
    int shorter = Math.min(one.length(), other.length());
    int longer = Math.max(one.length(), other.length());
    if (longer - shorter > 1 || one.equals(other)) {
      return false;
    }
    int prefix = 0;
    while (prefix < shorter && one.charAt(prefix) == other.charAt(prefix)) {
      prefix++;
    }
    int suffix = 0;
    while (suffix < shorter - prefix
        && one.charAt(one.length() - 1 - suffix) == other.charAt(other.length() - 1 - suffix)) {
      suffix++;
    }
    int middle = longer - prefix - suffix;
    return middle == 1 || (middle == 2 && shorter == longer && swapped(one, other, prefix));
  }

  private static boolean swapped(String one, String other, int at) {
    return one.charAt(at) == other.charAt(at + 1) && one.charAt(at + 1) == other.charAt(at);
  }
}
