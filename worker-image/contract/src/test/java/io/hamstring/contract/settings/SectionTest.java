package io.hamstring.contract.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SectionTest {

  private static final Duration MILLI = Duration.ofMillis(1);

  private final List<String> problems = new ArrayList<>();

  @Test
  void anAbsentKeyAnswersTheDefaultAndIsNoProblem() {
    var section = section(Map.of());

    assertThat(section.text("a", "b")).isEqualTo("b");
    assertThat(section.number("a", 5L, 1, 9)).isEqualTo(5);
    assertThat(section.number("a", null, 1, 9)).isNull();
    assertThat(section.decimal("a", 0.5, 0, 1)).isEqualTo(0.5);
    assertThat(section.amount("a", MILLI, Duration.ZERO, 1)).isZero();
    assertThat(section.seconds("a", Duration.ZERO, MILLI)).isZero();
    assertThat(section.duration("a", Duration.ZERO)).isZero();
    assertThat(section.bytes("a", 3)).isEqualTo(3);
    assertThat(section.flag("a", true)).isTrue();
    assertThat(section.texts("a")).isEmpty();
    assertThat(section.sections("a")).isEmpty();
    assertThat(section.section("a").keys()).isEmpty();
    assertThat(section.has("a")).isFalse();
    assertThat(problems).isEmpty();
  }

  @Test
  void aPresentKeyIsRead() {
    var section =
        section(
            Map.of(
                "text",
                "t",
                "number",
                7,
                "decimal",
                0.25,
                "millis",
                "1500",
                "seconds",
                1.5,
                "duration",
                "1h30m",
                "bytes",
                "16Mi",
                "flag",
                true,
                "list",
                List.of("x", 1)));

    assertThat(section.text("text", null)).isEqualTo("t");
    assertThat(section.text("number", null)).isEqualTo("7");
    assertThat(section.number("number", null, 1, 7)).isEqualTo(7);
    assertThat(section.decimal("decimal", 0, 0, 1)).isEqualTo(0.25);
    assertThat(section.amount("millis", MILLI, null, 1)).isEqualTo(Duration.ofMillis(1500));
    assertThat(section.seconds("seconds", null, MILLI)).isEqualTo(Duration.ofMillis(1500));
    assertThat(section.duration("duration", null)).isEqualTo(Duration.ofMinutes(90));
    assertThat(section.bytes("bytes", 0)).isEqualTo(16L << 20);
    assertThat(section.flag("flag", false)).isTrue();
    assertThat(section.texts("list")).containsExactly("x", "1");
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"5", " 5 ", "05", "\t5"})
  void blanksAroundANumberDoNotMatter(String text) {
    assertThat(section(Map.of("n", text)).number("n", null, 1, 9)).isEqualTo(5);
    assertThat(problems).isEmpty();
  }

  /** What YAML and environment variables bring where a whole number belongs. */
  @ParameterizedTest(name = "''{0}''")
  @ValueSource(
      strings = {
        "1.8e+06",
        "1e3",
        "5m",
        "3000000000",
        "fifty",
        "",
        " ",
        "5.0",
        "10.7",
        "+5",
        "0x5",
        "5_0",
        "٥",
        "1e999999999",
        "0",
        "-1"
      })
  void whatIsNoWholeNumberWithinBoundsIsNamed(String text) {
    var number = section(Map.of("n", text)).number("n", 3L, 1, Integer.MAX_VALUE);

    assertThat(number).isEqualTo(3);
    assertThat(problems)
        .containsExactly("path.n: must be a whole number from 1 to 2147483647, was '" + text + "'");
  }

  @Test
  void aNumberThatYamlReadAsAFractionIsRefused() {
    section(Map.of("n", 1.8e+06)).number("n", 3L, 1, Integer.MAX_VALUE);

    assertThat(problems)
        .containsExactly("path.n: must be a whole number from 1 to 2147483647, was '1800000.0'");
  }

  @ParameterizedTest(name = "''{0}'' is {1} ms")
  @CsvSource({"1, 1000", "1.5, 1500", "0.001, 1", "' 2.250 ', 2250", "2147483.647, 2147483647"})
  void secondsMayHaveAFraction(String text, long millis) {
    assertThat(section(Map.of("n", text)).seconds("n", null, MILLI))
        .isEqualTo(Duration.ofMillis(millis));
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"0", "0.0001", "-1", "1.", ".5", "1e3", "15s", "", "2147483.648", "NaN"})
  void whatAreNoSecondsWithinBoundsIsNamed(String text) {
    assertThat(section(Map.of("n", text)).seconds("n", Duration.ZERO, MILLI)).isZero();

    assertThat(problems)
        .containsExactly(
            "path.n: must be seconds from 0.001 to 2147483.647, with at most three decimals, was '"
                + text
                + "'");
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"NaN", "Infinity", "1.1", "-0.1", "x", ""})
  void whatIsNoNumberWithinBoundsIsNamed(String text) {
    assertThat(section(Map.of("n", text)).decimal("n", 0.5, 0, 1)).isEqualTo(0.5);
    assertThat(problems)
        .containsExactly("path.n: must be a number from 0.0 to 1.0, was '" + text + "'");
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"yes", "True", "1", ""})
  void aFlagIsTrueOrFalse(String text) {
    assertThat(section(Map.of("f", text)).flag("f", true)).isTrue();
    assertThat(problems).containsExactly("path.f: must be true or false, was '" + text + "'");
    assertThat(section(Map.of("f", "false")).flag("f", true)).isFalse();
  }

  @Test
  void aValueOfTheWrongShapeIsNamed() {
    var section = section(Map.of("map", Map.of(), "list", List.of(), "text", "t"));

    assertThat(section.text("map", "d")).isEqualTo("d");
    assertThat(section.text("list", "d")).isEqualTo("d");
    assertThat(section.texts("text")).isEmpty();
    assertThat(section.sections("map")).isEmpty();
    assertThat(section.section("text").keys()).isEmpty();
    assertThat(problems)
        .containsExactly(
            "path.map: must be a text",
            "path.list: must be a text",
            "path.text: must be a list",
            "path.map: must be a list",
            "path.text: must be a mapping");
  }

  @Test
  void anElementOfTheWrongShapeIsNamedByItsPlace() {
    var section =
        section(
            Map.of(
                "texts", Arrays.asList("a", null, Map.of(), "b"), "maps", List.of(Map.of(), "x")));

    assertThat(section.texts("texts")).containsExactly("a", "b");
    assertThat(section.sections("maps")).hasSize(1);
    assertThat(problems)
        .containsExactly(
            "path.texts[1]: must be a text",
            "path.texts[2]: must be a text",
            "path.maps[1]: must be a mapping");
  }

  @Test
  void problemsSayTheWholePath() {
    var section = section(Map.of("outer", List.of(Map.of("inner", Map.of()))));

    section.sections("outer").get(0).section("inner").requiredText("name");

    assertThat(problems).containsExactly("path.outer[0].inner.name: is required");
  }

  @Test
  void aProblemIsSaidOnce() {
    var section = section(Map.of("map", "text"));

    section.section("map");
    section.section("map");

    assertThat(problems).containsExactly("path.map: must be a mapping");
  }

  @Test
  void aKeyThatNobodyAskedForIsNamed() {
    var section = section(new LinkedHashMap<>(Map.of("size", 1, "sise", 2)));
    section.number("size", null, 1, 9);
    section.text("timeout", null);

    section.refuseOtherKeys();

    assertThat(problems).containsExactly("path.sise: is not known here; known are size, timeout");
  }

  @Test
  void aRefusedConversionIsNamed() {
    assertThat(section(Map.of("d", "5")).duration("d", Duration.ZERO)).isZero();
    assertThat(section(Map.of("b", "5GB")).bytes("b", 9)).isEqualTo(9);

    assertThat(problems)
        .containsExactly(
            "path.d: '5' is no duration; write a number with a unit, such as 50ms, 30s, 5m or 1h30m",
            "path.b: '5GB' is no size; write bytes with a unit, such as 64Ki, 16Mi or 1Gi");
  }

  private Section section(Map<?, ?> values) {
    return Section.at("path", values, problems);
  }
}
