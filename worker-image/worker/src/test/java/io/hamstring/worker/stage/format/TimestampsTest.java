package io.hamstring.worker.stage.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  @ParameterizedTest
  @CsvSource({
    "2025-06-01T12:00:00,            2025-06-01T12:00:00",
    "2018-03-24T17:15:20.865716Z,    2018-03-24T17:15:20.865716",
    "2018-03-24T17:15:20.8Z,         2018-03-24T17:15:20.800000",
    "2018-03-24T17:15:20.123456789Z, 2018-03-24T17:15:20.123456",
    "2025-06-01T12:00:00+02:00,      2025-06-01T10:00:00",
    "2025-06-01T00:30:00.5+0100,     2025-05-31T23:30:00.500000",
    "2025-06-01T12:00:00-05:00,      2025-06-01T17:00:00",
    "1969-12-31T23:59:59.999999,     1969-12-31T23:59:59.999999",
    "0001-01-01T00:00:00,            0001-01-01T00:00:00",
  })
  void aTimeWithOrWithoutAZoneIsWrittenWithoutOne(String text, String written) {
    var micros = Timestamps.ofIso(text);

    assertThat(Timestamps.text(micros.orElseThrow())).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2025-06-01",
        "2025-06-01 12:00:00",
        "2025-02-30T12:00:00",
        "2025-13-01T12:00:00",
        "2025-06-01T12:00:61",
        "2025-06-01T12:00:00.",
        "2025-06-01T12:00:00.1234567890",
        "2025-06-01T12:00:00,5",
        "x025-06-01T12:00:00",
        "2025-06-01T12:00:00+99:00",
        "2025-06-01T12:00:00.1٣",
        "2025/06/01T12:00:00"
      })
  void whatIsNoTimeSaysNone(String text) {
    assertThat(Timestamps.ofIso(text)).isEqualTo(OptionalLong.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "1521911720.865716, 2018-03-24T17:15:20.865716",
    "1521911720,        2018-03-24T17:15:20",
    "1521911720865,     2018-03-24T17:15:20.865000",
    "1.521911720865E9,  2018-03-24T17:15:20.865000",
    "0,                 1970-01-01T00:00:00",
  })
  void secondsAndMillisecondsAreToldApartByTheirSize(String number, String written) {
    var micros = Timestamps.ofEpoch(new BigDecimal(number));

    assertThat(Timestamps.text(micros.orElseThrow())).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1E+999999999", "1E-999999999", "99999999999999999"})
  void aNumberThatNobodyMeansIsNoTime(String number) {
    assertThat(Timestamps.ofEpoch(new BigDecimal(number))).isEqualTo(OptionalLong.empty());
  }
}
