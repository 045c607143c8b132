package io.hamstring.samples.traffic;

/**
 * A name that a client asks for.
 *
 * @param name without a trailing dot
 * @param exists whether the answer is NOERROR, or else NXDOMAIN
 * @param recordType such as {@code AAAA}
 */
record Question(String name, boolean exists, String recordType) {

  /** A question for an address: three of four times one of IPv4. */
  static Question forAddress(String name, boolean exists, java.util.Random random) {
    return new Question(name, exists, random.nextInt(4) == 0 ? "AAAA" : "A");
  }
}
