package io.hamstring.worker.stage.format;

import java.util.Arrays;
import java.util.Optional;

/**
 * An IPv4 or IPv6 address, read from its text without asking a name server.
 *
 * @param octets 4 or 16; nobody changes them
 */
@SuppressWarnings("ArrayRecordComponent")
public record IpAddress(byte[] octets) {

  private static final int V4 = 4;
  private static final int V6 = 16;
  private static final int GROUPS = 8;

  /** The address that {@code text} is; a zone such as {@code %eth0} is left out. */
  public static Optional<IpAddress> parse(String text) {
    if (text.length() > 100) {
      return Optional.empty();
    }
    var octets = text.indexOf(':') < 0 ? v4(text) : v6(withoutZone(text));
    return octets == null ? Optional.empty() : Optional.of(new IpAddress(octets));
  }

  /** Whether it is an IPv4 address. */
  public boolean isV4() {
    return octets.length == V4;
  }

  /** The network it is in, as HAMSTRING writes it: {@code 192.168.3.0_24}. */
  public String subnet(int v4Prefix, int v6Prefix) {
    int prefix = isV4() ? v4Prefix : v6Prefix;
    var network = octets.clone();
    for (int i = 0; i < network.length; i++) {
      int kept = Math.max(0, Math.min(8, prefix - i * 8));
      network[i] &= (byte) (0xff << (8 - kept));
    }
    return new IpAddress(network) + "_" + prefix;
  }

  /** The canonical text: IPv6 in lower case with its longest run of zeros left out. */
  @Override
  public String toString() {
    return isV4() ? v4Text() : v6Text();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IpAddress address && Arrays.equals(octets, address.octets);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(octets);
  }

  private static byte[] v4(String text) {
    var octets = new byte[V4];
    int at = 0;
    for (int i = 0; i < V4; i++) {
      int end = i < V4 - 1 ? text.indexOf('.', at) : text.length();
      int length = end - at;
      if (end < 0 || length < 1 || length > 3 || (length > 1 && text.charAt(at) == '0')) {
        return null;
      }
      int number = number(text, at, end, 10);
      if (number < 0 || number > 255) {
        return null;
      }
      octets[i] = (byte) number;
      at = end + 1;
    }
    return octets;
  }

  private static String withoutZone(String text) {
    int zone = text.indexOf('%');
    return zone < 0 || zone == text.length() - 1 ? text : text.substring(0, zone);
  }

  private static byte[] v6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      var octets = groups(text, true);
      return octets != null && octets.length == V6 ? octets : null;
    }
    var head = groups(text.substring(0, gap), false);
    var tail = groups(text.substring(gap + 2), true);
    if (head == null || tail == null || head.length + tail.length > V6 - 2) {
      return null;
    }
    var octets = Arrays.copyOf(head, V6);
    System.arraycopy(tail, 0, octets, V6 - tail.length, tail.length);
    return octets;
  }

  /** The octets of groups joined by colons; the last of the address may be an IPv4 address. */
  private static byte[] groups(String text, boolean last) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    var parts = text.split(":", -1);
    if (parts.length > GROUPS) {
      return null;
    }
    var embedded = last && text.indexOf('.') >= 0 ? v4(parts[parts.length - 1]) : null;
    int hex = embedded == null ? parts.length : parts.length - 1;
    var octets = new byte[2 * hex + (embedded == null ? 0 : V4)];
    for (int i = 0; i < hex; i++) {
      int length = parts[i].length();
      int number = length < 1 || length > 4 ? -1 : number(parts[i], 0, length, 16);
      if (number < 0) {
        return null;
      }
      octets[2 * i] = (byte) (number >> 8);
      octets[2 * i + 1] = (byte) number;
    }
    if (embedded != null) {
      System.arraycopy(embedded, 0, octets, 2 * hex, V4);
    }
    return octets;
  }

  private static int number(String text, int start, int end, int radix) {
    int number = 0;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      int digit = c < 128 ? Character.digit(c, radix) : -1;
      if (digit < 0) {
        return -1;
      }
      number = number * radix + digit;
    }
    return number;
  }

  private String v4Text() {
    return (octets[0] & 0xff)
        + "."
        + (octets[1] & 0xff)
        + "."
        + (octets[2] & 0xff)
        + "."
        + (octets[3] & 0xff);
  }

  private String v6Text() {
    int gapStart = -1;
    int gapLength = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && group(end) == 0) {
        end++;
      }
      if (end - i > gapLength) {
        gapStart = i;
        gapLength = end - i;
      }
    }
    var text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == gapStart) {
        text.append("::");
        i += gapLength - 1;
      } else {
        if (text.length() > 0 && text.charAt(text.length() - 1) != ':') {
          text.append(':');
        }
        text.append(Integer.toHexString(group(i)));
      }
    }
    return text.toString();
  }

  private int group(int index) {
    return (octets[2 * index] & 0xff) << 8 | (octets[2 * index + 1] & 0xff);
  }
}
