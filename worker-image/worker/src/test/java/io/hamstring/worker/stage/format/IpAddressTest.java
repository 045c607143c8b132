package io.hamstring.worker.stage.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

  @ParameterizedTest
  @CsvSource({
    "192.168.3.141,            192.168.3.0_24",
    "10.0.0.255,               10.0.0.0_24",
    "0.0.0.0,                  0.0.0.0_24",
    "2001:db8::1,              2001:db8::_64",
    "2001:db8:1:2:3:4:5:6,     2001:db8:1:2::_64",
    "2001:DB8:0:1::,           2001:db8:0:1::_64",
    "fe80::1%eth0,             fe80::_64",
    "::1,                      ::_64",
    "::ffff:192.0.2.1,         ::_64",
  })
  void theSubnetIsTheNetworkAndItsLength(String address, String subnet) {
    assertThat(new Subnets(24, 64).of(IpAddress.parse(address).orElseThrow())).isEqualTo(subnet);
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "1:0:0:2:0:0:0:3,      1:0:0:2::3",
    "1:0:2:3:4:5:6:7,      1:0:2:3:4:5:6:7",
    "::,                   ::",
    "1::,                  1::",
    "0:0:0:0:0:0:0:1,      ::1",
    "64:ff9b::192.0.2.33,  64:ff9b::c000:221",
  })
  void anAddressHasOneText(String address, String text) {
    assertThat(IpAddress.parse(address).orElseThrow()).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "01.2.3.4",
        "1.2.3.4 ",
        " 1.2.3.4",
        "1.2.3.x",
        "1..2.3",
        "-1.2.3.4",
        "1.2.3.4/24",
        "example.com",
        ":",
        ":::",
        "1::2::3",
        "12345::",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        "g::",
        "::1.2.3",
        "1.2.3.4::",
        "fe80::1%",
        "１.2.3.4",
        "1:2:3:4:5:6:1.2.3.4:7"
      })
  void whatIsNoAddressIsNone(String text) {
    assertThat(IpAddress.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"32, 192.168.3.141_32", "20, 192.168.0.0_20", "1, 128.0.0.0_1"})
  void thePrefixMayEndInsideAnOctet(int prefix, String subnet) {
    var address = IpAddress.parse("192.168.3.141").orElseThrow();

    assertThat(address.subnet(prefix, 64)).isEqualTo(subnet);
  }
}
