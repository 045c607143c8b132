package io.hamstring.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizesTest {

  private static final Pattern SCHEMA = Pattern.compile(ByteSizes.PATTERN);

  @ParameterizedTest(name = "{0} is {1} bytes")
  @CsvSource(
      textBlock =
          """
          0,    0
          512,  512
          64Ki, 65536
          16Mi, 16777216
          1Gi,  1073741824
          5k,   5000
          5M,   5000000
          5G,   5000000000
          999999999999999, 999999999999999
          """)
  void aNumberWithOrWithoutAUnitIsASize(String text, long bytes) {
    assertThat(ByteSizes.parse(text)).isEqualTo(bytes);
    assertThat(SCHEMA.matcher(text).find()).isTrue();
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(
      strings = {
        "",
        " ",
        "-1Gi",
        "512 Mi",
        " 5",
        "1GB",
        "16g",
        "1e3Mi",
        "2.85Gi",
        "Ki",
        "1K",
        "1000m",
        "1000000000000000"
      })
  void anythingElseIsRefusedByParserAndSchema(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteSizes.parse(text))
        .withMessage(
            "'" + text + "' is no size; write bytes with a unit, such as 64Ki, 16Mi or 1Gi");
    assertThat(SCHEMA.matcher(text).find()).isFalse();
  }

  @Test
  void moreThanALongCountsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteSizes.parse("999999999999999Gi"))
        .withMessageContaining("more bytes than can be counted");
  }
}
