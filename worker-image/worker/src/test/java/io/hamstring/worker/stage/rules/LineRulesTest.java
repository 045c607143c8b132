package io.hamstring.worker.stage.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.format.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineRulesTest {

  private static final List<?> TS = List.of("ts", "Timestamp", "%Y-%m-%dT%H:%M:%S");
  private static final List<?> SRC_IP = List.of("src_ip", "IpAddress");
  private static final List<?> STATUS =
      List.of("status", "ListItem", List.of("NOERROR", "NXDOMAIN", 5, true), List.of("NXDOMAIN"));

  private final List<String> problems = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "ts":"2025-06-01T12:00:00","src_ip":"10.0.0.1","status":"NOERROR"     |
          "ts":"2025-06-01T12:00:00.123456","src_ip":"::1","status":"NXDOMAIN"  |
          "ts":"2025-06-01T12:00:00","src_ip":"10.0.0.1","status":5             |
          "ts":"2025-06-01T12:00:00","src_ip":"10.0.0.1","status":true          |
          "src_ip":"10.0.0.1","status":"NOERROR"                                | ts: missing
          "ts":null,"src_ip":"10.0.0.1","status":"NOERROR"                      | ts: missing
          "ts":1748779200,"src_ip":"10.0.0.1","status":"NOERROR"                | ts: Timestamp
          "ts":"2025-06-01T12:00:00Z","src_ip":"10.0.0.1","status":"NOERROR"    | ts: Timestamp
          "ts":"2025-06-01T12:00:00","status":"NOERROR"                         | src_ip: missing
          "ts":"2025-06-01T12:00:00","src_ip":7,"status":"NOERROR"              | src_ip: IpAddress
          "ts":"2025-06-01T12:00:00","src_ip":"10.0.0.256","status":"NOERROR"   | src_ip: IpAddress
          "ts":"2025-06-01T12:00:00","src_ip":["10.0.0.1"],"status":"NOERROR"   | src_ip: IpAddress
          "ts":"2025-06-01T12:00:00","src_ip":"10.0.0.1","status":"SERVFAIL"    | status: ListItem
          "ts":"2025-06-01T12:00:00","src_ip":"10.0.0.1","status":["NOERROR"]   | status: ListItem
          "ts":"2025-06-01T12:00:00","src_ip":"10.0.0.1"                        | status: missing
          """)
  void theFirstBrokenRuleIsNamed(String fields, String broken) {
    var rules = rules(TS, SRC_IP, STATUS);

    assertThat(rules.firstBroken(line(fields)).orElse(null)).isEqualTo(broken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ^\\d+$    | 17      | true
          ^\\d+$    | "17"    | true
          ^\\d+$    | "17b"   | false
          \\d       | "1 and" | true
          \\d       | "a1"    | false
          ^True$    | true    | true
          ^1\\.50$  | 1.50    | true
          ^\\[      | [1]     | true
          """)
  void aPatternIsAnchoredAtTheStartOnlyAndSeesPythonsText(
      String pattern, String value, boolean accepted) {
    var rules = rules(TS, SRC_IP, List.of("x", "RegEx", pattern));

    assertThat(rules.firstBroken(valid("\"x\":" + value)).isEmpty()).isEqualTo(accepted);
  }

  @Test
  void aValueThatThePatternCannotJudgeIsInvalid() {
    var rules = rules(TS, SRC_IP, List.of("x", "RegEx", "(a|b)*c"));
    var line = valid("\"x\":\"" + "ab".repeat(100_000) + "\"");

    assertThat(rules.firstBroken(line)).contains("x: RegEx");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %Y-%m-%dT%H:%M:%S.%fZ | 2025-06-01T12:00:00.5Z     | 1748779200500000
          %Y-%m-%dT%H:%M:%S%z   | 2025-06-01T14:00:00+0200   | 1748779200000000
          %Y-%m-%dT%H:%M:%S%z   | 2025-06-01T14:00:00+02:00  | 1748779200000000
          %d/%b/%Y:%H:%M:%S     | 01/Jun/2025:12:00:00       | 1748779200000000
          %Y%m%d%H%M%S          | 20250601120000             | 1748779200000000
          %Y-%m-%d              | 2025-06-01                 | 1748736000000000
          %d.%m.%Y %I:%M %p     | 1.6.2025 12:30 pm          | 1748781000000000
          %Y-%m-%d %H:%M:%S     | 2025-06-01 12:00:00.25     | 1748779200250000
          %Y-%m-%d              | 2025-02-30                 |
          %Y-%m-%d              | 2025-06-01 12              |
          """)
  void timestampsFollowTheFormat(String format, String text, Long micros) {
    var rules = rules(List.of("ts", "Timestamp", format), SRC_IP);

    var read = rules.micros(line("\"ts\":\"" + text + "\",\"src_ip\":\"10.0.0.1\""));

    assertThat(read.isPresent() ? (Long) read.getAsLong() : null).isEqualTo(micros);
  }

  @ParameterizedTest
  @CsvSource({
    "google.com,true",
    "sub.example.co.uk,true",
    "_ldap._tcp.dc._msdcs.corp.local,true",
    "example.xn--p1ai,true",
    "example.com.,true",
    "a_b.example.com,true",
    "localhost,false",
    "-a.example.com,false",
    "a-.example.com,false",
    "exa mple.com,false",
    "1.2.3.4,false",
    "a..com,false",
    ".com,false",
  })
  void withoutSettingsDomainNamesAreTakenAsTheyOccur(String name, boolean accepted) {
    var rules = defaults();
    var line =
        valid("\"domain_name\":\"" + name + "\",\"record_type\":\"A\",\"status_code\":\"NOERROR\"");

    assertThat(rules.firstBroken(line).orElse("")).isEqualTo(accepted ? "" : "domain_name: RegEx");
  }

  @Test
  void aLineIsRelevantWhenEveryListThatAsksIsSatisfied() {
    var rules = rules(TS, SRC_IP, STATUS);

    assertThat(rules.isRelevant(valid("\"status\":\"NXDOMAIN\""))).isTrue();
    assertThat(rules.isRelevant(valid("\"status\":\"NOERROR\""))).isFalse();
    assertThat(rules.isRelevant(valid("\"other\":1"))).isFalse();
  }

  @Test
  void everyProblemOfTheSettingsIsNamedAtOnce() {
    rules(
        List.of("src_ip", "RegEx", "."),
        List.of("x", "Regex", "."),
        List.of("y", "RegEx", "("),
        List.of("z", "ListItem", List.of("a"), List.of("b")),
        List.of("z2", "ListItem", List.of("a")),
        List.of("z2", "IpAddress"),
        List.of("logline_id", "IpAddress"),
        List.of("w", "IpAddress", "v4"),
        List.of("t", "Timestamp", "%Q"),
        List.of("lonely"));

    assertThat(String.join("\n", problems))
        .contains("[1]: 'Regex' is no type; types are Timestamp, IpAddress, RegEx and ListItem")
        .contains("[2]: '(' is no regular expression")
        .contains("[3]: relevant values must be among the allowed ones")
        .contains("[5]: z2 is required twice")
        .contains("[6]: logline_id is given by the collector")
        .contains("[7]: IpAddress takes no arguments")
        .contains("[8]: '%Q' has a directive that is not known")
        .contains("[9]: must be a list [name, Type, arguments...]")
        .contains("must require ts to be of type Timestamp")
        .contains("must require src_ip to be of type IpAddress");
    assertThat(problems).hasSize(10);
  }

  @Test
  void anEmptyListIsAProblem() {
    rules();

    assertThat(problems).hasSize(1).first().asString().contains("must be a list of at least");
  }

  private LineRules rules(List<?>... entries) {
    var section = Section.at("config", Map.of("rules", List.of(entries)), problems);
    return LineRules.of(section, "rules");
  }

  private LineRules defaults() {
    return LineRules.of(Section.at("config", Map.of(), problems), "rules");
  }

  private static ObjectNode valid(String field) {
    return line("\"ts\":\"2025-06-01T12:00:00\",\"src_ip\":\"10.0.0.1\"," + field);
  }

  private static ObjectNode line(String fields) {
    return Json.line(("{" + fields + "}").getBytes(UTF_8)).orElseThrow();
  }
}
