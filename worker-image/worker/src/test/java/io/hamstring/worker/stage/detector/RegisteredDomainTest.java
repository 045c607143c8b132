package io.hamstring.worker.stage.detector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegisteredDomainTest {

  @ParameterizedTest
  @CsvSource({
    "google.com, google, com, ''",
    "WWW.Google.COM., google, com, WWW",
    "a.b.example.org, example, org, a.b",
    "x.co.uk, x, co.uk, ''",
    "a.x.co.uk, x, co.uk, a",
    "me.duckdns.org, me, duckdns.org, ''",
    "xn--bcher-kva.xn--p1ai, xn--bcher-kva, xn--p1ai, ''"
  })
  void aNameBelongsToOneLabelUnderAPublicSuffix(
      String name, String label, String suffix, String prefix) {
    var domain = RegisteredDomain.of(name).orElseThrow();

    assertThat(domain).isEqualTo(new RegisteredDomain(label, suffix));
    assertThat(domain.prefixOf(name)).isEqualTo(prefix);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "...",
        "com",
        "wpad",
        "10.0.0.1",
        "printer.local",
        "1.0.0.10.in-addr.arpa"
      })
  void whatNobodyRegistersHasNone(String name) {
    assertThat(RegisteredDomain.of(name)).isEmpty();
  }

  @Test
  void aSuffixByItselfIsTakenForADomain() {
    assertThat(RegisteredDomain.of("co.uk")).contains(new RegisteredDomain("co", "uk"));
  }
}
