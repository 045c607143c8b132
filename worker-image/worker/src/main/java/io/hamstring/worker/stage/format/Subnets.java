package io.hamstring.worker.stage.format;

import io.hamstring.contract.settings.Section;

/**
 * How addresses are gathered into subnets.
 *
 * @param v4Prefix bits of an IPv4 network, 24 in HAMSTRING's supplied settings
 * @param v6Prefix bits of an IPv6 network, 64 there
 */
public record Subnets(int v4Prefix, int v6Prefix) {

  /** The prefixes that a stage's settings give. */
  public static Subnets of(Section section) {
    return new Subnets(
        section.number("ipv4PrefixLength", 24L, 1, 32).intValue(),
        section.number("ipv6PrefixLength", 64L, 1, 128).intValue());
  }

  /** The subnet of an address, such as {@code 192.168.3.0_24}. */
  public String of(IpAddress address) {
    return address.subnet(v4Prefix, v6Prefix);
  }
}
