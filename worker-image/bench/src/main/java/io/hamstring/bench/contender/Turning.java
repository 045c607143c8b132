package io.hamstring.bench.contender;

/**
 * The work that every contender does: cheap, one new array per record, undone by doing it again.
 */
public final class Turning {

  private static final byte MASK = 0x5A;

  private Turning() {}

  /** A turned copy. */
  public static byte[] over(byte[] value) {
    var turned = new byte[value.length];
    for (int i = 0; i < turned.length; i++) {
      turned[i] = (byte) (value[i] ^ MASK);
    }
    return turned;
  }
}
